#ifndef CINFLATE_H
#define CINFLATE_H

#include <stddef.h>

/* gzip and deflate, undone by zlib, which libcurl itself uses; opened when the first coded body is decoded. */

typedef void (*cinflate_sink)(void *context, const void *bytes, size_t count);

/* NULL where zlib is not there. */
void *cinflate_new(void);
/* Gives what the bytes decode to, piece by piece; 0 where they are damaged. */
int cinflate_feed(void *decoder, const void *bytes, size_t count, cinflate_sink sink, void *context);
void cinflate_free(void *decoder);

#endif
