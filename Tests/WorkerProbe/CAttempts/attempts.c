#define _GNU_SOURCE
#include "cattempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *home;
static char secret[4096], other[4096], bus[4096];
static int port, process;

static int reads(const char *path) {
    char byte;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1;
}
static int connects(int family, const void *address, socklen_t size) {
    int file = socket(family, SOCK_STREAM, 0);
    return file >= 0 && connect(file, address, size) == 0;
}

static int tcp(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connects(AF_INET, &address, sizeof address);
}
static int unix_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, bus, sizeof address.sun_path - 1);
    return connects(AF_UNIX, &address, sizeof address);
}
static int udp(void) { return socket(AF_INET, SOCK_DGRAM, 0) >= 0; }
static int netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }
static int pair(void) { int ends[2]; return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0; }
static int passwd(void) { return reads("/etc/passwd"); }
static int read_home(void) { return reads(secret); }
static int environ_file(void) {
    return (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/environ", O_RDONLY) >= 0;
}
static int library_open(void) { return open(secret, O_RDONLY) >= 0; }
static int stdio_open(void) { return fopen(secret, "r") != NULL; }
static int folder(void) { return (int)syscall(SYS_openat, AT_FDCWD, home, O_RDONLY | O_DIRECTORY) >= 0; }
static int path_only(void) { return (int)syscall(SYS_openat, AT_FDCWD, home, O_PATH) >= 0; }
static int openat2_call(void) {
    uint64_t how[3] = {O_RDONLY, 0, 0};
    return (int)syscall(SYS_openat2, AT_FDCWD, secret, how, sizeof how) >= 0;
}
static int status(void) { struct stat s; return stat(secret, &s) == 0; }
static int status_x(void) { struct statx s; return statx(AT_FDCWD, secret, 0, STATX_SIZE, &s) == 0; }
static int accessible(void) { return access(secret, F_OK) == 0; }
static int write_new(void) { return (int)syscall(SYS_openat, AT_FDCWD, other, O_WRONLY | O_CREAT, 0600) >= 0; }
static int append(void) { return (int)syscall(SYS_openat, AT_FDCWD, secret, O_WRONLY | O_APPEND) >= 0; }
static int cut(void) { return truncate(secret, 1) == 0; }
static int rename_file(void) { return rename(secret, other) == 0; }
static int link_file(void) { return link(secret, other) == 0; }
static int symlink_file(void) { return symlink(secret, other) == 0; }
static int remove_file(void) { return unlink(secret) == 0; }
static int make_folder(void) { return mkdir(other, 0700) == 0; }
static int mode(void) { return chmod(secret, 0644) == 0; }
static int change_folder(void) { return chdir(home) == 0; }
static int memory_file(void) { return memfd_create("x", 0) >= 0; }
static int fork_child(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0 && waitpid(child, NULL, 0) == child;
}
static int thread(void) {
    static char stack[65536];
    // A thread without a start function would crash. This one shares only memory, and the caller waits until it exits.
    long made = syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, stack + sizeof stack - 64, 0, 0, 0);
    if (made == 0) _exit(0);
    return made > 0;
}
static int execute(void) {
    char name[] = "false";
    char *arguments[] = {name, NULL};
    // /bin/false exits with 1, the status of an attempt that succeeds.
    execv("/bin/false", arguments);
    return 0;
}
static int signal_other(void) { return kill(process, SIGCONT) == 0; }
static int signal_thread(void) { return syscall(SYS_tgkill, process, process, SIGCONT) == 0; }
static int process_file(void) { return (int)syscall(SYS_pidfd_open, process, 0) >= 0; }
static int trace(void) { return ptrace(PTRACE_SEIZE, process, 0, 0) == 0; }
static int peek(void) {
    static char byte, from;
    struct iovec to = {&byte, 1}, there = {&from, 1};
    errno = 0;
    // The address is not mapped there; EFAULT is enough to show that the call was permitted.
    return syscall(SYS_process_vm_readv, process, &to, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}
static int more_files(void) { struct rlimit l; return syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &l) == 0; }
static int limits_of_other(void) { struct rlimit l; return syscall(SYS_prlimit64, process, RLIMIT_CPU, NULL, &l) == 0; }
static int executable_memory(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
static int made_executable(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}
static int write_elsewhere(void) { return write(2, "x", 1) == 1; }
static int device(void) { int n; return syscall(SYS_ioctl, 1, 0x5401 /* TCGETS */, &n) == 0 || errno == ENOTTY; }
static int watch(void) { return (int)syscall(SYS_inotify_init1, 0) >= 0; }
static int shared_memory(void) { return (int)syscall(SYS_shmget, 0, 4096, 01600) >= 0; }
static int host(void) { struct utsname name; return uname(&name) == 0; }
static int priority(void) { return setpriority(PRIO_PROCESS, 0, 19) == 0; }
static int space(void) { return unshare(CLONE_FILES) == 0; }
static int new_user(void) { return syscall(SYS_setresuid, -1, -1, -1) == 0; }
static int alarm_clock(void) {
    struct itimerval none = {{0, 0}, {0, 0}};
    return setitimer(ITIMER_REAL, &none, NULL) == 0;
}
static int old_filter(void) { return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &(uint32_t){SECCOMP_RET_ALLOW}) == 0; }

