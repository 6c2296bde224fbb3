#include "CInflate.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

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
    if (inflate_end) return 1;
#ifdef __APPLE__
    void *library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) return 0;
    void *init = dlsym(library, "inflateInit2_"), *step = dlsym(library, "inflate");
    void *reset = dlsym(library, "inflateReset2"), *end = dlsym(library, "inflateEnd");
    if (!init || !step || !reset || !end) return 0;
    memcpy(&inflate_init, &init, sizeof init);
    memcpy(&inflate_step, &step, sizeof step);
    memcpy(&inflate_reset, &reset, sizeof reset);
    memcpy(&inflate_end, &end, sizeof end);
    return 1;
}

void *cinflate_new(int is_deflate) {
    if (!load()) return NULL;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    /* 15 bits of window, and 32 to tell gzip and zlib by their heads. */
    if (decoder && inflate_init(&decoder->stream, 15 + 32, "1.2.11", sizeof decoder->stream) != 0) {
        free(decoder);
        return NULL;
    }
    if (decoder) decoder->is_deflate = is_deflate;
    return decoder;
}

/* Decodes all the input there is; 0 where it is damaged. */
static int inflate_all(struct decoder *decoder, cinflate_sink sink, void *context) {
    unsigned char output[65536];
    struct stream *stream = &decoder->stream;
    stream->avail_out = 0;
    while (stream->avail_in > 0 || stream->avail_out == 0) {
        if (decoder->is_ended) {
            /* A gzip body may have several members (RFC 1952 2.2); other bytes at its end are left out. */
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

int cinflate_feed(void *pointer, const void *bytes, size_t count, cinflate_sink sink, void *context) {
    struct decoder *decoder = pointer;
    struct stream *stream = &decoder->stream;
    const unsigned char *input = bytes;
    for (size_t i = 0; i < count && !decoder->is_raw && stream->total_in + i < 2; i++) {
        decoder->first[stream->total_in + i] = input[i];
    }
    stream->next_in = input;
    stream->avail_in = (unsigned int)count;
    if (inflate_all(decoder, sink, context)) return 1;
    /* Some send deflate without its zlib wrapper (RFC 9110 8.4.1.2): begin again behind the first two bytes. */
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

int cinflate_is_whole(void *pointer) {
    struct decoder *decoder = pointer;
    return decoder->is_ended || decoder->stream.total_in == 0;
}

void cinflate_free(void *pointer) {
    struct decoder *decoder = pointer;
    inflate_end(&decoder->stream);
    free(decoder);
}
