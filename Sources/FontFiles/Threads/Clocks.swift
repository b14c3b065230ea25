import CLinux
import Glibc

/// The clock that no one sets.
package enum MonotonicClock {
    /// The milliseconds since an arbitrary time.
    package static var milliseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}

/// The wall clock, for display only; generations define the order of changes.
package enum WallClock {
    /// The time of the registration, in seconds since 1970-01-01 UTC.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
