import CLinux
import Glibc
import Inspection

/// What keeps this process in, for good.
///
/// Every part stands for itself: with code of its own running in a worker, a hostile font would still have to get past
/// the others. Landlock and the filter depend on the kernel, and without them the rest holds.
struct Lockdown {
    /// The version of the kernel's Landlock; 0 where there is none.
    var landlock: Int
    /// Whether system calls are filtered.
    var hasFilter: Bool

    /// Locks this process in.
    static func enter() throws(LockdownFailure) -> Lockdown {
        // The runtime's own way to report a crash is to start another program; the signal is to tell what it was.
        for fault in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(fault, SIG_DFL) }
        try limit()
        guard clx_renounce_privileges() == 0 else { throw LockdownFailure() }
        let landlock = clx_landlock_everything()
        guard landlock >= 0 else { throw LockdownFailure() }
        // Last: what precedes it is not on its list.
        return Lockdown(landlock: Int(landlock), hasFilter: try SystemCallFilter.install())
    }

    private static func limit() throws(LockdownFailure) {
        typealias Limits = WorkerProtocol.Limits
        let seconds = UInt64(Limits.service + Limits.seconds)
        let deepCheckSeconds = UInt64(Limits.service + Limits.deepCheckSeconds)
        let limits: [(resource: Int32, soft: UInt64, hard: UInt64)] = [
            (limitNumber(RLIMIT_AS), UInt64(Limits.memory), UInt64(Limits.memory)),
            // The signal of the soft limit tells what happened; that of the hard one could be anybody's. The starter
            // raises the soft one for a deep check.
            (limitNumber(RLIMIT_CPU), seconds, deepCheckSeconds + 1),
            (limitNumber(RLIMIT_FSIZE), 0, 0),
            (limitNumber(RLIMIT_CORE), 0, 0),
            (limitNumber(__RLIMIT_NPROC), 0, 0),
            (limitNumber(__RLIMIT_MEMLOCK), 0, 0),
            // The three there are, the font, and the font once more for fontconfig.
            (limitNumber(RLIMIT_NOFILE), 8, 8),
        ]
        for limit in limits where clx_limit(limit.resource, limit.soft, limit.hard) != 0 { throw LockdownFailure() }
    }

    private static func limitNumber(_ resource: __rlimit_resource) -> Int32 { Int32(resource.rawValue) }
    private static func limitNumber(_ resource: Int32) -> Int32 { resource }
}

/// The process could not be locked in, as with a kernel that has the means and refuses them.
struct LockdownFailure: Error {}
