import Foundation

/// The build under test, installed into a folder of the build with `make stage`.
///
/// Tests of the service and of the programs run the files in it, including the installed D-Bus service file and systemd
/// unit. If the build is newer than the stage, it is installed again before the first use. `FONTD_PRODUCTS` names the
/// folder of another build, such as the optimized one that `make faults` installs.
public enum Stage {
    /// The `PREFIX` of the installation.
    public static let prefix: String = {
        let (root, built) = (checkout, ProcessInfo.processInfo.environment["FONTD_PRODUCTS"] ?? Command.built)
        // Variables that would affect make, such as those of a `make test` around this process, are omitted.
        let kept = [
            "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH",
        ]
        let environment = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
        do {
            let result = try Command.run(
                "make", ["--no-print-directory", "-C", root, "stage", "PRODUCTS=\(built)"], environment: environment)
            guard result.status == 0 else { fatalError("make stage: \(result.output)\(result.errors)") }
        } catch {
            fatalError("make stage: \(error)")
        }
        return built + "/stage"
    }()

    /// The path of the D-Bus service file.
    public static var serviceFile: String { prefix + "/share/dbus-1/services/org.fontd.FontRegistry1.service" }

    /// The path of the D-Bus service file of the transfers.
    public static var fetchServiceFile: String { prefix + "/share/dbus-1/services/org.fontd.FontFetch1.service" }

    /// The path of the unit of the user's service manager.
    public static var unit: String { prefix + "/lib/systemd/user/fontd.service" }

    /// The path of the unit of the transfers.
    public static var fetchUnit: String { prefix + "/lib/systemd/user/fontd-fetch.service" }

    /// Returns the path of an installed program, or nil if it is not installed.
    static func installed(_ name: String) -> String? {
        switch name {
        case "fontctl", "fontd": prefix + "/bin/" + name
        case "fontd-worker", "fontd-preview", "fontd-fetch": prefix + "/libexec/fontd/" + name
        default: nil
        }
    }

    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardized.path(percentEncoded: false)
}
