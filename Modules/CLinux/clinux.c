// Separate from the header, since these functions need _GNU_SOURCE, without which other modules are built.
#define _GNU_SOURCE
#include "clinux.h"

#include <malloc.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/fs.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// open(2) and ioctl(2) are variadic.
int clx_open(const char *_Nonnull path, int flags, unsigned int mode) { return open(path, flags, mode); }

// FICLONE is a function-like macro. Shares the blocks of `source` with `target` if the file system supports it.
int clx_clone(int target, int source) { return ioctl(target, FICLONE, source); }

// O_TMPFILE and AT_SYMLINK_FOLLOW are hidden behind _GNU_SOURCE.
int clx_open_unnamed(const char *_Nonnull directory) {
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0444);
}

// Renames unless the new name exists. On a file system without an atomic operation for that, creates a link instead.
int clx_rename_new(const char *_Nonnull from, const char *_Nonnull to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    if (link(from, to) != 0) return -1;
    unlink(from);
    return 0;
}

// Both ends are close-on-exec.
int clx_pipe(int *_Nonnull ends) { return pipe2(ends, O_CLOEXEC); }

// The new descriptor is close-on-exec.
int clx_replace(int descriptor, int other) { return dup3(other, descriptor, O_CLOEXEC); }

const char *_Nullable clx_variable(const char *_Nonnull name) { return secure_getenv(name); }

// Links an unnamed file to a path, at which the complete file appears.
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

