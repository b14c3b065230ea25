/// Files that are not fonts, or fonts in formats that are refused.
public enum SampleFile: String, Sendable, Hashable, CaseIterable {
    /// An empty file.
    case empty
    /// A single byte.
    case singleByte
    /// UTF-8 text.
    case plainText
    /// A web page.
    case html
    /// A picture of one pixel.
    case png
    /// WOFF 1 with a whole font, whose tables are not compressed.
    case woff
    /// The header of WOFF 2 without data.
    case woff2
    /// Type 1 as text.
    case pfa
    /// Type 1 in segments.
    case pfb
    /// Type 1 in an sfnt, version `typ1`.
    case type1InSfnt
    /// X11 portable compiled format: the header and an empty properties table.
    case pcf
    /// Glyph bitmap distribution format with one glyph.
    case bdf
    /// A Macintosh resource file with one `sfnt` resource.
    case dfont
    /// A CFF font without an sfnt.
    case bareCFF
    /// Embedded OpenType with a whole font.
    case eot
    /// A Windows program file, the container of Windows bitmap fonts.
    case windowsFont

    /// A file name with the usual extension.
    public var fileName: String {
        switch self {
        case .empty: "sample-empty.ttf"
        case .singleByte: "sample-byte.ttf"
        case .plainText: "sample.txt"
        case .type1InSfnt: "sample-typ1.ttf"
        case .bareCFF: "sample.cff"
        case .windowsFont: "sample.fon"
        default: "sample.\(rawValue)"
        }
    }

    /// The bytes of the file.
    public var bytes: [UInt8] {
        switch self {
        case .empty: []
        case .singleByte: [0]
        case .plainText: Array("This is not a font. Dies ist keine Schrift.\n".utf8)
        case .html: Array("<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n".utf8)
        case .png: SampleFile.pngBytes
        case .woff: SampleFile.woff(wrapping: SyntheticFont(family: "Sample WOFF").build())
        case .woff2: SampleFile.woff2Header
        case .pfa: Array((SampleFile.type1Head + SampleFile.type1Tail).utf8)
        case .pfb: SampleFile.pfbBytes
        case .type1InSfnt:
            SyntheticFont(family: "Sample typ1") { font in
                font.sfntVersion = 0x7479_7031
                font.droppedTables = ["glyf", "loca"]
                font.extraTables = ["TYP1": Array(SampleFile.type1Head.utf8)]
            }.build()
        case .pcf: SampleFile.pcfBytes
        case .bdf: Array(SampleFile.bdfText.utf8)
        case .dfont: SampleFile.dfont(wrapping: SyntheticFont(family: "Sample dfont").build())
        case .bareCFF: SyntheticGlyphs(SyntheticFont()).compactFont(name: "SampleCFF-Regular")
        case .eot: SampleFile.eot(wrapping: SyntheticFont(family: "Sample EOT").build())
        case .windowsFont: SampleFile.windowsFontBytes
        }
    }
}

extension SampleFile {
    private static let pngBytes: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00,
        0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xA8, 0x07, 0x00, 0x00, 0x81, 0x00, 0x80, 0x7E, 0x1C, 0x29,
        0xC7, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    private static var woff2Header: [UInt8] {
        var header = SyntheticWriter(capacity: 48)
        header.tag("wOF2")
        header.u32(0x0001_0000)
        header.u32(48)
        header.zeros(36)
        return header.bytes
    }

    private static let type1Head = """
        %!PS-AdobeFont-1.0: SampleType1 001.000
        /FontType 1 def
        /FontName /SampleType1 def
        currentfile eexec

        """

    private static let type1Tail =
        String(repeating: "\(String(repeating: "0", count: 64))\n", count: 8) + "cleartomark\n"

    private static var pfbBytes: [UInt8] {
        var bytes: [UInt8] = []
        for (kind, text) in [(1, type1Head), (1, type1Tail)] as [(UInt8, String)] {
            let length = text.utf8.count
            bytes += [0x80, kind, UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8), 0, 0]
            bytes += text.utf8
        }
        return bytes + [0x80, 3]
    }

    private static var pcfBytes: [UInt8] {
        // Little-endian: one table, the properties, format 0, 12 bytes at 24. The table is all zeros.
        let numbers: [UInt8] = [1, 1, 0, 12, 24, 0, 0, 0]
        return Array("\u{1}fcp".utf8) + numbers.flatMap { [$0, 0, 0, 0] }
    }

    private static let bdfText = """
        STARTFONT 2.1
        FONT -synt-sample-medium-r-normal--8-80-75-75-c-80-iso10646-1
        SIZE 8 75 75
        FONTBOUNDINGBOX 8 8 0 0
        STARTPROPERTIES 2
        FONT_ASCENT 8
        FONT_DESCENT 0
        ENDPROPERTIES
        CHARS 1
        STARTCHAR A
        ENCODING 65
        SWIDTH 1000 0
        DWIDTH 8 0
        BBX 8 8 0 0
        BITMAP
        18
        24
        42
        42
        7E
        42
        42
        00
        ENDCHAR
        ENDFONT

        """

    private static var windowsFontBytes: [UInt8] {
        // A DOS header, with the header of a 16-bit Windows program at 0x40.
        var header = SyntheticWriter(capacity: 0x80)
        header.append("MZ".utf8)
        header.zeros(0x3A)
        header.append([0x40, 0, 0, 0])
        header.append("NE".utf8)
        header.zeros(0x3E)
        return header.bytes
    }
}
