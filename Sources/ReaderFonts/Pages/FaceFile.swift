import FontModel
import FontRegistry
import Foundation
import OpenType
import StyleSheets

/// A font file with one face, as a page gets it.
struct FaceFile: Sendable {
    var data: Data
    /// The hash of the file it is from.
    var sha256: String
    var format: FontFaceRule.Format

    /// The media type (RFC 8081).
    var mediaType: String { format == .trueType ? "font/ttf" : "font/otf" }
}

extension FontManager {
    /// Returns the file of a face; that of a face of a collection is made.
    ///
    /// - Throws: `fileNotFound` (101) if the font is disabled or its file is gone, `unrecognizedFormat` (103)
    ///   if it is in a format such as Type 1, `invalidFontData` (104) if the tables of a face of a collection lie outside
    ///   it, or the errors of reading a file.
    func faceFile(of font: FontDescriptor) async throws(FontError) -> FaceFile {
        let (file, sha256) = try await contents(of: font)
        let format = FontSniffer.format(of: [UInt8](file.prefix(FontSniffer.prefixLength)))
        if let format, !format.isSupported {
            throw FontError(
                .unrecognizedFormat, "Pages do not load fonts of this format. Use an OpenType version of the font.",
                file: font.url?.path(percentEncoded: false))
        }
        let isCollection = format == .collection
        guard let data = isCollection ? CollectionFace.file(font.face.index, of: [UInt8](file)).map({ Data($0) }) : file
        else {
            throw FontError(
                .invalidFontData, "The face's tables lie outside the file.",
                file: font.url?.path(percentEncoded: false))
        }
        return FaceFile(data: data, sha256: sha256, format: font.face.outlines == .trueType ? .trueType : .openType)
    }
}
