package import FontModel
import Glibc
import SystemPackage

/// One font to register, after folders, bundles and descriptors have been resolved.
package enum FontItem: Sendable {
    /// A file, with the tag from its source and the texts of the licences that come with it.
    case file(String, tag: String?, licenses: [LicenseText] = [])
    /// Bytes in memory, with a name from the caller.
    case data([UInt8], name: String)
    /// An open file, with a name from the caller.
    case opened(OpenedFile, name: String, tag: String?)
    /// A font in an archive, with the tag from the archive's source.
    case archived(ArchivedFont, tag: String?)
    /// An item whose file may be packed for the web, and is unwrapped when it is read.
    indirect case packed(FontItem, WebFontUnwrapper)
    /// An error that occurred before a file was found.
    case failure(FontError)

    /// The given name, for reports.
    package var name: String {
        switch self {
        case .file(let path, _, _): path
        case .data(_, let name), .opened(_, let name, _): name
        case .archived(let font, _): font.name
        case .packed(let item, _): item.name
        case .failure(let error): error.file ?? ""
        }
    }

    package var tag: String? {
        switch self {
        case .file(_, let tag, _), .opened(_, _, let tag), .archived(_, let tag): tag
        case .packed(let item, _): item.tag
        case .data, .failure: nil
        }
    }

    /// The texts of the licences that come with a font in an archive or a folder.
    package var licenses: [LicenseText] {
        switch self {
        case .archived(let font, _): font.licenses
        case .packed(let item, _): item.licenses
        case .file(_, _, let texts): texts
        case .opened, .data, .failure: []
        }
    }

    /// Opens the item, to send the descriptor to another process.
    ///
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102), `exceededResourceLimit` (106),
    ///   `registrationFailed` (301) or `invalidFilePath` (306) if the item cannot be opened, or the error of the item.
    package func open() throws(FontError) -> OpenedFile {
        let opened: OpenedFile?
        switch try unwrapped() {
        case .failure(let error): throw error
        case .packed, .archived: preconditionFailure("an item packed twice")
        case .opened(let file, _, _): opened = file
        case .file(let path, _, _): opened = try SourceFile(opening: path).opened()
        case .data(let data, let name):
            let memory = try SealedMemory(data, name: name)
            opened = withExtendedLifetime(memory) { OpenedFile(duplicating: memory.descriptor) }
        }
        guard let opened else { throw SourceFile.unreadable(name, Errno(rawValue: errno)) }
        return opened
    }

    /// Returns the item itself, or the font in an archive or in a file that is packed for the web.
    ///
    /// - Throws: The errors of ``open()``, ``SealedMemory`` and ``WebFontUnwrapper``.
    package func unwrapped() throws(FontError) -> FontItem {
        if case .archived(let font, let tag) = self { return try Self.opened(try font.copy(), name: name, tag: tag) }
        guard case .packed(let item, let unwrapper) = self else { return self }
        let file = try item.open()
        var signature: [UInt8] = [0, 0, 0, 0]
        _ = pread(file.descriptor, &signature, signature.count, 0)
        guard ["wOFF", "wOF2"].contains(where: { signature.elementsEqual($0.utf8) }) else {
            return try item.unwrapped()
        }
        let packed = try SealedMemory(copying: try SourceFile(opened: file, name: name))
        return try Self.opened(
            try SealedMemory(try unwrapper.font(in: packed, given: name), name: name), name: name, tag: tag)
    }

    private static func opened(_ font: SealedMemory, name: String, tag: String?) throws(FontError) -> FontItem {
        guard let opened = withExtendedLifetime(font, { OpenedFile(duplicating: font.descriptor) }) else {
            throw SourceFile.unreadable(name, Errno(rawValue: errno))
        }
        return .opened(opened, name: name, tag: tag)
    }
}
