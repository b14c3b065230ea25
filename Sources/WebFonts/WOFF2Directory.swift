import CWoff2
import FontModel
import OpenType

/// The directory of a WOFF2 file (WOFF 2.0, sections 4 and 5).
///
/// libwoff2dec decodes the file. It allocates what the directory claims, so that the claims are checked before; what the
/// header says about the size of the font is not used, because the decoder does not keep to it.
struct WOFF2Directory {
    /// Reads a directory and checks its claims.
    init(_ file: FontBytes) throws(FontError) {
        guard let length = file.u32(8), let count = file.u16(12), file.count >= 48 else {
            throw WebFontFile.damaged("It ends within its header.")
        }
        guard length == file.count else { throw WebFontFile.damaged("Its length differs from its header.") }
        guard count > 0 else { throw WebFontFile.damaged("It has no tables.") }
        // The decoder passes over the sizes of metadata and private data that have no place.
        let blocks = [28, 32, 36, 40, 44].map { file.u32($0) ?? 0 }
        guard blocks[0] != 0 || blocks[1] == 0 && blocks[2] == 0, blocks[3] != 0 || blocks[4] == 0 else {
            throw WebFontFile.damaged("It declares a block that is missing.")
        }
        var place = 48
        var (original, transformed) = (0, 0)
        for _ in 0..<count {
            guard let flags = file.u8(place) else { throw Self.endsTooEarly }
            place += 1
            // Number 63 says that a tag follows; 10 and 11 are `glyf` and `loca`. As in libwoff2, these are transformed if
            // they have version 0, and others if they have another one.
            var isOutlines = [10, 11].contains(flags & 0x3F)
            if flags & 0x3F == 0x3F {
                guard let tag = file.tag(place) else { throw Self.endsTooEarly }
                isOutlines = ["glyf", "loca"].contains(tag)
                place += 4
            }
            let isTransformed = isOutlines ? flags >> 6 == 0 : flags >> 6 != 0
            let size = try Self.number(file, &place)
            original += size
            transformed += isTransformed ? try Self.number(file, &place) : size
            guard original <= Int(UInt32.max), transformed <= Int(UInt32.max) else { break }
        }
        try WebFontFile.check(max(original, transformed), of: length)
    }

    private static let endsTooEarly = WebFontFile.damaged("Its directory ends too early.")

    /// Reads a number of at most five bytes with seven bits each (`UIntBase128`).
    private static func number(_ file: FontBytes, _ place: inout Int) throws(FontError) -> Int {
        var value = 0
        for index in 0..<5 {
            guard let byte = file.u8(place) else { throw endsTooEarly }
            place += 1
            guard index > 0 || byte != 0x80 else { break }
            value = value << 7 | byte & 0x7F
            guard value <= Int(UInt32.max) else { break }
            if byte & 0x80 == 0 { return value }
        }
        throw WebFontFile.damaged("A size in its directory is invalid.")
    }

    /// Returns the font.
    func font(in file: UnsafeRawBufferPointer) throws(FontError) -> [UInt8] {
        // Pages that are not written to take no memory.
        let font = unsafe [UInt8](unsafeUninitializedCapacity: WebFontFile.Limits.unpacked) { buffer, filled in
            filled = unsafe cwoff2_decode(
                file.bindMemory(to: UInt8.self).baseAddress, file.count, buffer.baseAddress, buffer.count)
        }
        guard !font.isEmpty else { throw WebFontFile.damaged("It cannot be decoded.") }
        return font
    }
}
