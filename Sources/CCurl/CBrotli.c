#include "coding.h"

#include <stdint.h>
#include <stdlib.h>

struct decoder {
    void *state;
    int has_begun, is_ended;
};

static void *(*brotli_new)(void *, void *, void *);
static int (*brotli_step)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
static void (*brotli_free)(void *);

static int load(void) {
#ifdef __APPLE__
    const char *name = "libbrotlidec.1.dylib";
#else
    const char *name = "libbrotlidec.so.1";
#endif
    return brotli_free ||
        coding_load(name, "BrotliDecoderCreateInstance", &brotli_new, "BrotliDecoderDecompressStream", &brotli_step,
                    "BrotliDecoderDestroyInstance", &brotli_free, NULL);
}

static void *make(void) {
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->state = brotli_new(NULL, NULL, NULL);
    if (decoder->state) return decoder;
    free(decoder);
    return NULL;
}

static int feed(void *pointer, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct decoder *decoder = pointer;
    const uint8_t *input = bytes;
    if (count > 0) decoder->has_begun = 1;
    /* Bytes behind the end of the coded content are ignored. */
    while (!decoder->is_ended) {
        uint8_t output[65536], *next = output;
        size_t room = sizeof output;
        int result = brotli_step(decoder->state, &count, &input, &room, &next, NULL);
        if (next > output) sink(context, output, (size_t)(next - output));
        if (result == 0) return 0;
        if (result == 1) decoder->is_ended = 1;
        if (result == 2) return 1; /* it wants more input */
    }
    return 1;
}

static int is_whole(void *pointer) {
    struct decoder *decoder = pointer;
    return decoder->is_ended || !decoder->has_begun;
}

static void release(void *pointer) {
    struct decoder *decoder = pointer;
    brotli_free(decoder->state);
    free(decoder);
}

const struct coding coding_br = {load, make, feed, is_whole, release};
