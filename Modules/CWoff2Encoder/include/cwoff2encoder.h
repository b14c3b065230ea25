// The encoder of libwoff2enc, whose interface is C++.
#ifndef FONTD_CWOFF2ENCODER_H
#define FONTD_CWOFF2ENCODER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Returns the size of a buffer that a packed font fits in.
size_t cwoff2_encoded_limit(const uint8_t *font, size_t length);

// Packs a font as WOFF2 into a buffer. Returns the size of the file, or 0 if the font is damaged.
size_t cwoff2_encode(const uint8_t *font, size_t length, uint8_t *buffer, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
