#ifndef CINFLATE_H
#define CINFLATE_H

#include <stddef.h>

/* gzip and deflate, undone by zlib, which libcurl itself uses; opened when the first coded body is decoded. */

typedef void (*cinflate_sink)(void *context, const void *bytes, size_t count);

/* For gzip, or for deflate, with its zlib wrapper or without; NULL where zlib is not there. */
void *cinflate_new(int is_deflate);
/* Gives what the bytes decode to, piece by piece; 0 where they are damaged. */
int cinflate_feed(void *decoder, const void *bytes, size_t count, cinflate_sink sink, void *context);
/* Whether what was given is nothing at all, or ends where the coding does. */
int cinflate_is_whole(void *decoder);
void cinflate_free(void *decoder);

#endif
