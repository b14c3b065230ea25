package import FontModel
import OpenType

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
        let bytes = unsafe FontBytes(file: file)
        switch bytes.tag(0) {
        case "wOFF": return try WOFFDirectory(bytes).font(in: bytes)
        case "wOF2": return try unsafe WOFF2Directory(bytes).font(in: file)
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
    static func damaged(_ reason: Message) -> FontError {
        FontError(.invalidFontData, "The web font is damaged. \(reason) Download the file again.")
    }
}
