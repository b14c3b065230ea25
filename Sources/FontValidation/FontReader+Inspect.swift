public import FontModel
public import OpenType

extension FontReader {
    /// Finds the faults of a font file, continuing after the first error where possible.
    ///
    /// The examination is more thorough than reading: it covers every outline, character map and layout table. It uses
    /// no C library.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. It must not change during the call.
    ///   - contentHash: The SHA-256 of the file in hexadecimal.
    /// - Returns: The contents, or nil if no face can be read, and the errors and warnings in the order in which they
    ///   were found. If there is an error, reading the file throws the first one.
    public static func inspect(
        _ bytes: UnsafeRawBufferPointer, contentHash: String
    ) -> (contents: FontContents?, findings: [FontFinding]) {
        unsafe read(bytes, contentHash: contentHash, examiner: FontExamination(FontBytes(file: bytes)))
    }

    /// Finds the faults of a font file, continuing after the first error where possible.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - contentHash: The SHA-256 of the file in hexadecimal.
    /// - Returns: The same as the function for raw memory.
    public static func inspect(
        _ bytes: [UInt8], contentHash: String
    ) -> (contents: FontContents?, findings: [FontFinding]) {
        unsafe bytes.withUnsafeBytes { unsafe inspect($0, contentHash: contentHash) }
    }
}
