import CZlib
import FontModel
import Glibc
import TestSupport

/// An archive that attacks its reader or cannot be read, beside a sound font.
enum HostileArchive: String, CaseIterable {
    case leadsOut, leadsOutForWindows, absolute, absoluteForWindows, controlCharacters, deep, longName
    case symbolicLink, symbolicLinkInZIP, hardLink, device, fifo
    case bombInZIP, bombInGzip, bombInXZ, bombInZstd, bombIn7z, hole
    case overlapping, duplicateNames, sameNameAfterCleaning, manyEntries
    case encrypted, wrongSum, wrongSize, entryOutside, otherLocalName, wrongSumInGzip, wrongLengthInGzip, afterTheEnd
    case cutZIP, cut7z, cutTar, cutTarBetweenEntries, cutGzip, cutBzip2, cutXZ, cutZstd
    case onlyTheSignature, hugeDictionary, packedTwice, onlyArchives, noFont, compressedFile, rar

    /// The code of the error.
    var code: FontError.Code {
        switch self {
        case .deep, .longName, .bombInZIP, .bombInGzip, .bombInXZ, .bombInZstd, .bombIn7z, .hole, .manyEntries,
            .hugeDictionary:
            .exceededResourceLimit
        case .encrypted, .packedTwice, .onlyArchives, .compressedFile, .rar: .unrecognizedFormat
        case .symbolicLink, .symbolicLinkInZIP, .hardLink, .noFont: .fileNotFound
        default: .invalidFontData
        }
    }

    private static let font = SyntheticFont(family: "Hostile").build()
    private static let other = SyntheticFont(family: "Other").build()

    /// A font of the same bytes, over and over.
    private static var bomb: [UInt8] {
        var font = SyntheticFont(family: "Bomb")
        font.extraTables["zzzz"] = [UInt8](repeating: 0, count: 40 << 20)
        return font.build()
    }

    private static func zip(_ name: String, change: (inout ZIPFile.Entry) -> Void = { _ in }) -> [UInt8] {
        var entry = ZIPFile.Entry(name, font)
        change(&entry)
        return ZIPFile([ZIPFile.Entry("Other.ttf", other), entry]).bytes
    }

    private static func written(
        _ form: WrittenArchive.Form, _ name: String = "Hostile.ttf", _ content: [UInt8] = font,
        change: (inout WrittenArchive.Entry) -> Void = { _ in }
    ) throws -> [UInt8] {
        var entry = WrittenArchive.Entry(name, content)
        change(&entry)
        return try WrittenArchive.bytes(form, [WrittenArchive.Entry("Other.ttf", other), entry])
    }

    private static func alone(_ form: WrittenArchive.Form, change: (inout WrittenArchive.Entry) -> Void) throws
        -> [UInt8]
    {
        var entry = WrittenArchive.Entry("Hostile.ttf")
        change(&entry)
        return try WrittenArchive.bytes(form, [entry])
    }

