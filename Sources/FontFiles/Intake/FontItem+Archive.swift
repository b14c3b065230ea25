import FontModel
import OpenType

extension FontItem {
    /// Whether the first bytes are those of an archive that can be unpacked.
    package var isArchive: Bool {
        let format: ArchiveFormat?
        switch kind {
        case .file(let path): format = FontFile.archive(at: path)
        case .data(let bytes): format = FontSniffer.archive(of: Array(bytes.prefix(FontSniffer.prefixLength)))
        case .opened(let file):
            format = FontSniffer.archive(of: file.bytes(at: 0, most: FontSniffer.prefixLength) ?? [])
        case .archived, .failure: format = nil
        }
        return format != nil && format != .rar
    }
}

extension FontFile {
    /// Returns the archive of a font, or of a folder of fonts, that reports name by the path of the archive and the path
    /// within it; nil for another path.
    package static func archive(holding path: String) -> String? {
        var archive = PathText.folder(of: path)
        while archive.count > 1, self.archive(at: archive) == nil { archive = PathText.folder(of: archive) }
        return archive.count > 1 ? archive : nil
    }

    /// Whether a path is one within an archive.
    package static func isArchived(_ path: String) -> Bool {
        !AbsolutePath.exists(path) && archive(holding: path) != nil
    }
}