// openat(2) is variadic. Does not block, and does not follow a symbolic link as the last component.
int clx_open_at(int folder, const char *_Nonnull name, int flags) {
    return openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

// Gives this thread the rights of a user, and afterwards its own. A thread that cannot go back must not go on.
int clx_open_as(
    const char *_Nonnull path, int flags, uid_t user, gid_t group, const gid_t *_Nonnull groups, size_t count) {
    uid_t own_user = geteuid();
    gid_t own_group = getegid();
    int own_count = getgroups(0, NULL);
    if (own_count < 0) return -1;
    gid_t *own = malloc((size_t)own_count * sizeof *own + 1);
    if (!own) return -1;
    if (getgroups(own_count, own) != own_count || syscall(SYS_setgroups, count, groups) != 0) {
        free(own);
        errno = EPERM;
        return -1;
    }
    // Both return the previous id, also when they change nothing.
    setfsgid(group);
    setfsuid(user);
    int file = -1, failure = EPERM;
    if ((gid_t)setfsgid((gid_t)-1) == group && (uid_t)setfsuid((uid_t)-1) == user) {
        file = open(path, flags | O_CLOEXEC);
        failure = errno;
    }
    setfsuid(own_user);
    setfsgid(own_group);
    if ((uid_t)setfsuid((uid_t)-1) != own_user || (gid_t)setfsgid((gid_t)-1) != own_group ||
        syscall(SYS_setgroups, (size_t)own_count, own) != 0) {
        abort();
    }
    free(own);
    errno = failure;
    return file;
}

// O_PATH is hidden behind _GNU_SOURCE. Opens a folder for relative lookups, and follows symbolic links.
int clx_open_place(int folder, const char *_Nonnull name) {
    return openat(folder, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// syncfs(2) and memfd_create(2) are hidden behind _GNU_SOURCE.
int clx_syncfs(int file) { return syncfs(file); }
int clx_memfd(const char *_Nonnull name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }
int clx_seal(int file) {
    return fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

// stat(2) is both a type and a function, which makes calls ambiguous in Swift.
int clx_stat(const char *_Nonnull path, struct stat *_Nonnull into) { return stat(path, into); }

// The width of f_type differs between platforms. Returns whether the file is on a file system without storage, such as
// proc.
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

int clx_is_local_filesystem(const char *_Nonnull path) {
    struct statfs s;
    if (statfs(path, &s) != 0) return 0;
    switch ((uint32_t)s.f_type) {
    case 0xef53:     // ext2, ext3, ext4
    case 0x58465342: // xfs
    case 0x9123683e: // btrfs
    case 0xf2f52010: // f2fs
    case 0x2fc12fc1: // zfs
    case 0xca451a4e: // bcachefs
    case 0x01021994: // tmpfs
        return 1;
    default:
        return 0;
    }
}

// Sets a file's times to the exact current time. The kernel's own timestamps may be as coarse as a clock tick, so two
// changes within a tick could share one timestamp, and fontconfig would consider a folder's older cache valid.
int clx_touch(const char *_Nonnull path) {
    struct timespec now[2];
    if (clock_gettime(CLOCK_REALTIME, &now[0]) != 0) return -1;
    now[1] = now[0];
    return utimensat(AT_FDCWD, path, now, 0);
}

// Sets a file's modification time to a second in the past, with the current nanoseconds; to the current time if that
// second is in the future.
int clx_date(const char *_Nonnull path, int64_t seconds) {
    struct timespec times[2];
    if (clock_gettime(CLOCK_REALTIME, &times[0]) != 0) return -1;
    if (seconds >= times[0].tv_sec) return clx_touch(path);
    times[1].tv_sec = seconds;
    times[1].tv_nsec = times[0].tv_nsec;
    return utimensat(AT_FDCWD, path, times, 0);
}

// Returns the milliseconds until a delayed touch of a folder is due; 0 if it is due, -1 if there is no such folder. A
// touch is due just after the start of a second: a polling program is then unlikely to have read the folder in that
// second already, after which it would miss the touch. 12 ms: time(2), which fontconfig uses, may lag by a tick of the
// kernel's clock, and a touch in the future is ignored.
int64_t clx_touch_wait(const char *_Nonnull folder, int64_t delay_ms) {
    struct stat s;
    struct timespec now;
    if (stat(folder, &s) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    int64_t present = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    int64_t touched = (int64_t)s.st_mtim.tv_sec * 1000 + s.st_mtim.tv_nsec / 1000000;
    int64_t due = ((touched + delay_ms) / 1000 + 1) * 1000 + 12;
    return touched > present || due <= present ? 0 : due - present;
}

static void sleep_for(int64_t milliseconds) {
    struct timespec left = {milliseconds / 1000, (milliseconds % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
}

// Returns whether a folder still has the modification time of the last touch.
static int is_unchanged(const char *folder, const struct timespec *touched) {
    struct stat s;
    return stat(folder, &s) == 0 && s.st_mtim.tv_sec == touched->tv_sec && s.st_mtim.tv_nsec == touched->tv_nsec;
}

// Returns whether the open file 3 is the lock file at a path. If the store was removed and created again, it is not:
// another process touches the folder then, and two would take each other's touches for changes, for ever.
static int is_lock(const char *path) {
    struct stat own, present;
    return fstat(3, &own) == 0 && stat(path, &present) == 0 && own.st_dev == present.st_dev &&
        own.st_ino == present.st_ino;
}

// Touches a folder `delays[0]` after its last change, `delays[1]` after that, and so on; a change in between restarts
// the series. Returns the modification time after the last touch; {0, 0} if the folder or the lock is gone.
static struct timespec touch_repeatedly(
    const char *folder, const char *lock, const int64_t *delays, size_t count) {
    const struct timespec gone = {0, 0};
    struct timespec touched = gone;
    for (size_t step = 0; step < count;) {
        if (!is_lock(lock)) return gone;
        if (step > 0 && !is_unchanged(folder, &touched)) step = 0;
        int64_t left = clx_touch_wait(folder, delays[step]);
        if (left < 0) return gone;
        if (left > 0) { sleep_for(left); continue; }
        struct stat s;
        if (clx_touch(folder) != 0 || stat(folder, &s) != 0) return gone;
        touched = s.st_mtim;
        step++;
    }
    return touched;
}

// Replaces the process by a program with a folder as its argument, without an environment and without open files.
static void run_on(const char *folder, const char *program) {
    close(3);
    // A program could take a file that it opens for its standard error.
    for (int stream = 0; stream < 3; stream++) {
        if (open("/dev/null", O_RDWR) != stream) return;
    }
    char *const arguments[] = {(char *)program, (char *)folder, NULL};
    char *const environment[] = {NULL};
    execve(program, arguments, environment);
}

// Performs the delayed touches in a detached grandchild, so that no command waits for them. fork(2) is unavailable in
// Swift, and between fork and _exit only async-signal-safe calls are allowed. `lock` is a file that the waiting process
// keeps locked. That process checks the folder again before each touch, so one process serves a whole series of
// changes.
void clx_touch_later(
    const char *_Nonnull folder, const char *_Nonnull lock, const int64_t *_Nonnull delays_ms, size_t count,
    const char *_Nullable then) {
    int held = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (held < 0) return;
    fchmod(held, 0600); // whatever the process masks
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
    // Close all other descriptors: a shell that reads the command's output must not wait for the touches.
    syscall(SYS_close_range, 4u, ~0u, 0u);
    if (chdir("/") != 0) _exit(0);
    close(0); close(2); close(1);
    for (;;) {
        struct timespec touched = touch_repeatedly(folder, lock, delays_ms, count);
        flock(3, LOCK_UN);
        // A change between the last touch and the unlocking found the lock held.
        if (touched.tv_sec == 0 || is_unchanged(folder, &touched)) {
            if (touched.tv_sec != 0 && then) run_on(folder, then);
            _exit(0);
        }
        if (flock(3, LOCK_EX | LOCK_NB) != 0) _exit(0);
    }
}

void clx_trim_heap(void) { malloc_trim(0); }

void clx_limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }

// The linker's names for the ends of the variables without initial values.
extern char __bss_start[], _end[];

void clx_populate_variables(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)__bss_start & ~(page - 1), end = ((uintptr_t)_end + page - 1) & ~(page - 1);
    madvise((void *)start, end - start, MADV_POPULATE_WRITE);
}

void clx_keep_heap_small(void) {
    mallopt(M_ARENA_MAX, 4);
    // Not less, since blocks that are allocated and freed constantly during a flood would be mapped and unmapped each
    // time.
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
}

static int give_back(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size;
    uintptr_t page = *(uintptr_t *)data;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_memsz + page - 1) & ~(page - 1);
        // The kernel's own mapping (the vDSO) is restored like the rest.
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void clx_give_code_back(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(give_back, &page);
}

// Starts a program with one end of a socket as its standard input, and inherits nothing else.
pid_t clx_start_served(const char *_Nonnull program, const char *_Nullable argument, int *_Nonnull mine) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    pid_t process = -1;
    char *arguments[] = {(char *)program, (char *)argument, NULL};
    char *environment[] = {NULL};
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure == 0) {
        failure = posix_spawnattr_init(&attributes);
        if (failure == 0) {
            posix_spawnattr_setsigdefault(&attributes, &all);
            posix_spawnattr_setsigmask(&attributes, &none);
            // A separate process group: the starter handles interrupts from the terminal.
            posix_spawnattr_setflags(
                &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
            failure = posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
            if (failure == 0) failure = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0);
            if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, 1, 2);
            if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
            if (failure == 0) failure = posix_spawn_file_actions_addchdir_np(&actions, "/");
            if (failure == 0) failure = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (failure != 0) {
        close(ends[0]);
        errno = failure;
        return -1;
    }
    *mine = ends[0];
    return process;
}

int clx_send_with_descriptor(int socket, const void *_Nonnull bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    ssize_t sent;
    do { sent = sendmsg(socket, &message, MSG_NOSIGNAL); } while (sent < 0 && errno == EINTR);
    if (sent >= 0 && (size_t)sent != count) errno = EMSGSIZE;
    return sent >= 0 && (size_t)sent == count ? 0 : -1;
}

ssize_t clx_receive_with_descriptor(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor) {
    struct iovec part = {bytes, count};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t received;
    do { received = recvmsg(socket, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC); } while (received < 0 && errno == EINTR);
    if (received < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return received;
}

int clx_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clx_kill_process(int descriptor) { return (int)syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0); }

int clx_renounce_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int clx_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit present;
    if (getrlimit(resource, &present) != 0) return -1;
    // A stricter existing limit is kept.
    struct rlimit limit = {soft, hard};
    if (limit.rlim_max > present.rlim_max) limit.rlim_max = present.rlim_max;
    if (limit.rlim_cur > present.rlim_cur) limit.rlim_cur = present.rlim_cur;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit);
}

int clx_limit_time(pid_t process, uint64_t seconds) {
    struct rlimit limit;
    if (prlimit(process, RLIMIT_CPU, NULL, &limit) != 0) return -1;
    limit.rlim_cur = seconds < limit.rlim_max ? seconds : limit.rlim_max;
    return prlimit(process, RLIMIT_CPU, &limit, NULL);
}

// The constants of linux/landlock.h as of version 6; the header in Debian 12 has those of version 2.
struct landlock_rules { uint64_t files, network, scopes; };

// Returns rules that deny everything that the kernel's version can deny, and their size.
static struct landlock_rules landlock_all(long version, size_t *size) {
    struct landlock_rules rules = {0, 0, 0};
    // Access rights to files: 13 in version 1, then REFER, TRUNCATE and (version 5) IOCTL_DEV.
    rules.files = (1u << 13) - 1;
    if (version >= 2) rules.files |= 1u << 13;
    if (version >= 3) rules.files |= 1u << 14;
    if (version >= 5) rules.files |= 1u << 15;
    if (version >= 4) rules.network = 3; // to bind and to connect TCP
    if (version >= 6) rules.scopes = 3;  // abstract sockets and signals outside
    *size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return rules;
}

static long landlock_version(void) {
    return syscall(444 /* landlock_create_ruleset */, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
}

int clx_landlock_everything(void) { return clx_landlock_except(NULL, 0, NULL, 0); }

int clx_landlock_except(
    const char *_Nonnull const *_Nullable readable, size_t paths, const uint16_t *_Nullable ports, size_t count) {
    long version = landlock_version();
    if (version < 1) return 0;
    size_t size;
    struct landlock_rules rules = landlock_all(version, &size);
    int ruleset = (int)syscall(444, &rules, size, 0);
    if (ruleset < 0) return -1;
    long failure = 0;
    for (size_t index = 0; index < paths && failure == 0; index++) {
        struct { uint64_t access; int32_t parent; } __attribute__((packed)) rule = {0};
        struct stat status;
        rule.parent = open(readable[index], O_PATH | O_CLOEXEC);
        // What is not there needs no permission.
        if (rule.parent < 0) continue;
        rule.access = 1u << 2; // READ_FILE
        if (fstat(rule.parent, &status) == 0 && S_ISDIR(status.st_mode)) rule.access |= 1u << 3; // READ_DIR
        failure = syscall(445 /* landlock_add_rule */, ruleset, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
        close(rule.parent);
    }
    for (size_t index = 0; index < count && failure == 0 && version >= 4; index++) {
        struct { uint64_t access, port; } rule = {2 /* CONNECT_TCP */, ports[index]};
        failure = syscall(445, ruleset, 2 /* LANDLOCK_RULE_NET_PORT */, &rule, 0);
    }
    if (failure == 0) failure = syscall(446 /* landlock_restrict_self */, ruleset, 0);
    close(ruleset);
    return failure == 0 ? (int)version : -1;
}

ssize_t clx_object_path(const void *_Nonnull address, char *_Nonnull path, size_t size) {
    Dl_info info;
    struct link_map *object = NULL;
    if (dladdr1(address, &info, (void **)&object, RTLD_DL_LINKMAP) == 0 || object == NULL) return -1;
    const char *name = object->l_name;
    // The program itself has no name in this list.
    if (name == NULL || *name == '\0') {
        ssize_t length = readlink("/proc/self/exe", path, size);
        return length < (ssize_t)size ? length : -1;
    }
    int length;
    if (*name == '/') {
        length = snprintf(path, size, "%s", name);
    } else {
        // The loader has kept the folder to which a relative path led.
        void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
        if (handle == NULL) return -1;
        char folder[PATH_MAX];
        int failure = dlinfo(handle, RTLD_DI_ORIGIN, folder);
        dlclose(handle);
        if (failure != 0) return -1;
        const char *slash = strrchr(name, '/');
        length = snprintf(path, size, "%s/%s", folder, slash == NULL ? name : slash + 1);
    }
    return length < (int)size ? length : -1;
}
