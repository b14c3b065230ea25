import CLinux
import FontModel
import Fontconfig
import Glibc

extension Doctor {
    /// Checks all font folders, not only those of fontd, for FIFOs, at which fontconfig would wait forever.
    ///
    /// - Returns: Whether fontconfig can list the fonts.
    mutating func examineFontFolders() -> Bool {
        var folders =
            FontConfigurationCache.shared.current(registrar.context.fontconfigFile)?.fontDirectories ?? []
        var seen: Set<Fingerprint.Identity> = []
        var canList = true
        for folder in folders where StorePlace(folder, .folder).isBlocking {
            canList = false
            // In place of a folder of fontd's, or above it, it was reported already.
            if findings.contains(where: { $0.message.hasPrefix(folder + " is ") }) { continue }
            note(
                "font-folder-blocked", .error, "\(folder) is not a folder: programs that search for fonts block there.",
                "Move it elsewhere.")
        }
        while let folder = folders.popLast() {
            // A link may lead back to a folder that was already searched.
            guard let identity = Fingerprint.Identity(of: folder), seen.insert(identity).inserted else { continue }
            for entry in (try? typedFolderEntries(folder)) ?? [] where !entry.name.hasPrefix(".") {
                let path = folder + "/" + entry.name
                switch entry.type {
                case .file: continue
                case .folder: folders.append(path)
                case .link, .other:
                    var status = stat()
                    guard clx_stat(path, &status) == 0 else { continue }
                    if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
                    guard status.st_mode & S_IFMT == S_IFIFO else { continue }
                    canList = false
                    note(
                        "font-folder-blocked", .error,
                        "\(path) is a FIFO: programs that search for fonts block there.",
                        "Move it out of the font folders.")
                }
            }
        }
        return canList
    }
}
