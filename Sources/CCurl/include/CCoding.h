#ifndef CCODING_H
#define CCODING_H

#include <stddef.h>

/* Decodes content codings by zlib, libbrotlidec and libzstd, the libraries that libcurl itself uses. Each is opened
   when the first body of its coding is decoded, or when ccoding_is_there asks for it. */

enum ccoding { ccoding_gzip, ccoding_deflate, ccoding_br, ccoding_zstd };

typedef void (*ccoding_sink)(void *context, const void *bytes, size_t count);

/* Whether the library that decodes it can be opened. */
int ccoding_is_there(enum ccoding coding);
/* A decoder, of deflate with or without its zlib wrapper; NULL where the library can't be opened. */
void *ccoding_new(enum ccoding coding);
/* Gives the decoded bytes to sink, piece by piece; 0 where the coded ones are damaged. */
int ccoding_feed(void *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context);
/* Whether the bytes so far are none, or end where the coded content ends. */
int ccoding_is_whole(void *decoder);
void ccoding_free(void *decoder);

#endif
