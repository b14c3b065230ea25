import FontModel

/// One font on its way into the registry, after folders, bundles and descriptors have been resolved.
enum FontItem: Sendable {
    /// A file, and the tag that came with it.
    case file(String, tag: String?)
    /// Bytes in memory under a name of the caller's.
    case data([UInt8], name: String)
    /// A file that is open already, under a name of the caller's.
    case opened(OpenedFile, name: String)
    /// What failed before a file was found.
    case failure(FontError)

    /// As given, for reports.
    var name: String {
        switch self {
        case .file(let path, _): path
        case .data(_, let name), .opened(_, let name): name
        case .failure(let error): error.file ?? ""
        }
    }

    var tag: String? {
        if case .file(_, let tag) = self { tag } else { nil }
    }
}