    /// The archive's bytes.
    func bytes() throws -> [UInt8] {
        typealias Own = HostileArchive
        switch self {
        case .leadsOut: return Own.zip("fonts/../../../.fonts/Hostile.ttf")
        case .leadsOutForWindows: return Own.zip(#"..\..\Hostile.ttf"#)
        case .absolute: return try Own.written(.tar, "/usr/share/fonts/Hostile.ttf")
        case .absoluteForWindows: return Own.zip(#"C:\Windows\Fonts\Hostile.ttf"#)
        case .controlCharacters: return Own.zip("\u{1B}[2J\n.ttf")
        case .deep: return Own.zip(String(repeating: "d/", count: 40) + "Hostile.ttf")
        case .longName: return Own.zip(String(repeating: "n", count: 5_000) + ".ttf")
        case .symbolicLink:
            return try Own.alone(.tar) { ($0.type, $0.symbolicLink) = (Glibc.S_IFLNK, "/usr/share/fonts") }
        case .symbolicLinkInZIP:
            return ZIPFile([Own.link]).bytes
        case .hardLink: return try Own.alone(.tar) { $0.hardLink = "../../Other.ttf" }
        case .device: return try Own.written(.tar, "Device.ttf", []) { $0.type = Glibc.S_IFCHR }
        case .fifo: return try Own.written(.tar, "Pipe.ttf", []) { $0.type = Glibc.S_IFIFO }
        case .bombInZIP: return ZIPFile([.init("Bomb.ttf", Own.bomb, deflated: true)]).bytes
        case .bombInGzip: return try Own.written(.gzip, "readme.txt", Own.zeros)
        case .bombInXZ: return try Own.written(.xz, "Bomb.ttf", Own.bomb)
        case .bombInZstd: return try Own.written(.zstd, "Bomb.ttf", Own.bomb)
        case .bombIn7z: return try Own.written(.sevenZip, "Bomb.ttf", Own.bomb)
        case .hole: return try Own.written(.tar) { $0.sparseSize = 1 << 40 }
        case .overlapping:
            return Own.zip("Hostile.ttf") {
                $0.shares = 0; $0.content = Own.other
            }
        case .duplicateNames: return Own.zip("Other.ttf")
        case .sameNameAfterCleaning: return Own.zip("./Other.ttf")
        case .manyEntries:
            return ZIPFile((0...FontLimits.archiveEntries).map { .init("\($0)", []) } + [.init("a.ttf", Own.font)])
                .bytes
        case .encrypted: return Own.zip("Hostile.ttf") { $0.flags |= 1 }
        case .wrongSum: return Own.zip("Hostile.ttf") { $0.sum = 1 }
        case .wrongSize: return Own.zip("Hostile.ttf") { ($0.isDeflated, $0.size) = (true, 10) }
        case .entryOutside:
            // The place of the second local header, which is in the last four bytes before its name.
            var bytes = Own.zip("Hostile.ttf")
            bytes.replaceSubrange(bytes.count - 22 - 15..<bytes.count - 22 - 11, with: [0xF0, 0xFF, 0xFF, 0x7F])
            return bytes
        case .otherLocalName:
            var bytes = Own.zip("Hostile.ttf")
            bytes[30] = UInt8(ascii: "X")
            return bytes
        case .wrongSumInGzip, .wrongLengthInGzip:
            var bytes = Own.gzipped(try Own.written(.tar))
            bytes[bytes.count - (self == .wrongSumInGzip ? 5 : 1)] ^= 1
            return bytes
        case .afterTheEnd: return Own.gzipped(try Own.written(.tar)) + Array("more".utf8)
        case .cutZIP: return Array(Own.zip("Hostile.ttf").dropLast(30))
        case .cut7z: return Array(try Own.written(.sevenZip).dropLast(30))
        case .cutTar: return Array(try Own.written(.tar).prefix(2_000 + Own.other.count))
        case .cutTarBetweenEntries:
            return Array(
                try WrittenArchive.bytes(.gnuTar, [.init("Other.ttf", Own.padded), .init("b")])
                    .prefix(512 + Own.padded.count))
        case .cutGzip: return Own.half(try Own.written(.gzip))
        case .cutBzip2: return Own.half(try Own.written(.bzip2))
        case .cutXZ: return Own.half(try Own.written(.xz))
        case .cutZstd: return Own.half(try Own.written(.zstd))
        case .onlyTheSignature: return Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 60)
        case .hugeDictionary: return Own.withHugeDictionary(try Own.written(.xz))
        case .packedTwice: return Own.gzipped(try Own.written(.gzip))
        case .onlyArchives:
            return ZIPFile([.init("a.zip", Own.zip("Hostile.ttf")), .init("b.tar", try Own.written(.tar))]).bytes
        case .noFont: return ZIPFile([.init("a.txt", Array("no font".utf8)), .init("b.ttf", [1, 2, 3])]).bytes
        case .compressedFile: return Own.gzipped(Own.font)
        case .rar: return Array("Rar!\u{1A}\u{7}\u{1}".utf8) + [UInt8](repeating: 0, count: 60)
        }
    }

    private static var link: ZIPFile.Entry {
        var link = ZIPFile.Entry("Hostile.ttf", Array("/usr/share/fonts".utf8))
        link.mode = Int(Glibc.S_IFLNK) | 0o777
        return link
    }

    private static let zeros = [UInt8](repeating: 0, count: 64 << 20)

    /// A font that fills whole blocks of a tar archive.
    private static var padded: [UInt8] { other + [UInt8](repeating: 0, count: (512 - other.count % 512) % 512) }

    private static func half(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(bytes.count / 2)) }

    static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        // Blocks without compression.
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var rest = bytes[...]
        while true {
            let block = rest.prefix(60_000)
            rest = rest.dropFirst(60_000)
            let count = UInt16(block.count)
            file.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { file += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            file += block
            if rest.isEmpty { break }
        }
        let sum = UInt32(crc32(0, bytes, UInt32(bytes.count)))
        for number in [sum, UInt32(bytes.count)] {
            for shift in 0..<4 { file.append(UInt8(number >> (8 * UInt32(shift)) & 0xFF)) }
        }
        return file
    }

    /// The claim of a dictionary of almost 4 GiB in the header of the first block.
    private static func withHugeDictionary(_ archive: [UInt8]) -> [UInt8] {
        var bytes = archive
        let length = (Int(bytes[12]) + 1) * 4
        precondition(bytes[14] == 0x21 && bytes[15] == 1, "the block has another filter")
        bytes[16] = 40
        let header = Array(bytes[12..<12 + length - 4])
        let sum = UInt32(crc32(0, header, UInt32(header.count)))
        for shift in 0..<4 { bytes[12 + length - 4 + shift] = UInt8(sum >> (8 * UInt32(shift)) & 0xFF) }
        return bytes
    }
}
