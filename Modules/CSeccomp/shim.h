// Parts of libseccomp that Swift cannot import.
#ifndef FONTD_CSECCOMP_SHIM_H
#define FONTD_CSECCOMP_SHIM_H

#include <errno.h>
#include <seccomp.h>
#include <sys/prctl.h>

// SCMP_ACT_ERRNO is a function-like macro, the others are casts.
static inline uint32_t cseccomp_refuse(void) { return SCMP_ACT_ERRNO(EPERM); }
static inline uint32_t cseccomp_deny(void) { return SCMP_ACT_ERRNO(ENOSYS); }
static inline uint32_t cseccomp_allow(void) { return SCMP_ACT_ALLOW; }
static inline uint32_t cseccomp_kill(void) { return SCMP_ACT_KILL_PROCESS; }
static inline int cseccomp_no_call(void) { return __NR_SCMP_ERROR; }

// prctl(2) is variadic. A kernel without filters returns EINVAL; one with filters fails to read a filter at address 0.
static inline int cseccomp_kernel_has_filters(void) {
    return prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, 0, 0, 0) != 0 && errno == EFAULT;
}

#endif
