// What a program does before its libraries are initialized.
#ifndef FONTD_PROGRAM_START_H
#define FONTD_PROGRAM_START_H

// The version of fontd. This is its only place: scripts/version reads it for all that is built and installed.
#define FONTD_VERSION "0.9.0"

// The minimum size of the address space (`ulimit -v`) and of private writable memory (`ulimit -d`) in KiB. With less,
// Swift's runtime and the C++ library end with a signal while they are initialized.
#define FONTD_ADDRESS_SPACE_KIB 524288
#define FONTD_DATA_KIB 98304
// The minimum size of the stack (`ulimit -s`) in KiB.
#define FONTD_STACK_KIB 256

// The address of the function that runs first, so that the linker keeps it.
extern void (*const _Nonnull fontd_program_start)(int, char *_Nullable *_Nonnull, char *_Nullable *_Nonnull);

#endif
