public import FontModel

/// Determines the format of a file from its first bytes, independent of its name.
public enum FontSniffer {
    /// The number of bytes that suffices to recognize every known format: 512.
    public static let prefixLength = 512

    /// Returns the format that the first bytes of a file indicate.
    ///
    /// - Parameter prefix: The first ``prefixLength`` bytes, or the whole file if it is shorter; may be longer.
    /// - Returns: The format, or nil if the bytes do not begin a known font format. The rest of the file may be
    ///   damaged.
    public static func format(of prefix: UnsafeRawBufferPointer) -> FontFormat? {
        unsafe format(of: FontBytes(file: prefix))
    }

    /// Returns the format that the first bytes of a file indicate.
    ///
    /// - Parameter prefix: The first ``prefixLength`` bytes, or the whole file if it is shorter; may be longer.
    /// - Returns: The format, or nil if the bytes do not begin a known font format. The rest of the file may be
    ///   damaged.
    public static func format(of prefix: [UInt8]) -> FontFormat? {
        unsafe prefix.withUnsafeBytes { unsafe format(of: FontBytes(file: $0)) }
    }

    /// Returns the archive format that the first bytes of a file indicate.
    ///
    /// - Parameter prefix: The first ``prefixLength`` bytes, or the whole file if it is shorter.
    /// - Returns: The format, or nil if the bytes begin no archive, or a document or program that is packed as an
    ///   archive.
    public static func archive(of prefix: [UInt8]) -> ArchiveFormat? {
        unsafe prefix.withUnsafeBytes { unsafe archive(of: FontBytes(file: $0)) }
    }

    static func archive(of bytes: FontBytes) -> ArchiveFormat? {
        if begins(bytes, with: "PK\u{3}\u{4}") {
            // Office documents, e-books and Java programs identify themselves in their first entry.
            let isPackedDocument = ["mimetype", "[Content_Types]", "META-INF/"].contains {
                begins(bytes, with: $0, at: 30)
            }
            return isPackedDocument ? nil : .zip
        }
        // An empty one has only the end of its directory.
        if begins(bytes, with: "PK\u{5}\u{6}") { return .zip }
        if bytes.u16(0) == 0x1F8B { return .gzip }
        if begins(bytes, with: "BZh") { return .bzip2 }
        if bytes.u32(0) == 0xFD37_7A58, bytes.u16(4) == 0x5A00 { return .xz }
        if bytes.u32(0) == 0x28B5_2FFD { return .zstd }
        if begins(bytes, with: "Rar!") { return .rar }
        if bytes.u32(0) == 0x377A_BCAF, bytes.u16(4) == 0x271C { return .sevenZip }
        if begins(bytes, with: "!<arch>\ndebian-binary") { return .debian }
        return begins(bytes, with: "ustar", at: 257) ? .tar : nil
    }

    static func format(of bytes: FontBytes) -> FontFormat? {
        if let tag = bytes.tag(0) {
            switch tag {
            case Tag(0x0001_0000), "true": return .trueType
            case "OTTO": return .openType
            case "ttcf": return .collection
            case "wOFF": return .woff
            case "wOF2": return .woff2
            case "typ1": return .type1
            case Tag(0x0166_6370): return .pcf
            default: break
            }
        }
        if let format = postScript(bytes) { return format }
        if begins(bytes, with: "STARTFONT ") { return .bdf }
        if isBareCFF(bytes) { return .cff }
        if isDataFork(bytes) { return .dfont }
        if isEmbeddedOpenType(bytes) { return .eot }
        if isWindowsFont(bytes) { return .windowsFont }
        return nil
    }

    /// Returns the reason why a text that is often saved in place of a font is not one, with advice; nil for another file.
    static func refusal(ofText bytes: FontBytes) -> Message? {
        if begins(bytes, with: "version https://git-lfs.github.com/spec/") {
            return
                "This is a placeholder of Git LFS, not a font file. Run `git lfs pull` in its repository, which gets the font."
        }
        var start = begins(bytes, with: "\u{FEFF}") ? 3 : 0
        while let byte = bytes.u8(start), [0x09, 0x0A, 0x0D, 0x20].contains(byte) { start += 1 }
        let isPage = ["<!doctype html", "<html"].contains { opening in
            opening.utf8.enumerated().allSatisfy { lowercase(bytes.u8(start + $0.offset)) == Int($0.element) }
        }
        return isPage
            ? "This is a web page, not a font file. Download the font again; the server sent this page in its place."
            : nil
    }

    private static func lowercase(_ byte: Int?) -> Int? {
        byte.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }

    private static func begins(_ bytes: FontBytes, with text: String, at offset: Int = 0) -> Bool {
        text.utf8.enumerated().allSatisfy { bytes.u8(offset + $0.offset) == Int($0.element) }
    }

