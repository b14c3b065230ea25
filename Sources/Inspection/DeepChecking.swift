package import FontModel

/// The result of a deep check of one file, which fontd requests from workers.
///
/// The module with the only implementation, FontValidation, is not linked by what only reads or registers fonts.
package protocol DeepChecking: Sendable {
    /// Creates the result of a check that was not done, or not to its end.
    init(file: String, format: FontFormat?, findings: [FontFinding])

    /// Checks a file in this process.
    ///
    /// - Parameters:
    ///   - file: The file as given.
    ///   - bytes: The contents of the file.
    ///   - sha256: The SHA-256 hash of the file.
    ///   - path: The path at which fontconfig can open the same bytes.
    init(file: String, _ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String)

    /// Decodes a worker's reply, which a hostile font may have forged.
    ///
    /// - Parameters:
    ///   - bytes: The reply, with at most ``WorkerProtocol/answerLength`` bytes.
    ///   - file: The file as given.
    ///   - size: The size of fontd's copy of the file.
    init(decoding bytes: [UInt8], file: String, size: Int) throws(MalformedAnswer)
}

extension DeepChecking {
    /// Creates the result for a file that cannot be checked.
    package init(file: String, _ error: FontError) {
        self.init(file: file, format: nil, findings: [FontFinding(error)])
    }
}

extension FontFinding {
    /// Creates a finding from an error.
    package init(_ error: FontError) {
        let kind: Kind =
            switch (error.code, error.cause) {
            case (.invalidFontData, .freeType): .cannotOpen
            case (.invalidFontData, _): .facesDiffer
            default: .fileUnreadable
            }
        self.init(
            kind, code: error.code, faceIndex: error.faceIndex,
            table: error.faceIndex == nil ? nil : FontFinding.directory, message: error.text)
    }
}
