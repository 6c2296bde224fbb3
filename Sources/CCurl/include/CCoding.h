#ifndef CCODING_H
#define CCODING_H

#include <stddef.h>

/* Decodes content codings by zlib, libbrotlidec and libzstd, the libraries that libcurl itself uses. Each is opened
   when the first body of its coding is decoded, or when ccoding_is_there asks for it. */

enum ccoding { ccoding_gzip, ccoding_deflate, ccoding_br, ccoding_zstd };

typedef void (*ccoding_sink)(void *context, const void *bytes, size_t count);

/* Whether the library that decodes the coding can be opened. */
int ccoding_is_there(enum ccoding coding);
/* Makes a decoder; that of deflate accepts it with and without a zlib wrapper. NULL if the library can't be opened. */
void *ccoding_new(enum ccoding coding);
/* Decodes bytes and gives the result to sink, piece by piece; 0 if the coded bytes are damaged. */
int ccoding_feed(void *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context);
/* Whether no bytes have been fed, or they end exactly where the coded content ends. */
int ccoding_is_whole(void *decoder);
void ccoding_free(void *decoder);

/* How long content is once it is coded as gzip, by zlib as above; no coded byte is kept. NULL if zlib can't be opened. */
void *cgzip_length_new(void);
/* Adds the next bytes of the content; less than 4 GiB at once. */
void cgzip_length_add(void *state, const void *bytes, size_t count);
/* Ends the content; the length in bytes. Nothing may be added afterwards. */
long long cgzip_length_finish(void *state);
void cgzip_length_free(void *state);

#endif
