#include "coding.h"

#include <stdlib.h>

/* zlib's z_stream, whose layout has not changed since 1995. */
struct stream {
    const unsigned char *next_in; unsigned int avail_in; unsigned long total_in;
    unsigned char *next_out; unsigned int avail_out; unsigned long total_out;
    const char *message; void *state; void *allocate; void *release; void *opaque;
    int data_type; unsigned long checksum; unsigned long reserved;
};

struct decoder {
    struct stream stream;
    int is_deflate, is_raw, is_ended;
    unsigned char first[2];
};

static int (*inflate_init)(struct stream *, int, const char *, int);
static int (*inflate_step)(struct stream *, int);
static int (*inflate_reset)(struct stream *, int);
static int (*inflate_end)(struct stream *);

static int load(void) {
#ifdef __APPLE__
    const char *name = "libz.1.dylib";
#else
    const char *name = "libz.so.1";
#endif
    return inflate_end ||
        coding_load(name, "inflateInit2_", &inflate_init, "inflate", &inflate_step, "inflateReset2", &inflate_reset,
                    "inflateEnd", &inflate_end, NULL);
}

static void *make(int is_deflate) {
    struct decoder *decoder = calloc(1, sizeof *decoder);
    /* 15 bits of window; 32 makes zlib tell gzip from zlib by their heads. */
    if (decoder && inflate_init(&decoder->stream, 15 + 32, "1.2.11", sizeof decoder->stream) != 0) {
        free(decoder);
        return NULL;
    }
    if (decoder) decoder->is_deflate = is_deflate;
    return decoder;
}

static void *make_gzip(void) { return make(0); }
static void *make_deflate(void) { return make(1); }

/* Decodes all of the input; 0 where it is damaged. */
static int inflate_all(struct decoder *decoder, ccoding_sink sink, void *context) {
    unsigned char output[65536];
    struct stream *stream = &decoder->stream;
    stream->avail_out = 0;
    while (stream->avail_in > 0 || stream->avail_out == 0) {
        if (decoder->is_ended) {
            /* A gzip body may have several members (RFC 1952 2.2); other bytes at its end are ignored. */
            if (decoder->is_deflate || stream->avail_in == 0 || *stream->next_in != 0x1f) return 1;
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

static int feed(void *pointer, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct decoder *decoder = pointer;
    struct stream *stream = &decoder->stream;
    const unsigned char *input = bytes;
    for (size_t i = 0; i < count && !decoder->is_raw && stream->total_in + i < 2; i++) {
        decoder->first[stream->total_in + i] = input[i];
    }
    stream->next_in = input;
    stream->avail_in = (unsigned int)count;
    if (inflate_all(decoder, sink, context)) return 1;
    /* Some servers send deflate without its zlib wrapper (RFC 9110 8.4.1.2): begin again without a wrapper, from the
       first two bytes on. */
    if (!decoder->is_deflate || decoder->is_raw || stream->total_in != 2 || stream->total_out > 0) return 0;
    const unsigned char *rest = stream->next_in;
    unsigned int rest_count = stream->avail_in;
    decoder->is_raw = 1;
    if (inflate_reset(stream, -15) != 0) return 0;
    stream->next_in = decoder->first;
    stream->avail_in = 2;
    if (!inflate_all(decoder, sink, context)) return 0;
    stream->next_in = rest;
    stream->avail_in = rest_count;
    return inflate_all(decoder, sink, context);
}

static int is_whole(void *pointer) {
    struct decoder *decoder = pointer;
    return decoder->is_ended || decoder->stream.total_in == 0;
}

static void release(void *pointer) {
    struct decoder *decoder = pointer;
    inflate_end(&decoder->stream);
    free(decoder);
}

const struct coding coding_gzip = {load, make_gzip, feed, is_whole, release};
const struct coding coding_deflate = {load, make_deflate, feed, is_whole, release};
