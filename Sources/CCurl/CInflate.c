#include "coding.h"
#include "loaded.h"
#include "zlib_stream.h"

#include <dlfcn.h>
#include <stdlib.h>

struct inflation {
    struct stream stream;
    int is_raw; /* whether the content is deflate without a zlib wrapper */
    unsigned char first[2];
};

static int (*inflate_init)(struct stream *, int, const char *, int);
static int (*inflate_step)(struct stream *, int);
static int (*inflate_reset)(struct stream *, int);
static int (*inflate_end)(struct stream *);

static int load(void) {
    static const char *const names[] = {LIBRARY("z", "1"), NULL};
    return inflate_end ||
        loaded_find(loaded_open(names, RTLD_NOW | RTLD_LOCAL, NULL), "inflateInit2_", &inflate_init, "inflate",
                    &inflate_step, "inflateReset2", &inflate_reset, "inflateEnd", &inflate_end, NULL);
}

static void *make(void) {
    struct inflation *state = calloc(1, sizeof *state);
    /* 15 bits of window; 32 makes zlib tell gzip from zlib by their heads. */
    if (!state || inflate_init(&state->stream, 15 + 32, "1.2.11", sizeof state->stream) == 0) return state;
    free(state);
    return NULL;
}

/* Decodes all of the input; 0 if it is damaged. */
static int inflate_all(struct decoder *decoder, ccoding_sink sink, void *context) {
    unsigned char output[65536];
    struct stream *stream = &((struct inflation *)decoder->state)->stream;
    stream->avail_out = 0;
    while (stream->avail_in > 0 || stream->avail_out == 0) {
        if (decoder->is_ended) {
            /* A gzip body may have several members (RFC 1952 2.2); other bytes at its end are ignored. */
            if (decoder->coding == &coding_deflate || stream->avail_in == 0 || *stream->next_in != 0x1f) return 1;
            if (inflate_reset(stream, 15 + 32) != 0) return 0;
            decoder->is_ended = 0;
        }
        stream->next_out = output;
        stream->avail_out = sizeof output;
        int result = inflate_step(stream, 0);
        size_t made = sizeof output - stream->avail_out;
        if (made > 0) sink(context, output, made);
        if (result == 1) decoder->is_ended = 1;
        else if (result == -5) return 1; /* no progress without more input */
        else if (result != 0) return 0;
    }
    return 1;
}

static int feed(struct decoder *decoder, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct inflation *state = decoder->state;
    struct stream *stream = &state->stream;
    const unsigned char *input = bytes;
    for (size_t i = 0; i < count && !state->is_raw && stream->total_in + i < 2; i++) {
        state->first[stream->total_in + i] = input[i];
    }
    stream->next_in = input;
    stream->avail_in = (unsigned int)count;
    if (inflate_all(decoder, sink, context)) return 1;
    /* Some servers send deflate without its zlib wrapper (RFC 9110 8.4.1.2): begin again without a wrapper, from the
       first two bytes on. */
    int is_first = stream->total_in == 2 && stream->total_out == 0;
    if (decoder->coding != &coding_deflate || state->is_raw || !is_first) return 0;
    const unsigned char *rest = stream->next_in;
    unsigned int rest_count = stream->avail_in;
    state->is_raw = 1;
    if (inflate_reset(stream, -15) != 0) return 0;
    stream->next_in = state->first;
    stream->avail_in = 2;
    if (!inflate_all(decoder, sink, context)) return 0;
    stream->next_in = rest;
    stream->avail_in = rest_count;
    return inflate_all(decoder, sink, context);
}

static void release(void *state) {
    inflate_end(&((struct inflation *)state)->stream);
    free(state);
}

const struct coding coding_gzip = {load, make, feed, release};
const struct coding coding_deflate = {load, make, feed, release};
