// Linux functions that Swift's Glibc module does not import, each with the reason for the C code.
#ifndef FONTD_CLINUX_H
#define FONTD_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

// open(2) and ioctl(2) are variadic.
int clx_open(const char *_Nonnull path, int flags, unsigned int mode);

// FICLONE is a function-like macro. Shares the blocks of `source` with `target` if the file system supports it.
int clx_clone(int target, int source);

// O_TMPFILE and AT_SYMLINK_FOLLOW are hidden behind _GNU_SOURCE.
int clx_open_unnamed(const char *_Nonnull directory);

// Links an unnamed file to a path, at which the complete file appears.
int clx_name_file(int file, const char *_Nonnull path);

// renameat2(2) is hidden behind _GNU_SOURCE. Renames unless the new name exists (EEXIST). Where the
// file system lacks that, a file that another program saves as `from` meanwhile is lost.
int clx_rename_new(const char *_Nonnull from, const char *_Nonnull to);

// pipe2(2) is hidden behind _GNU_SOURCE. Both ends are close-on-exec.
int clx_pipe(int *_Nonnull ends);

// dup3(2) is hidden behind _GNU_SOURCE. Atomically makes `descriptor` refer to the file of `other`.
int clx_replace(int descriptor, int other);

// secure_getenv(3) is hidden behind _GNU_SOURCE. Returns NULL in a program with more privileges than its starter.
const char *_Nullable clx_variable(const char *_Nonnull name);

// openat(2) is variadic. Does not block, and does not follow a symbolic link as the last component.
int clx_open_at(int folder, const char *_Nonnull name, int flags);

// setfsuid(2) is in a separate header, and setgroups(3) of the C library changes all threads. Opens a file as another
// user may, from a thread of root; the other threads keep root's rights. Returns -1 and EPERM if the process may not act
// as that user.
int clx_open_as(
    const char *_Nonnull path, int flags, uid_t user, gid_t group, const gid_t *_Nonnull groups, size_t count);

// O_PATH is hidden behind _GNU_SOURCE. Opens a folder for relative lookups, and follows symbolic links.
int clx_open_place(int folder, const char *_Nonnull name);

// syncfs(2) and memfd_create(2) are hidden behind _GNU_SOURCE.
int clx_syncfs(int file);

int clx_memfd(const char *_Nonnull name);

int clx_seal(int file);

// malloc_trim(3) is in a separate header. Returns free memory to the system.
void clx_trim_heap(void);

// mallopt(3) is in a separate header. Limits the number of heaps, of which threads share one if there are more threads.
// The main heap grows by 128 KiB at a time, the others by single pages, each with a system call; but threads that are busy
// at the same time wait for each other wherever they share a heap.
void clx_limit_heaps(int count);

// Gives memory to all variables of the program at once, as far as the kernel (5.14) supports it. One by one, each page that
// is read before it is written interrupts the other processors that run the program's threads.
void clx_populate_variables(void);

// Limits the number of heaps regardless of the number of threads, and maps large blocks separately, so that memory can be
// returned after a flood.
void clx_keep_heap_small(void);

// dl_iterate_phdr(3) is hidden behind _GNU_SOURCE. Drops the pages of code and constants of the program and its
// libraries, which only debuggers write to. Pages that are needed again are mapped from the page cache or read from the
// file.
void clx_give_code_back(void);

// stat(2) is both a type and a function, which makes calls ambiguous in Swift.
int clx_stat(const char *_Nonnull path, struct stat *_Nonnull into);

// The width of f_type differs between platforms. Returns whether the file is on a file system without storage, such as
// proc.
int clx_is_kernel_filesystem(int file);

// The width of f_type differs between platforms. Returns whether the file is known to be on a disk or in the memory of this
// machine, so that a look at it waits neither for another machine nor for a process.
int clx_is_local_filesystem(const char *_Nonnull path);

// Sets a file's times to the exact current time. The kernel's own timestamps may be as coarse as a clock tick, so two
// changes within a tick could share one timestamp, and fontconfig would consider a folder's older cache valid.
int clx_touch(const char *_Nonnull path);

// Sets a file's modification time to a second in the past, with the current nanoseconds; to the current time if that
// second is in the future.
int clx_date(const char *_Nonnull path, int64_t seconds);

// Returns the milliseconds until a delayed touch of a folder is due; 0 if it is due, -1 if there is no such folder. A
// touch is due just after the start of a second: a polling program is then unlikely to have read the folder in that
// second already, after which it would miss the touch.
int64_t clx_touch_wait(const char *_Nonnull folder, int64_t delay_ms);

// Performs the delayed touches in a detached grandchild, so that no command waits for them. fork(2) is unavailable in
// Swift, and between fork and _exit only async-signal-safe calls are allowed. Each delay starts at the change or at the
// previous touch; a change in between restarts the series. `lock` is a file that the waiting process keeps locked. `then`
// is a program that runs on the folder after the last touch.
void clx_touch_later(
    const char *_Nonnull folder, const char *_Nonnull lock, const int64_t *_Nonnull delays_ms, size_t count,
    const char *_Nullable then);

// Starts a program with one end of a socket as its standard input, and perhaps an argument. It inherits nothing else: no
// environment, no other
// descriptor, no signal handling, no working folder. `socket` is set to the other end. Returns the process, or -1.
// posix_spawn's newer file actions are hidden behind _GNU_SOURCE.
pid_t clx_start_served(const char *_Nonnull program, const char *_Nullable argument, int *_Nonnull socket);

// Sends bytes and a descriptor in one message; CMSG_DATA and related names are macros. Returns 0, or -1.
int clx_send_with_descriptor(int socket, const void *_Nonnull bytes, size_t count, int descriptor);

// Receives `count` bytes and the descriptor that was sent with them, or -1 for none. Returns the number of bytes, 0 at
// the end.
ssize_t clx_receive_with_descriptor(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor);

// Returns a descriptor that becomes readable when the process has ended; -1 if the kernel does not support it.
int clx_process_descriptor(pid_t process);

// Kills the process of a descriptor; fails if it has ended. Unlike kill, it never reaches another process with the same id.
int clx_kill_process(int descriptor);

// prctl(2) is variadic. Programs started by this process gain no privileges, and other processes of the user cannot
// inspect it. Returns 0, or -1.
int clx_renounce_privileges(void);

// Sets a resource limit (RLIMIT_…), whose type Swift imports differently from different C libraries. Returns 0, or -1.
int clx_limit(int resource, uint64_t soft, uint64_t hard);

// prlimit(2) is hidden behind _GNU_SOURCE. Sets the total processor time that another process may use, in seconds, up
// to its hard limit. Returns 0, or -1.
int clx_limit_time(pid_t process, uint64_t seconds);

// The C library has no functions for Landlock. Denies this process all access to file systems, to TCP, to abstract
// sockets of other processes and to signals to them, as far as the kernel supports it. Returns the version of the
// kernel's interface, 0 if there is none, -1 on failure.
int clx_landlock_everything(void);

// The same, but for reading of some files and folders, and for connections to some TCP ports.
int clx_landlock_except(
    const char *_Nonnull const *_Nullable readable, size_t paths, const uint16_t *_Nullable ports, size_t count);

// dladdr1(3) and dlinfo(3) are hidden behind _GNU_SOURCE. Writes the absolute path of the program or shared object that has
// an address, also if it was loaded by a relative path and the working folder has changed since. Returns its length, or
// -1.
ssize_t clx_object_path(const void *_Nonnull address, char *_Nonnull path, size_t size);

#endif
