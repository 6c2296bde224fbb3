#include "coding.h"
#include "loaded.h"

#include <dlfcn.h>

struct input { const void *bytes; size_t count, place; };
struct output { void *bytes; size_t count, place; };

static void *(*zstd_new)(void);
static size_t (*zstd_step)(void *, struct output *, struct input *);
static size_t (*zstd_set)(void *, int, int);
static unsigned (*zstd_is_error)(size_t);
static size_t (*zstd_free)(void *);

static int load(void) {
    static const char *const names[] = {LIBRARY("zstd", "1"), NULL};
    return zstd_free ||
        loaded_find(loaded_open(names, RTLD_NOW | RTLD_LOCAL, NULL), "ZSTD_createDStream", &zstd_new,
                    "ZSTD_decompressStream", &zstd_step, "ZSTD_DCtx_setParameter", &zstd_set, "ZSTD_isError",
                    &zstd_is_error, "ZSTD_freeDStream", &zstd_free, NULL);
}

static void release(void *state) { zstd_free(state); }

static void *make(void) {
    void *state = zstd_new();
    /* ZSTD_d_windowLogMax: 8 MiB, the largest window that content may need (RFC 9659 3). */
    if (!state || !zstd_is_error(zstd_set(state, 100, 23))) return state;
    release(state);
    return NULL;
}

static int feed(struct decoder *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    unsigned char room[65536];
    struct input input = {bytes, count, 0};
    struct output output = {room, sizeof room, 0};
    /* A full output may mean that the decoder holds more, even without further input. */
    while (input.place < count || output.place == sizeof room) {
        output.place = 0;
        size_t result = zstd_step(decoder->state, &output, &input);
        if (zstd_is_error(result)) return 0;
        if (output.place > 0) sink(context, room, output.place);
        decoder->is_ended = result == 0; /* a frame has ended; another one may follow */
        if (decoder->is_ended && input.place == count) break;
    }
    return 1;
}

const struct coding coding_zstd = {load, make, feed, release};
