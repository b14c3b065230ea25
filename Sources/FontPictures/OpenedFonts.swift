import FontModel
import FontRegistry
import Glibc

/// The font files of sources, which need not be registered.
enum OpenedFonts {
    /// Opens files, all fonts in folders and archives, and one font in an archive by the path that reports give it, which is
    /// that of the archive, a slash and the path within.
    ///
    /// Files packed for the web are unwrapped. Only `fontd-worker` reads archives and such files.
    /// - Returns: The files, with their names for reports.
    /// - Throws: `insufficientInfo` (303) if they are more than a picture can show, or a source names fonts by a query; the
    ///   errors of opening files and of reading archives.
    static func of(_ sources: [FontSource]) async throws(FontError) -> [(name: String, file: OpenedFile)] {
        try await BlockingWork.perform { () throws(FontError) in
            var items: [FontItem] = []
            for source in sources { items += try found(source) }
            if let problem = PictureOptions.problem(ofCount: items.count) {
                throw FontError(.insufficientInfo, problem)
            }
            var files: [(name: String, file: OpenedFile)] = []
            for item in items { files.append((item.name, try item.open().file)) }
            return files
        }
    }

    private static func found(_ source: FontSource) throws(FontError) -> [FontItem] {
        var fonts = FoundFonts(unwrapping: true, unpacking: true)
        guard case .path(let path) = source.kind, let archive = archive(holding: path) else {
            fonts.add(source) { _ in [] }
            if fonts.items.isEmpty, let error = fonts.unread.first { throw error }
            return fonts.items
        }
        fonts.add(.path(archive)) { _ in [] }
        let items = fonts.items.filter { item in
            if case .failure = item.kind { true } else { item.name == path }
        }
        guard !items.isEmpty else {
            throw FontError(.fileNotFound, "The archive has no such font. Check the path.", file: path)
        }
        return items
    }

    /// Returns the file that a path goes through, which may be an archive; nil for the path of a file or folder.
    private static func archive(holding path: String) -> String? {
        var parent = path
        while case .missing = kind(of: parent) {
            guard let slash = parent.lastIndex(of: "/"), slash > parent.startIndex else { return nil }
            parent = String(parent[..<slash])
        }
        return parent != path && kind(of: parent) == .file ? parent : nil
    }

    private enum Kind { case file, other, missing }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard GivenPath.with(path, { stat($0, &status) }) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .other
        }
        return status.st_mode & S_IFMT == S_IFREG ? .file : .other
    }
}
