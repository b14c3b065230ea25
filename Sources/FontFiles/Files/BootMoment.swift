import CLinux
import FontModel
import Glibc

/// A moment of one run of the machine, which does not depend on the clock.
package struct BootMoment: Sendable, Hashable, Codable {
    /// The kernel's id of the run.
    package var boot: String
    /// The seconds since its start, including sleep.
    package var seconds: Double

    package init(boot: String, seconds: Double) {
        self.boot = boot
        self.seconds = seconds
    }

    package static func now() -> BootMoment {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return BootMoment(boot: boot, seconds: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9)
    }

    private static let boot: String = {
        let bytes = (try? fileContents("/proc/sys/kernel/random/boot_id")) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()
}
