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
    /// The error of a file that cannot be read now and may have any content.
    private(set) var unreadable: FontError?

    init(_ paths: FontPaths) { self.paths = paths }

    /// Returns the files that can be read and have a content.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    func readableFiles(of sha256: String) throws(FontError) -> [String] {
        let all = if let files { files } else { try list() }
        for file in all { read(file) }
        return filesByHash[sha256] ?? []
    }

    /// Returns the place in persistent scope, as folder and file name, that has a content; nil if there is none.
    ///
    /// - Throws: As ``readableFiles(of:)``.
    func place(of sha256: String) throws(FontError) -> String? {
        guard let root = paths.projection(of: .persistent) else { return nil }
        let shown = try readableFiles(of: sha256).filter { $0.hasPrefix(root + "/") }
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

    private func read(_ file: String) {
        guard unread.remove(file) != nil else { return }
        do throws(FontError) {
            let hash = try SourceFile(opening: file).sha256()
            filesByHash[hash, default: []].append(file)
        } catch {
            if error.mayHideACopy { unreadable = error }
        }
    }
}
