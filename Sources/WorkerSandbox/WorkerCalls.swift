import Glibc
import ProcessFilter

/// The system calls that a worker may make; every other fails with EPERM or ends the worker.
///
/// None of them opens, names, creates or looks up a file, a socket, a process or the memory of another process.
enum WorkerCalls {
    /// The calls for memory and the basic operations of a process.
    private static let allowed = [
        "brk", "munmap", "mremap", "madvise", "futex", "getrandom", "clock_gettime", "sysinfo", "getpid", "gettid",
        "rt_sigprocmask", "rt_sigreturn", "rt_sigaction", "restart_syscall", "exit", "exit_group",
    ]
    /// The calls that read an open file.
    private static let reading = ["read", "pread64", "lseek", "fstat", "close"]
    /// The calls that no inspection of a font makes, which indicate that foreign code is running.
    private static let deadly = [
        "execve", "execveat", "fork", "vfork", "clone", "clone3", "socket", "socketpair", "connect", "bind", "ptrace",
        "process_vm_readv", "process_vm_writev", "pidfd_getfd", "io_uring_setup", "bpf", "userfaultfd", "unshare",
        "setns", "mount", "init_module", "finit_module", "kexec_load",
    ]

    /// Installs the filter for this process and its descendants.
    ///
    /// - Returns: False if the kernel does not support filters.
    static func install() throws(FilterFailure) -> Bool {
        guard let filter = try SystemCallFilter() else { return false }
        try filter.rule(.kill, deadly)
        try filter.rule(.allow, allowed + reading)
        // Replies go to the socket only.
        try filter.rule(.allow, "write", "recvmsg", where: .equals(0, UInt64(STDIN_FILENO)))
        // No memory may become executable.
        try filter.rule(.allow, "mmap", "mprotect", where: .has(2, mask: UInt64(PROT_EXEC), value: 0))
        for command in [F_DUPFD_CLOEXEC, F_SETFD, F_GETFD, F_GETFL] {
            try filter.rule(.allow, "fcntl", where: .equals(1, UInt64(command)))
        }
        // abort(3) sends a signal to the own process.
        try filter.rule(.allow, "tgkill", where: .equals(0, UInt64(getpid())))
        try filter.install()
        return true
    }
}
