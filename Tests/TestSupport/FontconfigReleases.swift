import FontRegistry
import Foundation
import Glibc

/// The releases of fontconfig that a run of scripts/with-fontconfig tests; other runs use the system's.
public enum FontconfigReleases {
    private static let variables = ProcessInfo.processInfo.environment

    /// The release that this process and `fontctl` must use, such as `2.17.1`; nil outside of such a run.
    public static let fontd = variables["FONTD_FONTCONFIG"]

    /// The release that `fc-list`, similar programs, and programs built by tests must use.
    public static let programs = variables["FONTD_PROGRAMS_FONTCONFIG"]

    /// A folder with that release: libraries in `lib`, and scripts in `bin` that run its programs with it.
    public static let programsFolder = variables["FONTD_PROGRAMS_FOLDER"]

    /// Whether programs read the caches that fontd builds.
    ///
    /// Most releases have their own cache format, and fontd builds caches in that of its own release.
    public static let shareCaches = fontd == programs

    /// Whether `fc-list` accepts its cache of a folder whose time differs only within the same second.
    ///
    /// fontconfig does so if it was built with Meson on glibc (2.14 to 2.18), where the check for `st_mtim` fails.
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

    /// Returns a release as a number like that of `FcGetVersion`: 21701 for `2.17.1`.
    public static func number(_ release: String) -> Int? {
        let parts = release.split(separator: ".").map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let revision = parts[2] else { return nil }
        return major * 10_000 + minor * 100 + revision
    }
}
