import CLinux
import Glibc
package import Inspection
import ProcessFilter

/// The sandbox of this process, which cannot be left.
///
/// Each part is independent: a hostile font that executes its own code in a worker would still have to get past the
/// others. Landlock and the filter depend on the kernel; without them the rest applies.
package enum Lockdown {
    /// Enters the sandbox.
    ///
    /// - Returns: The greeting that reports it.
    package static func enter() throws(LockdownFailure) -> WorkerProtocol.Greeting {
        // Swift's crash handler would start another program; with the default action, the exit status shows the signal.
        for fault in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(fault, SIG_DFL) }
        try limit()
        guard clx_renounce_privileges() == 0 else { throw LockdownFailure() }
        let landlock = clx_landlock_everything()
        guard landlock >= 0 else { throw LockdownFailure() }
        // The filter comes last, because it does not allow the calls before it.
        do throws(FilterFailure) {
            return WorkerProtocol.Greeting(landlock: Int(landlock), hasFilter: try WorkerCalls.install())
        } catch {
            throw LockdownFailure()
        }
    }

    private static func limit() throws(LockdownFailure) {
        typealias Limits = WorkerProtocol.Limits
        let seconds = UInt64(Limits.service + Limits.seconds)
        let deepCheckSeconds = UInt64(Limits.service + Limits.deepCheckSeconds)
        let limits: [(resource: Int32, soft: UInt64, hard: UInt64)] = [
            (limitNumber(RLIMIT_AS), UInt64(Limits.memory), UInt64(Limits.memory)),
            // SIGXCPU of the soft limit identifies the cause, while SIGKILL of the hard limit does not. fontd raises the soft
            // limit for a deep check.
            (limitNumber(RLIMIT_CPU), seconds, deepCheckSeconds + 1),
            (limitNumber(RLIMIT_FSIZE), 0, 0),
            (limitNumber(RLIMIT_CORE), 0, 0),
            (limitNumber(__RLIMIT_NPROC), 0, 0),
            (limitNumber(__RLIMIT_MEMLOCK), 0, 0),
            // The three standard streams, the font, and the font once more for fontconfig.
            (limitNumber(RLIMIT_NOFILE), 8, 8),
        ]
        for limit in limits where clx_limit(limit.resource, limit.soft, limit.hard) != 0 { throw LockdownFailure() }
    }

    private static func limitNumber(_ resource: __rlimit_resource) -> Int32 { Int32(resource.rawValue) }
}

/// The process could not be sandboxed, for example because the kernel denies a supported call.
package struct LockdownFailure: Error {}
