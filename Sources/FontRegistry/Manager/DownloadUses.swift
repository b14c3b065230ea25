import CLinux
package import FontFiles
import FontModel
import Glibc

/// When downloaded fonts were last found by their names: a file for each registration, `downloads/used/<id>` in the store.
///
/// Programs that find fonts without fontd leave no trace.
package struct DownloadUses: Sendable {
    /// The time within which a use is not noted again, in seconds.
    private static let day = 86_400

    private let folder: String

    package init(_ paths: FontPaths) { folder = paths.store + "/downloads" }

    /// Notes that a font was found, at most once a day.
    func note(_ font: FontDescriptor) {
        guard case .registered(let id, .persistent, let provider, _, _) = font.origin,
            provider.hasPrefix(ProviderID.catalog("")), let path = path(id), access(folder, W_OK) == 0
        else { return }
        if let last = last(id), abs(time(nil) - Int(last)) < Self.day { return }
        mkdir(folder + "/used", 0o700)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }

    /// When a registration was found last, in seconds since 1970; nil if it never was.
    package func last(_ id: String) -> Int64? {
        var status = stat()
        guard let path = path(id), stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec)
    }

    private func path(_ id: String) -> String? {
        id.isEmpty || id.hasPrefix(".") || id.contains("/") ? nil : "\(folder)/used/\(id)"
    }
}

extension FontManager {
    /// Notes that a downloaded font was found.
    func noteUse(of font: FontDescriptor?) {
        guard let font, let context = storeContext else { return }
        DownloadUses(context.paths).note(font)
    }
}
