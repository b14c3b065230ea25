import CLinux
import FontModel
import Glibc

/// The texts of the licences that came with fonts in archives and folders, each stored once.
///
/// | path in the store | contents |
/// | --- | --- |
/// | `licenses/texts/HASH.txt` | a text, by its hash |
/// | `licenses/HASH/` | for a font, by its hash: a hard link to each of its texts |
///
/// A text ends with the last font that has it. Changes require the writer's lock.
package struct LicenseStore: Sendable {
    private let root: String
    /// Whether all users read the texts.
    private let isOfAllUsers: Bool
    private var texts: String { root + "/texts" }

    package init(_ paths: FontPaths) { (root, isOfAllUsers) = (paths.licenses, paths.isOfAllUsers) }

    /// Stores the texts of a font, which has no more than ``LicenseText/most``.
    ///
    /// - Throws: `registrationFailed` (301) if a text cannot be written.
    func keep(_ contents: [LicenseText], of sha256: String) throws(FontError) {
        guard !contents.isEmpty else { return }
        for folder in [root, texts, root + "/" + sha256] { try makeFolder(folder, mode: isOfAllUsers ? 0o755 : 0o700) }
        var kept = Set((try? folderEntries(root + "/" + sha256)) ?? [])
        for content in contents {
            let name = content.sha256 + ".txt"
            guard kept.contains(name) || kept.count < LicenseText.most else { continue }
            kept.insert(name)
            if access(texts + "/" + name, F_OK) != 0 { try write(content.bytes, to: texts + "/" + name) }
            // A file system without links keeps no licences.
            _ = link(texts + "/" + name, root + "/" + sha256 + "/" + name)
        }
    }

    private func write(_ content: [UInt8], to path: String) throws(FontError) {
        let new = path + ".new"
        let file = openOwn(new, O_WRONLY | O_TRUNC, mode: isOfAllUsers ? 0o644 : 0o600)
        guard file >= 0 else { throw .store(.createFile, path: new) }
        defer { close(file) }
        try ByteCopy.writeAll(content, to: file, path: new)
        guard rename(new, path) == 0 else { throw .store(.storeFile, path: path) }
    }

    /// Gives texts their second name again after something was moved aside from its place.
    func linkAgain() {
        guard (try? makeFolder(texts, mode: isOfAllUsers ? 0o755 : 0o700)) != nil else { return }
        for font in ((try? folderEntries(root)) ?? []).filter(StoredName.isHash) {
            for entry in (try? folderEntries(root + "/" + font)) ?? [] {
                let name = StorePlace.name(ofAside: entry) ?? entry
                let (own, common) = (root + "/" + font + "/" + name, texts + "/" + name)
                if link(own, common) != 0 { _ = link(common, own) }
            }
        }
    }

    /// Returns the paths of the texts of a font, each the same for all fonts that have the text.
    package func texts(of sha256: String) -> [String] {
        ((try? folderEntries(root + "/" + sha256)) ?? []).filter { !$0.hasPrefix(".") }.sorted().map {
            texts + "/" + $0
        }
    }

    /// Removes the texts of a font, unless another font has them.
    func remove(_ sha256: String) {
        let folder = root + "/" + sha256
        guard let names = try? folderEntries(folder), !names.isEmpty else { return }
        for name in names {
            unlink(folder + "/" + name)
            var status = stat()
            if lstat(texts + "/" + name, &status) == 0, status.st_nlink == 1 { unlink(texts + "/" + name) }
        }
        rmdir(folder)
        rmdir(texts)
        rmdir(root)
    }
}
