#include "libfuzzer.h"

extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *bytes, size_t count));

int libfuzzer_run(int argc, char *_Nullable *_Nonnull argv, int (*_Nonnull one)(const uint8_t *_Nullable, size_t)) {
    return LLVMFuzzerRunDriver(&argc, (char ***)&argv, one);
}

// Required by libFuzzer's own `main`, which is linked but never called.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    (void)bytes, (void)count;
    return 0;
}
