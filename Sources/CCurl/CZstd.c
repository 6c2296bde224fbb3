#include "coding.h"

#include <stdlib.h>

struct input { const void *bytes; size_t count, place; };
struct output { void *bytes; size_t count, place; };

struct decoder {
    void *state;
    int is_within; /* whether a frame has begun and not ended */
};

static void *(*zstd_new)(void);
static size_t (*zstd_step)(void *, struct output *, struct input *);
static size_t (*zstd_set)(void *, int, int);
static unsigned (*zstd_is_error)(size_t);
static size_t (*zstd_free)(void *);

static int load(void) {
#ifdef __APPLE__
    const char *name = "libzstd.1.dylib";
#else
    const char *name = "libzstd.so.1";
#endif
    return zstd_free ||
        coding_load(name, "ZSTD_createDStream", &zstd_new, "ZSTD_decompressStream", &zstd_step, "ZSTD_DCtx_setParameter",
                    &zstd_set, "ZSTD_isError", &zstd_is_error, "ZSTD_freeDStream", &zstd_free, NULL);
}

static void *make(void) {
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->state = zstd_new();
    /* ZSTD_d_windowLogMax: 8 MiB, the largest window that content may need (RFC 9659 3). */
    if (decoder->state && !zstd_is_error(zstd_set(decoder->state, 100, 23))) return decoder;
    if (decoder->state) zstd_free(decoder->state);
    free(decoder);
    return NULL;
}

static int feed(void *pointer, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct decoder *decoder = pointer;
    unsigned char room[65536];
    struct input input = {bytes, count, 0};
    struct output output = {room, sizeof room, 0};
    /* A full output may mean that the decoder holds more, even without further input. */
    while (input.place < count || output.place == sizeof room) {
        output.place = 0;
        size_t result = zstd_step(decoder->state, &output, &input);
        if (zstd_is_error(result)) return 0;
        if (output.place > 0) sink(context, room, output.place);
        decoder->is_within = result != 0;
        if (!decoder->is_within && input.place == count) break;
    }
    return 1;
}

static int is_whole(void *pointer) { return !((struct decoder *)pointer)->is_within; }

static void release(void *pointer) {
    struct decoder *decoder = pointer;
    zstd_free(decoder->state);
    free(decoder);
}

const struct coding coding_zstd = {load, make, feed, is_whole, release};
