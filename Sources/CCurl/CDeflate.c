#include "CCoding.h"
#include "loaded.h"
#include "zlib_stream.h"

#include <dlfcn.h>
#include <stdlib.h>

static int (*deflate_init)(struct stream *, int, int, int, int, int, const char *, int);
static int (*deflate_step)(struct stream *, int);
static int (*deflate_end)(struct stream *);

static int load(void) {
    static const char *const names[] = {LIBRARY("z", "1"), NULL};
    return deflate_end ||
        loaded_find(loaded_open(names, RTLD_NOW | RTLD_LOCAL, NULL), "deflateInit2_", &deflate_init, "deflate",
                    &deflate_step, "deflateEnd", &deflate_end, NULL);
}

struct gzip_length {
    struct stream stream;
    long long length;
};

void *cgzip_length_new(void) {
    if (!load()) return NULL;
    struct gzip_length *state = calloc(1, sizeof *state);
    /* Level 6, which servers use unless told; 15 bits of window and a gzip head (16); 8 levels of memory. */
    if (!state || deflate_init(&state->stream, 6, 8, 15 + 16, 8, 0, "1.2.11", sizeof state->stream) == 0) return state;
    free(state);
    return NULL;
}

static void run(struct gzip_length *state, int flush) {
    unsigned char output[16384];
    do {
        state->stream.next_out = output;
        state->stream.avail_out = sizeof output;
        deflate_step(&state->stream, flush);
        state->length += (long long)(sizeof output - state->stream.avail_out);
    } while (state->stream.avail_out == 0);
}

void cgzip_length_add(void *pointer, const void *bytes, size_t count) {
    struct gzip_length *state = pointer;
    state->stream.next_in = bytes;
    state->stream.avail_in = (unsigned int)count;
    run(state, 0);
}

long long cgzip_length_finish(void *pointer) {
    run(pointer, 4); /* Z_FINISH */
    return ((struct gzip_length *)pointer)->length;
}

void cgzip_length_free(void *pointer) {
    deflate_end(&((struct gzip_length *)pointer)->stream);
    free(pointer);
}
