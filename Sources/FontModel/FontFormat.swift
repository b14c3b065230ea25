/// The format of a file according to its first bytes.
///
/// The format does not imply that the rest of the file is sound.
public enum FontFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// sfnt with TrueType outlines or bitmaps: version `0x00010000` or `true`.
    case trueType = "truetype"
    /// sfnt with CFF or CFF2 outlines: version `OTTO`.
    case openType = "opentype"
    /// A collection of sfnt faces: `ttcf`.
    case collection
    /// WOFF 1; refused, must be unwrapped first.
    case woff
    /// WOFF 2; refused, must be unwrapped first.
    case woff2
    /// PostScript Type 1 (`.pfa`, `.pfb`, or `typ1` in an sfnt); refused.
    case type1
    /// Bare CFF or CID-keyed PostScript; refused.
    case cff
    /// X11 portable compiled format; refused.
    case pcf
    /// Glyph bitmap distribution format; refused.
    case bdf
    /// Macintosh data-fork suitcase; refused.
    case dfont
    /// Embedded OpenType for Internet Explorer; refused.
    case eot
    /// Windows bitmap or vector font; refused.
    case windowsFont = "winfnt"

    /// Whether files of this format can be registered (`CTFontManagerIsSupportedFont`).
    public var isSupported: Bool {
        switch self {
        case .trueType, .openType, .collection: true
        case .woff, .woff2, .type1, .cff, .pcf, .bdf, .dfont, .eot, .windowsFont: false
        }
    }
}

/// The format of an archive or a compressed file according to its first bytes.
public enum ArchiveFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case zip, tar, gzip, bzip2, xz, zstd, rar
    case sevenZip = "7z"
    /// A Debian package.
    case debian = "deb"

    /// Whether an archive of the format at a path can be read; a compressed file is one if it is named like a tar.
    package func isReadable(at path: String) -> Bool {
        switch self {
        case .zip, .sevenZip, .tar, .debian: true
        case .gzip, .bzip2, .xz, .zstd: Self.isCompressedTar(path)
        case .rar: false
        }
    }

    /// Whether a path is named like a compressed tar.
    package static func isCompressedTar(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.contains(".tar.") || [".tgz", ".tbz", ".tbz2", ".txz", ".tzst"].contains(where: path.hasSuffix)
    }
}

/// The kind of the glyph outlines of a face.
public enum OutlineFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Quadratic outlines in `glyf`.
    case trueType = "truetype"
    /// Cubic outlines in `CFF `.
    case cff
    /// Cubic, variable outlines in `CFF2`.
    case cff2
    /// Only bitmaps (`EBDT`, `CBDT`, `bdat`, `sbix`) or SVG documents (`SVG `).
    case bitmap
}
