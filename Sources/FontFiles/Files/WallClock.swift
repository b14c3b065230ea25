import CLinux
import Glibc

/// The wall clock, for display only; generations define the order of changes.
package enum WallClock {
    /// The time of the registration, in seconds since 1970-01-01 UTC.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
