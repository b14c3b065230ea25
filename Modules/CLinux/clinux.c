// Apart from the header, since what is needed here hides behind _GNU_SOURCE, which other modules are built without.
#define _GNU_SOURCE
#include "clinux.h"

#include <malloc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// open(2) and ioctl(2) are variadic.
int clx_open(const char *_Nonnull path, int flags, unsigned int mode) { return open(path, flags, mode); }

// FICLONE is a function-like macro: shares the blocks of `source` with `target` where the file system can.
int clx_clone(int target, int source) { return ioctl(target, FICLONE, source); }

// O_TMPFILE and AT_SYMLINK_FOLLOW are hidden behind _GNU_SOURCE.
int clx_open_unnamed(const char *_Nonnull directory) {
    return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0444);
}

// Renames unless the new name is taken; a file system that cannot promise that in one step gets a link instead.
int clx_rename_new(const char *_Nonnull from, const char *_Nonnull to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    if (link(from, to) != 0) return -1;
    unlink(from);
    return 0;
}

// Both ends close in a child from the start.
int clx_pipe(int *_Nonnull ends) { return pipe2(ends, O_CLOEXEC); }

// Gives an unnamed file its name; the file appears complete.
int clx_name_file(int file, const char *_Nonnull path) {
    char link[64];
    unsigned int n = (unsigned int)file;
    char digits[12];
    int count = 0, at = 0;
    const char *prefix = "/proc/self/fd/";
    do { digits[count++] = (char)('0' + n % 10); n /= 10; } while (n);
    while (prefix[at]) { link[at] = prefix[at]; at++; }
    while (count) link[at++] = digits[--count];
    link[at] = 0;
    return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

// openat(2) is variadic. Never blocks, never follows a link as the last step.
int clx_open_at(int folder, const char *_Nonnull name, int flags) {
    return openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

// O_PATH is hidden behind _GNU_SOURCE: a folder as a place to look in from, through whatever link leads to it.
int clx_open_place(int folder, const char *_Nonnull name) {
    return openat(folder, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// pidfd_open(2), which older C libraries do not have: a descriptor that becomes readable when the process has ended.
int clx_open_process(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// syncfs(2) and memfd_create(2) are hidden behind _GNU_SOURCE.
int clx_syncfs(int file) { return syncfs(file); }
int clx_memfd(const char *_Nonnull name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }
int clx_seal(int file) {
    return fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

// stat(2) is both a type and a function, which makes Swift code ambiguous to read.
int clx_stat(const char *_Nonnull path, struct stat *_Nonnull into) { return stat(path, into); }

// f_type is a word whose width differs between platforms; true for file systems made up by the kernel.
int clx_is_kernel_filesystem(int file) {
    struct statfs s;
    if (fstatfs(file, &s) != 0) return 0;
    switch ((uint32_t)s.f_type) {
    case 0x9fa0:     // proc
    case 0x62656572: // sysfs
    case 0x64626720: // debugfs
    case 0x74726163: // tracefs
    case 0x27e0eb:   // cgroup
    case 0x63677270: // cgroup2
    case 0x73636673: // securityfs
    case 0x1cd1:     // devpts
        return 1;
    default:
        return 0;
    }
}

// Sets a file's times to the precise present: the kernel's own stamps may be a clock tick coarse, so that two changes
// within a tick could share one time, and fontconfig would take a folder's older cache for valid.
int clx_touch(const char *_Nonnull path) {
    struct timespec now[2];
    if (clock_gettime(CLOCK_REALTIME, &now[0]) != 0) return -1;
    now[1] = now[0];
    return utimensat(AT_FDCWD, path, now, 0);
}

// Dates a file to a second of the past, with the nanoseconds of the present; to the present if that second is still to come.
int clx_date(const char *_Nonnull path, int64_t seconds) {
    struct timespec times[2];
    if (clock_gettime(CLOCK_REALTIME, &times[0]) != 0) return -1;
    if (seconds >= times[0].tv_sec) return clx_touch(path);
    times[1].tv_sec = seconds;
    times[1].tv_nsec = times[0].tv_nsec;
    return utimensat(AT_FDCWD, path, times, 0);
}

// Milliseconds until the second bell of a folder is due; 0 if it is, -1 if there is no such folder. It rings just after a
// second has begun: a program that polls has then hardly ever looked in that second already, and would miss it if it had.
// 12 ms: time(2), which fontconfig asks, may lag by a tick of the kernel's clock, and a bell in the future is not heard.
int64_t clx_bell_wait(const char *_Nonnull folder, int64_t delay_ms) {
    struct stat s;
    struct timespec now;
    if (stat(folder, &s) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    int64_t present = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    int64_t rung = (int64_t)s.st_mtim.tv_sec * 1000 + s.st_mtim.tv_nsec / 1000000;
    int64_t due = ((rung + delay_ms) / 1000 + 1) * 1000 + 12;
    return rung > present || due <= present ? 0 : due - present;
}

// The second bell, rung by a detached grandchild so that no command waits for it. fork(2) is unavailable in Swift, and
// between fork and _exit only async-signal-safe calls are allowed. `lock` names the file whose lock says that a
// ringer is already waiting; it looks at the folder again before it ends, so one ringer serves a whole series.
void clx_ring_later(const char *_Nonnull folder, const char *_Nonnull lock, int64_t delay_ms) {
    int held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (held < 0) return;
    if (flock(held, LOCK_EX | LOCK_NB) != 0) { close(held); return; }
    pid_t child = fork();
    if (child < 0) { close(held); return; }
    if (child > 0) {
        close(held); // the lock stays with the child's copy of the description
        int status;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        return;
    }
    setsid();
    if (fork() != 0) _exit(0);
    if (held != 3) { dup2(held, 3); }
    // Keep no descriptor of the caller open: a shell waiting for the command's output must not wait for the bell.
    syscall(SYS_close_range, 4u, ~0u, 0u);
    close(0); close(1); close(2);
    if (chdir("/") != 0) _exit(0);
    for (;;) {
        int64_t left = clx_bell_wait(folder, delay_ms);
        if (left < 0) _exit(0);
        struct timespec wait = {left / 1000, (left % 1000) * 1000000};
        nanosleep(&wait, NULL);
        flock(3, LOCK_UN);
        left = clx_bell_wait(folder, delay_ms);
        if (left <= 0) { if (left == 0) clx_touch(folder); _exit(0); }
        if (flock(3, LOCK_EX | LOCK_NB) != 0) _exit(0);
    }
}

void clx_trim_heap(void) { malloc_trim(0); }
