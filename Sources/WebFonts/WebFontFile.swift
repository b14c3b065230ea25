package import FontModel
import Glibc

/// A font file packed for the web: WOFF 1.0 or 2.0 (W3C).
///
/// The directory is read first, by code that is safe for memory: what a file claims beyond the limits is refused before
/// anything is decoded.
package enum WebFontFile {
    /// The limits of a packed file.
    package enum Limits {
        /// The maximum size of the file in bytes: 32 MiB.
        package static let packed = 32 << 20
        /// The maximum size of the font in bytes: 64 MiB.
        package static let unpacked = 64 << 20
        /// The maximum ratio of both; real fonts have 2 to 4.
        package static let ratio = 100
    }

    /// Returns the font in a packed file.
    ///
    /// - Throws: `unrecognizedFormat` (103) if it is not packed for the web, `invalidFontData` (104) if it is damaged,
    ///   `exceededResourceLimit` (106) if it or the font is too large.
    package static func font(in file: UnsafeRawBufferPointer) throws(FontError) -> [UInt8] {
        guard file.count <= Limits.packed else {
            throw FontError(
                .exceededResourceLimit,
                "The file is larger than \(Limits.packed >> 20) MiB, the limit for a web font.")
        }
        let reader = unsafe BigEndianReader(file)
        switch reader.number(at: 0, 4) {
        case 0x774F_4646: return try unsafe WOFFDirectory(reader).font(in: file)
        case 0x774F_4632: return try unsafe WOFF2Directory(reader).font(in: file)
        default: throw FontError(.unrecognizedFormat, "The file is not a web font (WOFF or WOFF2).")
        }
    }

    /// Checks the size that a directory claims.
    static func check(_ claimed: Int, of file: Int) throws(FontError) {
        guard claimed <= Limits.unpacked, claimed / Limits.ratio <= file else {
            throw FontError(
                .exceededResourceLimit,
                "The web font claims to contain \(claimed) bytes; the limits are \(Limits.unpacked >> 20) MiB and \(Limits.ratio) times the file."
            )
        }
    }

    /// Returns the error for a damaged file.
    /// - Parameter reason: The reason as a sentence about the file.
    static func damaged(_ reason: String) -> FontError {
        FontError(.invalidFontData, "The web font is damaged. \(reason) Download the file again.")
    }
}

/// A reader of big-endian numbers, lent for one call like the bytes.
@safe
struct BigEndianReader {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// Returns the number of some bytes; nil if they lie outside.
    func number(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, unsafe offset <= bytes.count - size else { return nil }
        return unsafe bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
