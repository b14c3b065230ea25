#include "cwoff2.h"

#include <woff2/decode.h>
#include <woff2/output.h>

size_t cwoff2_decode(const uint8_t *file, size_t length, uint8_t *buffer, size_t capacity) {
    woff2::WOFF2MemoryOut out(buffer, capacity);
    return woff2::ConvertWOFF2ToTTF(file, length, &out) ? out.Size() : 0;
}
