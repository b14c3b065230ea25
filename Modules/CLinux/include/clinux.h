// Linux calls that Swift's Glibc module does not show, each with the reason it is C.
#ifndef FONTD_CLINUX_H
#define FONTD_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

// open(2) and ioctl(2) are variadic.
int clx_open(const char *_Nonnull path, int flags, unsigned int mode);

// FICLONE is a function-like macro: shares the blocks of `source` with `target` where the file system can.
int clx_clone(int target, int source);

// O_TMPFILE and AT_SYMLINK_FOLLOW are hidden behind _GNU_SOURCE.
int clx_open_unnamed(const char *_Nonnull directory);

// Gives an unnamed file its name; the file appears complete.
int clx_name_file(int file, const char *_Nonnull path);

// renameat2(2) is hidden behind _GNU_SOURCE: renames unless the new name is taken (EEXIST).
int clx_rename_new(const char *_Nonnull from, const char *_Nonnull to);

// pipe2(2) is hidden behind _GNU_SOURCE: both ends close in a child from the start.
int clx_pipe(int *_Nonnull ends);

// dup3(2) is hidden behind _GNU_SOURCE: `descriptor` becomes another name for `other`'s file, in one step.
int clx_replace(int descriptor, int other);

// secure_getenv(3) is hidden behind _GNU_SOURCE: nothing in a program with more rights than who started it.
const char *_Nullable clx_variable(const char *_Nonnull name);

// openat(2) is variadic. Never blocks, never follows a link as the last step.
int clx_open_at(int folder, const char *_Nonnull name, int flags);

// O_PATH is hidden behind _GNU_SOURCE: a folder as a place to look in from, through whatever link leads to it.
int clx_open_place(int folder, const char *_Nonnull name);

// pidfd_open(2): a descriptor that becomes readable when the process has ended.
int clx_open_process(int process);

// syncfs(2) and memfd_create(2) are hidden behind _GNU_SOURCE.
int clx_syncfs(int file);

int clx_memfd(const char *_Nonnull name);

int clx_seal(int file);

// malloc_trim(3) is in a header of its own: gives memory that is free back to the system.
void clx_trim_heap(void);

// mallopt(3) is in a header of its own: few heaps, whichever thread allocates, and large blocks apart from them, so that what
// a flood needed can be given back.
void clx_keep_heap_small(void);

// dl_iterate_phdr(3) is hidden behind _GNU_SOURCE: drops the pages of the code and constants of the program and its libraries, which
// nobody writes but debuggers; what is needed again is mapped again from the page cache, or read from the file.
void clx_give_code_back(void);

// stat(2) is both a type and a function, which makes Swift code ambiguous to read.
int clx_stat(const char *_Nonnull path, struct stat *_Nonnull into);

// f_type is a word whose width differs between platforms; true for file systems made up by the kernel.
int clx_is_kernel_filesystem(int file);

// Sets a file's times to the precise present: the kernel's own stamps may be a clock tick coarse, so that two changes
// within a tick could share one time, and fontconfig would take a folder's older cache for valid.
int clx_touch(const char *_Nonnull path);

// Dates a file to a second of the past, with the nanoseconds of the present; to the present if that second is still to come.
int clx_date(const char *_Nonnull path, int64_t seconds);

// Milliseconds until a delayed touch of a folder is due; 0 if it is, -1 if there is no such folder. It falls just after a
// second has begun: a program that polls has then hardly ever looked in that second already, and would miss it if it had.
int64_t clx_touch_wait(const char *_Nonnull folder, int64_t delay_ms);

// The delayed touches, made by a detached grandchild so that no command waits for them. fork(2) is unavailable in Swift, and
// between fork and _exit only async-signal-safe calls are allowed. Each delay counts from the change or the touch before;
// a change in between begins the series anew. `lock` names the file whose lock says that a process is already waiting.
void clx_touch_later(
    const char *_Nonnull folder, const char *_Nonnull lock, const int64_t *_Nonnull delays_ms, size_t count);

// Starts a program with one end of a socket as its standard input and nothing else of ours: no environment, no other
// descriptor, no signal handling, no working folder. `socket` becomes the other end. Returns the process, or -1.
// posix_spawn's newer file actions hide behind _GNU_SOURCE.
pid_t clx_start_served(const char *_Nonnull program, int *_Nonnull socket);

// Sends bytes and a descriptor in one message; CMSG_DATA and its relatives are macros. 0, or -1.
int clx_send_with_descriptor(int socket, const void *_Nonnull bytes, size_t count, int descriptor);

// Receives exactly `count` bytes and the descriptor that came with them, -1 if none did. Returns the bytes, 0 at the end.
ssize_t clx_receive_with_descriptor(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor);

// A descriptor that becomes readable when the process has ended; -1 where the kernel has none.
int clx_process_descriptor(pid_t process);

// prctl(2) is variadic. No program started from here gains rights by being started, and no other process of the user
// may look into this one. 0, or -1.
int clx_renounce_privileges(void);

// Sets a resource limit (RLIMIT_…), whose type Swift sees differently from one libc to another. 0, or -1.
int clx_limit(int resource, uint64_t soft, uint64_t hard);

// prlimit(2) is hidden behind _GNU_SOURCE: sets how much processor time another process may use in all, in seconds, as
// far as its own limit goes. 0, or -1.
int clx_limit_time(pid_t process, uint64_t seconds);

// Landlock has no functions in libc. Forbids this process every access to a file system, to TCP, to abstract sockets and
// signals of others, as far as the kernel knows how. Returns the version of the kernel's interface, 0 where there is none,
// -1 if it failed.
int clx_landlock_everything(void);

#endif