    /// Recognizes Type 1 as text or in the segments of a `.pfb` (`80 01` and a length), and CID-keyed PostScript.
    private static func postScript(_ bytes: FontBytes) -> FontFormat? {
        let offset = bytes.u16(0) == 0x8001 ? 6 : 0
        if begins(bytes, with: "%!PS-AdobeFont", at: offset) || begins(bytes, with: "%!FontType1", at: offset) {
            return .type1
        }
        return begins(bytes, with: "%!PS-Adobe-3.0 Resource-CIDFont", at: offset) ? .cff : nil
    }

    /// Recognizes a CFF header (Adobe TN 5176): version 1, and a Name INDEX whose first offset is 1.
    private static func isBareCFF(_ bytes: FontBytes) -> Bool {
        guard bytes.u8(0) == 1, bytes.u8(1) == 0, let header = bytes.u8(2), header >= 4,
            let offsetSize = bytes.u8(3), (1...4).contains(offsetSize),
            let names = bytes.u16(header), names > 0,
            let width = bytes.u8(header + 2), (1...4).contains(width)
        else { return false }
        return (0..<width).allSatisfy { bytes.u8(header + 3 + $0) == ($0 == width - 1 ? 1 : 0) }
    }

    /// Recognizes a resource fork whose data begins at 256 and whose map follows the data.
    private static func isDataFork(_ bytes: FontBytes) -> Bool {
        guard bytes.u32(0) == 0x100, let map = bytes.u32(4), let data = bytes.u32(8), let mapLength = bytes.u32(12)
        else { return false }
        return data > 0 && map == 0x100 + data && mapLength >= 30
    }

    /// Recognizes Embedded OpenType: little-endian, `LP` at 34, one of three versions at 8.
    private static func isEmbeddedOpenType(_ bytes: FontBytes) -> Bool {
        guard bytes.u16(34) == 0x4C50, let version = bytes.u32(8) else { return false }
        return [0x0000_0100, 0x0100_0200, 0x0200_0200].contains(version)
    }

    /// Recognizes a Windows `.fnt` of version 2 or 3, or a `.fon` (a program for 16-bit Windows).
    private static func isWindowsFont(_ bytes: FontBytes) -> Bool {
        if begins(bytes, with: "MZ"), let low = bytes.u8(0x3C), let high = bytes.u8(0x3D) {
            return begins(bytes, with: "NE", at: high << 8 | low)
        }
        guard let version = bytes.u16(0), version == 0x0002 || version == 0x0003,
            let type = bytes.u16(66), type & 0xFE00 == 0 || type == 0x8000 || type == 0x0001,
            let heightLow = bytes.u8(88), let heightHigh = bytes.u8(89)
        else { return false }
        // The file size is little-endian; the header alone has 117 bytes.
        let size = (0..<4).reduce(0) { $0 | (bytes.u8(2 + $1) ?? 0) << (8 * $1) }
        return size >= 117 && (heightLow | heightHigh) != 0
    }
}

extension FontFormat {
    /// The reason why a file of this format cannot be registered, with advice; nil for supported formats.
    var refusal: Message? {
        switch self {
        case .trueType, .openType, .collection: nil
        case .woff: "WOFF is a format for the web; register it with the option to unwrap."
        case .woff2: "WOFF2 is a format for the web; register it with the option to unwrap."
        case .type1: "PostScript Type 1 fonts cannot be registered; convert the file to OpenType first, with FontForge."
        case .cff: "Bare CFF and CID-keyed PostScript fonts cannot be registered; convert the file to OpenType first."
        case .pcf: "X11 bitmap fonts (PCF) cannot be registered; convert the file to an OpenType bitmap font first."
        case .bdf: "Bitmap fonts in BDF cannot be registered; convert the file to an OpenType bitmap font first."
        case .dfont: "This is a Macintosh suitcase; extract the TrueType fonts in it first, with 'fondu'."
        case .eot: "Embedded OpenType is a format for the web; unwrap it first with 'eot2ttf'."
        case .windowsFont: "Windows bitmap fonts cannot be registered; use a TrueType or OpenType version of the font."
        }
    }
}

extension ArchiveFormat {
    /// The reason why an archive cannot be registered, with advice.
    var refusal: Message {
        let sentence: Message =
            switch self {
            case .zip: "This is a ZIP archive, not a font file."
            case .tar: "This is a tar archive, not a font file."
            case .sevenZip: "This is a 7z archive, not a font file."
            case .rar: "This is a RAR archive, not a font file."
            case .debian: "This is a Debian package, not a font file."
            case .gzip, .bzip2, .xz, .zstd: "This is a compressed file or archive (\(rawValue)), not a font file."
            }
        return Message([sentence, "Unpack it into a folder, and register that folder."])
    }
}
