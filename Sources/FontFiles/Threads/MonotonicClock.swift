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
