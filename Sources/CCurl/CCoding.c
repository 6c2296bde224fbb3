#include "coding.h"

#include <stdlib.h>

static const struct coding *const codings[] = {
    [ccoding_gzip] = &coding_gzip,
    [ccoding_deflate] = &coding_deflate,
    [ccoding_br] = &coding_br,
    [ccoding_zstd] = &coding_zstd,
};

int ccoding_is_there(enum ccoding coding) { return codings[coding]->load(); }

void *ccoding_new(enum ccoding coding) {
    if (!ccoding_is_there(coding)) return NULL;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = codings[coding];
    decoder->state = decoder->coding->make();
    if (decoder->state) return decoder;
    free(decoder);
    return NULL;
}

int ccoding_feed(void *pointer, const void *bytes, size_t count, ccoding_sink sink, void *context) {
    struct decoder *decoder = pointer;
    if (count > 0) decoder->has_begun = 1;
    return decoder->coding->feed(decoder, bytes, count, sink, context);
}

int ccoding_is_whole(void *pointer) {
    struct decoder *decoder = pointer;
    return decoder->is_ended || !decoder->has_begun;
}

void ccoding_free(void *pointer) {
    struct decoder *decoder = pointer;
    decoder->coding->release(decoder->state);
    free(decoder);
}