static const struct { const char *name; int (*make)(void); } attempts[] = {
    {"tcp", tcp}, {"unix-socket", unix_socket}, {"udp", udp}, {"netlink", netlink}, {"socket-pair", pair},
    {"passwd", passwd}, {"read-home", read_home}, {"own-environment", environ_file}, {"library-open", library_open},
    {"stdio-open", stdio_open}, {"folder", folder}, {"path-only", path_only}, {"openat2", openat2_call},
    {"stat", status}, {"statx", status_x}, {"access", accessible}, {"write-new", write_new}, {"append", append},
    {"truncate", cut}, {"rename", rename_file}, {"link", link_file}, {"symlink", symlink_file},
    {"unlink", remove_file}, {"mkdir", make_folder}, {"chmod", mode}, {"chdir", change_folder},
    {"memory-file", memory_file}, {"fork", fork_child}, {"thread", thread}, {"execute", execute},
    {"signal", signal_other}, {"signal-thread", signal_thread}, {"process-file", process_file}, {"trace", trace},
    {"peek", peek}, {"own-limits", more_files}, {"limits-of-other", limits_of_other},
    {"executable-memory", executable_memory}, {"made-executable", made_executable},
    {"write-elsewhere", write_elsewhere}, {"device", device}, {"watch", watch}, {"shared-memory", shared_memory},
    {"host", host}, {"priority", priority}, {"unshare", space}, {"user", new_user}, {"alarm", alarm_clock},
    {"filters", old_filter},
};

int cat_count(void) { return (int)(sizeof attempts / sizeof *attempts); }
const char *_Nonnull cat_name(int attempt) { return attempts[attempt].name; }

int cat_try(const char *_Nonnull name, const char *_Nonnull folder_path, int tcp_port, int other_process) {
    home = folder_path;
    port = tcp_port;
    process = other_process;
    snprintf(secret, sizeof secret, "%s/secret", home);
    snprintf(other, sizeof other, "%s/other", home);
    snprintf(bus, sizeof bus, "%s/bus", home);
    for (int i = 0; i < cat_count(); i++)
        if (strcmp(name, attempts[i].name) == 0) return attempts[i].make();
    return -1;
}

int cat_call(int number) {
    errno = 0;
    long result = syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
    return !(result == -1 && errno == EPERM);
}

int cat_is_listed(int number) {
    static const int listed[] = {
        SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex, SYS_getrandom, SYS_clock_gettime, SYS_sysinfo, SYS_getpid,
        SYS_gettid, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigaction, SYS_restart_syscall, SYS_exit, SYS_exit_group,
        SYS_read, SYS_pread64, SYS_lseek, SYS_fstat, SYS_close, SYS_write, SYS_recvmsg, SYS_mmap, SYS_mprotect, SYS_fcntl,
        SYS_tgkill,
        // System calls that end the worker: attempts and similar calls.
        SYS_execve, SYS_execveat, SYS_clone, SYS_clone3, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_ptrace,
        SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_io_uring_setup, SYS_bpf, SYS_userfaultfd,
        SYS_unshare, SYS_setns, SYS_mount, SYS_init_module, SYS_finit_module, SYS_kexec_load,
#ifdef SYS_fork
        SYS_fork, SYS_vfork,
#endif
#ifdef __x86_64__
        // uretprobe and uprobe, which Linux lets past every filter. They work only in code that the kernel itself has
        // placed.
        335, 336,
#endif
    };
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (listed[i] == number) return 1;
    return 0;
}
