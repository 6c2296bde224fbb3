#ifndef CODING_H
#define CODING_H

#include "CCoding.h"

/* The functions of a library that decode a coding. */
struct coding {
    int (*load)(void);
    void *(*make)(void);
    int (*feed)(void *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context);
    int (*is_whole)(void *decoder);
    void (*release)(void *decoder);
};

extern const struct coding coding_gzip, coding_deflate, coding_br, coding_zstd;

/* Opens a library by its name, such as libz.so.1, and finds its functions; 0 where one is missing. The further
   arguments are pairs of a function's name and the address of a pointer to it, and NULL at the end. */
int coding_load(const char *library, ...);

#endif
