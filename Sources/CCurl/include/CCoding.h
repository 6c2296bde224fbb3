#ifndef CCODING_H
#define CCODING_H

#include <stddef.h>

/* Content codings, undone by zlib, libbrotlidec and libzstd, which libcurl itself uses; each is opened when its first coded
   body is decoded, or when it is asked for. */

enum ccoding { ccoding_gzip, ccoding_deflate, ccoding_br, ccoding_zstd };

typedef void (*ccoding_sink)(void *context, const void *bytes, size_t count);

/* Whether the library that undoes it is there. */
int ccoding_is_there(enum ccoding coding);
/* A decoder; deflate is read with its zlib wrapper or without. NULL where the library is not there. */
void *ccoding_new(enum ccoding coding);
/* Gives what the bytes decode to, piece by piece; 0 where they are damaged. */
int ccoding_feed(void *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context);
/* Whether what was given is nothing at all, or ends where the coding does. */
int ccoding_is_whole(void *decoder);
void ccoding_free(void *decoder);

#endif
