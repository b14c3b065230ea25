import CLinux
import Glibc

/// The present, for people: order comes from generations, never from here.
enum WallClock {
    /// Seconds since 1970-01-01 UTC.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
