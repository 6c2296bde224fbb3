#ifndef ZLIB_STREAM_H
#define ZLIB_STREAM_H

/* zlib's z_stream, whose layout has not changed since 1995. */
struct stream {
    const unsigned char *next_in; unsigned int avail_in; unsigned long total_in;
    unsigned char *next_out; unsigned int avail_out; unsigned long total_out;
    const char *message; void *state; void *allocate; void *release; void *opaque;
    int data_type; unsigned long checksum; unsigned long reserved;
};

#endif
