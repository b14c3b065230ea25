internal import Glibc

/// Files that are cut while GTK has them mapped, such as the fonts of the desktop's own texts.
///
/// What is drawn by a `FontMap` is a copy. GTK's own texts are not: each font of the system may be taken for a letter, and is
/// mapped where it is. Reading a mapping beyond the end of its file is SIGBUS, which ends a process.
package enum CutFiles {
    /// Lets the process go on when a mapped file has become shorter: what is gone reads as zeros, as in libwayland's buffers.
    ///
    /// The zeros cannot be written to, so that shared memory, as of a database, never differs from its file.
    package static func readAsZeros() {
        var action = sigaction()
        action.sa_flags = SA_SIGINFO
        action.__sigaction_handler.sa_sigaction = { _, info, _ in
            // Only calls that are allowed in a handler of signals (signal-safety(7)), and mmap, which is one in Linux. The
            // code 2 is BUS_ADRERR (sigaction(2)): an address that is mapped, with nothing behind it.
            if let info, info.pointee.si_code == 2, let place = info.pointee._sifields._sigfault.si_addr {
                let size = sysconf(Int32(_SC_PAGESIZE))
                let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: place) & ~(UInt(size) - 1))
                let zeros = mmap(page, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0)
                if zeros != MAP_FAILED { return }
            }
            // The instruction is tried again, and ends the process.
            signal(SIGBUS, SIG_DFL)
        }
        sigaction(SIGBUS, &action, nil)
    }
}
