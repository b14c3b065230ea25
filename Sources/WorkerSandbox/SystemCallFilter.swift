import CSeccomp
import Glibc

/// The system calls that a worker may make; every other fails with EPERM or ends the worker.
///
/// None of them opens, names, creates or looks up a file, a socket, a process or the memory of another process.
enum SystemCallFilter {
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
    static func install() throws(LockdownFailure) -> Bool {
        guard cseccomp_kernel_has_filters() != 0 else { return false }
        guard let filter = unsafe seccomp_init(cseccomp_refuse()) else { throw LockdownFailure() }
        defer { unsafe seccomp_release(filter) }
        // Calls with the convention of another architecture end the worker.
        try unsafe check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, cseccomp_kill()))
        for name in deadly { try unsafe rule(filter, cseccomp_kill(), name, []) }
        for name in allowed + reading { try unsafe rule(filter, cseccomp_allow(), name, []) }
        // Replies go to the socket only.
        try unsafe rule(filter, cseccomp_allow(), "write", [argument(0, equals: UInt64(STDIN_FILENO))])
        try unsafe rule(filter, cseccomp_allow(), "recvmsg", [argument(0, equals: UInt64(STDIN_FILENO))])
        // No memory may become executable.
        for name in ["mmap", "mprotect"] {
            try unsafe rule(filter, cseccomp_allow(), name, [argument(2, has: UInt64(PROT_EXEC), as: 0)])
        }
        for command in [F_DUPFD_CLOEXEC, F_SETFD, F_GETFD, F_GETFL] {
            try unsafe rule(filter, cseccomp_allow(), "fcntl", [argument(1, equals: UInt64(command))])
        }
        // abort(3) sends a signal to the own process.
        try unsafe rule(filter, cseccomp_allow(), "tgkill", [argument(0, equals: UInt64(getpid()))])
        try unsafe check(seccomp_load(filter))
        return true
    }

    private static func rule(
        _ filter: scmp_filter_ctx, _ action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp]
    ) throws(LockdownFailure) {
        let number = unsafe seccomp_syscall_resolve_name(name)
        // Some architectures lack some calls, such as fork(2).
        guard number != cseccomp_no_call() else { return }
        try unsafe check(seccomp_rule_add_array(filter, action, number, UInt32(arguments.count), arguments))
    }

    private static func argument(_ place: UInt32, equals value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: place, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    /// Compares the bits of a mask with a value.
    private static func argument(_ place: UInt32, has mask: UInt64, as value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: place, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    private static func check(_ result: Int32) throws(LockdownFailure) {
        guard result == 0 else { throw LockdownFailure() }
    }
}
