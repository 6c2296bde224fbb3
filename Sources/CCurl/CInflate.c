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

struct decoder { struct stream stream; int is_ended; };

static int (*inflate_init)(struct stream *, int, const char *, int);
static int (*inflate_step)(struct stream *, int);
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
    void *end = dlsym(library, "inflateEnd");
    if (!init || !step || !end) return 0;
    memcpy(&inflate_init, &init, sizeof init);
    memcpy(&inflate_step, &step, sizeof step);
    memcpy(&inflate_end, &end, sizeof end);
    return 1;
}

void *cinflate_new(void) {
    if (!load()) return NULL;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    /* 15 bits of window, and 32 to tell gzip and zlib by their heads. */
    if (decoder && inflate_init(&decoder->stream, 15 + 32, "1.2.11", sizeof decoder->stream) != 0) {
        free(decoder);
        return NULL;
    }
    return decoder;
}

int cinflate_feed(void *pointer, const void *bytes, size_t count, cinflate_sink sink, void *context) {
    struct decoder *decoder = pointer;
    unsigned char output[65536];
    decoder->stream.next_in = bytes;
    decoder->stream.avail_in = (unsigned int)count;
    while (!decoder->is_ended && (decoder->stream.avail_in > 0 || decoder->stream.avail_out == 0)) {
        decoder->stream.next_out = output;
        decoder->stream.avail_out = sizeof output;
        int result = inflate_step(&decoder->stream, 0);
        size_t made = sizeof output - decoder->stream.avail_out;
        if (made > 0) sink(context, output, made);
        if (result == 1) decoder->is_ended = 1;
        else if (result == -5) break; /* no progress without more input */
        else if (result != 0) return 0;
    }
    return 1;
}

void cinflate_free(void *pointer) {
    struct decoder *decoder = pointer;
    inflate_end(&decoder->stream);
    free(decoder);
}
