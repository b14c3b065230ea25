import Foundation

/// The build under test, installed beside itself by the recipe of `make install`.
///
/// Tests of the service and of the programs run what is here, the installed D-Bus service file and systemd unit included. A
/// build that is newer than the stage is installed anew before its first use.
public enum Stage {
    /// What `PREFIX` was.
    public static let prefix: String = {
        let (root, built) = (checkout, Command.built)
        // Variables that make itself would take up, as those of a `make test` around this process, are left out.
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

    /// The D-Bus service file.
    public static var serviceFile: String { prefix + "/share/dbus-1/services/org.fontd.FontRegistry1.service" }

    /// The unit of the user's service manager.
    public static var unit: String { prefix + "/lib/systemd/user/fontd.service" }

    /// Where a program is installed; nil for one that is not.
    static func installed(_ name: String) -> String? {
        switch name {
        case "fontctl", "fontd": prefix + "/bin/" + name
        case "fontd-worker": prefix + "/libexec/fontd/" + name
        default: nil
        }
    }

    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardized.path(percentEncoded: false)
}
