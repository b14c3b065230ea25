// zlib, whose functions to begin are macros for Swift.
#ifndef FONTD_CZLIB_SHIM_H
#define FONTD_CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

// Begins to read deflated data without a header (RFC 1951).
static inline int czlib_begin_raw(z_stream *_Nonnull stream) { return inflateInit2(stream, -MAX_WBITS); }

// Begins to read members of gzip (RFC 1952), whose sums and lengths zlib compares.
static inline int czlib_begin_gzip(z_stream *_Nonnull stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

// Compresses bytes into one member of gzip without a time and a name: the number of bytes, for which there must be space.
static inline ptrdiff_t czlib_gzip(
    const uint8_t *_Nullable source, size_t count, uint8_t *_Nullable target, size_t space) {
    z_stream stream = {0};
    if (count > UINT32_MAX || space > UINT32_MAX) return -1;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    stream.next_in = (Bytef *)source;
    stream.avail_in = (uInt)count;
    stream.next_out = target;
    stream.avail_out = (uInt)space;
    int status = deflate(&stream, Z_FINISH);
    size_t written = space - stream.avail_out;
    deflateEnd(&stream);
    return status == Z_STREAM_END ? (ptrdiff_t)written : -1;
}

// What czlib_gunzip returns if the space does not suffice.
enum { CZLIB_MORE = -2 };

// Decompresses one member of gzip: the number of bytes, CZLIB_MORE, or -1 if it is damaged or something follows it.
static inline ptrdiff_t czlib_gunzip(
    const uint8_t *_Nullable source, size_t count, uint8_t *_Nullable target, size_t space) {
    z_stream stream = {0};
    if (count > UINT32_MAX || space > UINT32_MAX || czlib_begin_gzip(&stream) != Z_OK) return -1;
    stream.next_in = (Bytef *)source;
    stream.avail_in = (uInt)count;
    stream.next_out = target;
    stream.avail_out = (uInt)space;
    int status = inflate(&stream, Z_FINISH);
    ptrdiff_t result = -1;
    if (status == Z_STREAM_END && stream.avail_in == 0) result = (ptrdiff_t)(space - stream.avail_out);
    else if (status == Z_BUF_ERROR && stream.avail_out == 0) result = CZLIB_MORE;
    inflateEnd(&stream);
    return result;
}

#endif
