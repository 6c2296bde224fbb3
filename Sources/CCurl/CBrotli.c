#include "coding.h"
#include "loaded.h"

#include <dlfcn.h>
#include <stdint.h>

static void *(*brotli_new)(void *, void *, void *);
static int (*brotli_step)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
static void (*brotli_free)(void *);

static int load(void) {
    static const char *const names[] = {LIBRARY("brotlidec", "1"), NULL};
    return brotli_free ||
        loaded_find(loaded_open(names, RTLD_NOW | RTLD_LOCAL, NULL), "BrotliDecoderCreateInstance", &brotli_new,
                    "BrotliDecoderDecompressStream", &brotli_step, "BrotliDecoderDestroyInstance", &brotli_free, NULL);
}

static void *make(void) { return brotli_new(NULL, NULL, NULL); }

static int feed(struct decoder *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    const uint8_t *input = bytes;
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

static void release(void *state) { brotli_free(state); }

const struct coding coding_br = {load, make, feed, release};
