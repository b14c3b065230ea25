// libFuzzer's entry point (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library), which has no header.
#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

// Runs `one` on inputs until the arguments say to stop.
int libfuzzer_run(int argc, char *_Nullable *_Nonnull argv, int (*_Nonnull one)(const uint8_t *_Nullable bytes, size_t count));

#endif
