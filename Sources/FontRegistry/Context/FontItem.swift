package import FontModel
import Glibc
import SystemPackage

/// One font on its way into the registry, after folders, bundles and descriptors have been resolved.
package enum FontItem: Sendable {
    /// A file, and the tag that came with it.
    case file(String, tag: String?)
    /// Bytes in memory under a name of the caller's.
    case data([UInt8], name: String)
    /// A file that is open already, under a name of the caller's.
    case opened(OpenedFile, name: String, tag: String?)
    /// What failed before a file was found.
    case failure(FontError)

    /// As given, for reports.
    package var name: String {
        switch self {
        case .file(let path, _): path
        case .data(_, let name), .opened(_, let name, _): name
        case .failure(let error): error.file ?? ""
        }
    }

    package var tag: String? {
        switch self {
        case .file(_, let tag), .opened(_, _, let tag): tag
        case .data, .failure: nil
        }
    }

    /// The item as an open file, to be given to somebody who reads it.
    ///
    /// - Throws: 101, 102, 106, 301 or 306 if it cannot be opened, or what the item failed with.
    package func open() throws(FontError) -> OpenedFile {
        let opened: OpenedFile?
        switch self {
        case .failure(let error): throw error
        case .opened(let file, _, _): opened = file
        case .file(let path, _): opened = try SourceFile(opening: path).opened()
        case .data(let data, let name):
            let memory = try SealedMemory(data, name: name)
            opened = withExtendedLifetime(memory) { OpenedFile(duplicating: memory.descriptor) }
        }
        guard let opened else { throw SourceFile.unreadable(name, Errno(rawValue: errno)) }
        return opened
    }
}
