import CLinux
package import FontTransfer
import Glibc
import ProcessFilter

/// The sandbox of the process that fetches files, which cannot be left.
///
/// The process reads settings and libraries of the system, and connects to servers; it opens no socket of another
/// family, writes and creates no file, and starts no program. Its parts are independent of each other; Landlock and the
/// filter depend on the kernel.
package enum FetchSandbox {
    /// Enters the sandbox; the libraries for the network are loaded before.
    ///
    /// - Returns: The version of Landlock, and whether there is a filter; nil if the sandbox cannot be entered.
    package static func enter(_ setup: FetchSetup) -> (landlock: Int, hasFilter: Bool)? {
        // Swift's crash handler would start another program.
        for fault in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(fault, SIG_DFL) }
        for limit in [RLIMIT_FSIZE, RLIMIT_CORE] where clx_limit(Int32(limit.rawValue), 0, 0) != 0 { return nil }
        guard clx_limit(Int32(RLIMIT_NOFILE.rawValue), 1_024, 1_024) == 0, clx_renounce_privileges() == 0 else {
            return nil
        }
        let landlock = enterLandlock(setup)
        guard landlock >= 0, let hasFilter = try? installFilter() else { return nil }
        return (Int(landlock), hasFilter)
    }

    /// Allows reading of what libraries for the network read.
    private static func enterLandlock(_ setup: FetchSetup) -> Int32 {
        let paths =
            ["/etc", "/usr", "/lib", "/lib64"]
            + [resolver, setup.certificates, setup.certificateFolder].compactMap(\.self)
        let copies = unsafe paths.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let readable = unsafe copies.compactMap { unsafe $0.map { unsafe UnsafePointer($0) } }
        return unsafe clx_landlock_except(readable, readable.count, setup.ports, setup.ports.count)
    }

    /// The folder of the file to which `/etc/resolv.conf` leads, which is replaced when networks change; the file alone
    /// if the folder has other things, too.
    private static var resolver: String? {
        guard let path = unsafe realpath("/etc/resolv.conf", nil) else { return nil }
        defer { unsafe free(path) }
        let file = unsafe String(cString: path)
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        return folder.hasPrefix("/run/") ? folder : file
    }

    /// The calls that start threads, read files, and use the network.
    private static let allowed = [
        "read", "write", "readv", "writev", "pread64", "close", "fstat", "newfstatat", "stat", "lstat", "statx",
        "lseek",
        "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "statfs", "fstatfs", "mmap",
        "munmap", "mremap", "mprotect", "madvise", "brk", "futex", "getrandom", "sysinfo", "uname", "sched_yield",
        "sched_getaffinity", "membarrier", "rseq", "set_robust_list", "get_robust_list", "prctl", "getrlimit",
        "getrusage", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getcwd",
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "poll", "ppoll",
        "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "pipe", "pipe2",
        "fcntl", "ioctl", "connect", "bind", "getsockname", "getpeername", "getsockopt", "setsockopt", "sendto",
        "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown", "rt_sigaction", "rt_sigprocmask",
        "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group",
    ]

    private static func installFilter() throws(FilterFailure) -> Bool {
        guard let filter = try SystemCallFilter() else { return false }
        try filter.rule(.allow, allowed)
        // Name servers are reached over IP, too. Of the protocols over IP only TCP and UDP, each also as the default.
        for (type, protocols) in [(SOCK_STREAM, [0, IPPROTO_TCP]), (SOCK_DGRAM, [0, IPPROTO_UDP])] {
            for (family, number) in [AF_INET, AF_INET6].flatMap({ family in protocols.map { (family, $0) } }) {
                try filter.rule(
                    .allow, "socket", where: .equals(0, UInt64(family)),
                    .has(1, mask: 0xF, value: UInt64(type.rawValue)), .equals(2, UInt64(number)))
            }
        }
        // The kernel's list of addresses (NETLINK_ROUTE).
        try filter.rule(.allow, "socket", where: .equals(0, UInt64(AF_NETLINK)), .equals(2, 0))
        // A pair of datagram sockets could be connected to the socket of another program.
        try filter.rule(.allow, "socketpair", where: .has(1, mask: 0xF, value: UInt64(SOCK_STREAM.rawValue)))
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC)
        try filter.rule(.allow, "openat", where: .has(2, mask: writing, value: 0))
        try filter.rule(.allow, "open", where: .has(1, mask: writing, value: 0))
        // Threads, but no processes.
        let thread: UInt64 = 0x100 | 0x1_0000  // CLONE_VM, CLONE_THREAD
        try filter.rule(.allow, "clone", where: .has(0, mask: thread, value: thread))
        try filter.rule(.deny, "clone3", "openat2")
        // The own limits are read, and changed only downwards.
        try filter.rule(.allow, "prlimit64", where: .equals(0, 0))
        try filter.rule(.allow, "tgkill", where: .equals(0, UInt64(getpid())))
        try filter.install()
        return true
    }
}
