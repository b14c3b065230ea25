// zlib, whose functions to begin are macros for Swift.
#ifndef FONTD_CZLIB_SHIM_H
#define FONTD_CZLIB_SHIM_H

#include <zlib.h>

// Begins to read deflated data without a header (RFC 1951).
static inline int czlib_begin_raw(z_stream *_Nonnull stream) { return inflateInit2(stream, -MAX_WBITS); }

// Begins to read members of gzip (RFC 1952), whose sums and lengths zlib compares.
static inline int czlib_begin_gzip(z_stream *_Nonnull stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
