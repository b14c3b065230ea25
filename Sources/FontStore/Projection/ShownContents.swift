import FontModel

/// The files of the font folders by content, including files moved aside there, for a repair; names alone are not
/// reliable.
///
/// Files are read on demand, each at most once.
final class ShownContents {
    private let paths: FontPaths
    private var files: [String]?
    private var filesByHash: [String: [String]] = [:]
    private var unread: Set<String> = []

    init(_ paths: FontPaths) { self.paths = paths }

    /// Returns the files with a content.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder or a file cannot be read.
    func files(of sha256: String) throws(FontError) -> [String] {
        let all = if let files { files } else { try list() }
        for file in all { try read(file) }
        return filesByHash[sha256] ?? []
    }

    /// Returns the place in persistent scope, as folder and file name, that has a content; nil if there is none.
    ///
    /// - Throws: As ``files(of:)``.
    func place(of sha256: String) throws(FontError) -> String? {
        guard let root = paths.projection(of: .persistent) else { return nil }
        let shown = try files(of: sha256).filter { $0.hasPrefix(root + "/") }
        return shown.map { String($0.dropFirst(root.count + 1)) }.first { StoredName.isPlace($0) }
    }

    private func list() throws(FontError) -> [String] {
        var all: [String] = []
        for root in [FontScope.persistent, .session].compactMap(paths.projection) {
            for folder in try folderEntries(root).sorted() {
                all += try folderEntries(root + "/" + folder)
                    .filter { StoredName.isFont($0) || StoredName.isKeptFont($0) }.sorted()
                    .map { root + "/" + folder + "/" + $0 }
            }
        }
        files = all
        unread = Set(all)
        return all
    }

    private func read(_ file: String) throws(FontError) {
        guard unread.remove(file) != nil, let hash = try Projection.contentHash(file) else { return }
        filesByHash[hash, default: []].append(file)
    }
}
