import FontModel

/// The files of the font folders by content, including files moved aside there, for a repair; names alone are not
/// reliable.
///
/// Files are read on demand, once.
final class ShownContents {
    private let paths: FontPaths
    private var filesByHash: [String: [String]]?
    /// The error of a file that cannot be read now and may have any content.
    private(set) var unreadable: FontError?

    init(_ paths: FontPaths) { self.paths = paths }

    /// Returns the files that can be read and have a content.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    func readableFiles(of sha256: String) throws(FontError) -> [String] {
        let files = if let filesByHash { filesByHash } else { try read() }
        filesByHash = files
        return files[sha256] ?? []
    }

    /// Returns the place in persistent scope, as folder and file name, that has a content; nil if there is none.
    ///
    /// - Throws: As ``readableFiles(of:)``.
    func place(of sha256: String) throws(FontError) -> String? {
        guard let root = paths.projection(of: .persistent) else { return nil }
        let shown = try readableFiles(of: sha256).filter { $0.hasPrefix(root + "/") }
        return shown.map { String($0.dropFirst(root.count + 1)) }.first { StoredName.isPlace($0) }
    }

    private func read() throws(FontError) -> [String: [String]] {
        var files: [String: [String]] = [:]
        for root in [FontScope.persistent, .session].compactMap(paths.projection) {
            for folder in try folderEntries(root).sorted() {
                for name in try folderEntries(root + "/" + folder).sorted()
                where StoredName.isFont(name) || StoredName.isKeptFont(name) {
                    let file = root + "/" + folder + "/" + name
                    do throws(FontError) {
                        let source = try SourceFile(opening: file)
                        files[try source.sha256(), default: []].append(file)
                    } catch {
                        if error.mayHideACopy { unreadable = error }
                    }
                }
            }
        }
        return files
    }
}
