// The decoder of libwoff2dec, whose interface is C++.
#ifndef FONTD_CWOFF2_H
#define FONTD_CWOFF2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Decodes a WOFF2 file into a buffer. Returns the size of the font, or 0 if the file is damaged or the buffer too small.
size_t cwoff2_decode(const uint8_t *file, size_t length, uint8_t *buffer, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
