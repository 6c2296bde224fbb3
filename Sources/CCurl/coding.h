#ifndef CODING_H
#define CODING_H

#include "CCoding.h"

/* Decodes one body. */
struct decoder {
    const struct coding *coding;
    void *state; /* made by the coding */
    int has_begun, is_ended;
};

/* How a library decodes a coding. */
struct coding {
    int (*load)(void);
    void *(*make)(void);
    int (*feed)(struct decoder *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context);
    void (*release)(void *state);
};

extern const struct coding coding_gzip, coding_deflate, coding_br, coding_zstd;

#endif
