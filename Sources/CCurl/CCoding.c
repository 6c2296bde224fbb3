#include "coding.h"
#include "loaded.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct decoder {
    const struct coding *coding;
    void *state;
};

static const struct coding *coding_of(enum ccoding coding) {
    switch (coding) {
    case ccoding_gzip: return &coding_gzip;
    case ccoding_deflate: return &coding_deflate;
    case ccoding_br: return &coding_br;
    case ccoding_zstd: return &coding_zstd;
    }
    return NULL;
}

int coding_load(const char *name, ...) {
    void *library = loaded_open(name, RTLD_NOW | RTLD_LOCAL, NULL);
    if (!library) return 0;
    int is_whole = 1;
    va_list functions;
    va_start(functions, name);
    for (const char *function; (function = va_arg(functions, const char *));) {
        void *symbol = dlsym(library, function);
        memcpy(va_arg(functions, void *), &symbol, sizeof symbol);
        if (!symbol) is_whole = 0;
    }
    va_end(functions);
    return is_whole;
}

int ccoding_is_there(enum ccoding coding) { return coding_of(coding)->load(); }

void *ccoding_new(enum ccoding coding) {
    if (!ccoding_is_there(coding)) return NULL;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding_of(coding);
    decoder->state = decoder->coding->make();
    if (decoder->state) return decoder;
    free(decoder);
    return NULL;
}

int ccoding_feed(void *pointer, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct decoder *decoder = pointer;
    return decoder->coding->feed(decoder->state, bytes, count, sink, context);
}

int ccoding_is_whole(void *pointer) {
    struct decoder *decoder = pointer;
    return decoder->coding->is_whole(decoder->state);
}

void ccoding_free(void *pointer) {
    struct decoder *decoder = pointer;
    decoder->coding->release(decoder->state);
    free(decoder);
}
