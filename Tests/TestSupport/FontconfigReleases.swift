import FontRegistry
import Foundation
import Glibc

/// The releases of fontconfig that a run of scripts/with-fontconfig is about; elsewhere everyone uses the system's.
public enum FontconfigReleases {
    private static let variables = ProcessInfo.processInfo.environment

    /// The release that this process and `fontctl` have to use, such as `2.17.1`; nil outside of such a run.
    public static let fontd = variables["FONTD_FONTCONFIG"]

    /// The release that `fc-list` and its like, and programs built by tests, have to use.
    public static let programs = variables["FONTD_PROGRAMS_FONTCONFIG"]

    /// A folder with that release: `lib`, and in `bin` scripts that run its programs with it.
    public static let programsFolder = variables["FONTD_PROGRAMS_FOLDER"]

    /// Whether programs read the caches that fontd builds.
    ///
    /// Most releases have a format of their own, and fontd builds that of its own release (fontconfig-facts §1).
    public static let shareCaches = fontd == programs

    /// Whether `fc-list` and its like take what they know of a folder for valid when it has another time of the same
    /// second: fontconfig does when it was built with Meson on glibc (2.14 to 2.18), whose search for `st_mtim` fails.
    public static let programsCompareWholeSeconds: Bool = {
        guard let home = try? PrivateHome(),
            (try? FileManager.default.createDirectory(
                atPath: home.paths.userFonts, withIntermediateDirectories: true)) != nil
        else { return false }
        func list(at nanoseconds: Int) -> [String]? {
            let time = timespec(tv_sec: 1_500_000_000, tv_nsec: nanoseconds)
            guard utimensat(AT_FDCWD, home.paths.userFonts, [time, time], 0) == 0 else { return nil }
            return try? Command.run("fc-list", [], environment: home.environment).lines
        }
        guard list(at: 1) == [] else { return false }
        try? Data(SyntheticFont().build()).write(to: URL(filePath: home.paths.userFonts + "/a.ttf"))
        return list(at: 2) == []
    }()

    /// A release as `FcGetVersion` counts, 21701 for `2.17.1`.
    public static func number(_ release: String) -> Int? {
        let parts = release.split(separator: ".").map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let revision = parts[2] else { return nil }
        return major * 10_000 + minor * 100 + revision
    }
}
