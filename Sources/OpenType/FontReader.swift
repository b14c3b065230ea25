public import FontModel

/// Reads font files: checks their structure and tells what faces are in them.
///
/// Safe on any bytes: never traps, and its time and memory are bounded by the size of the file. Glyphs are not decoded.
public enum FontReader {
    /// Reads a font file, all faces of it or none.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. It must not change during the call.
    ///   - contentHash: SHA-256 of the file, hexadecimal. Names a face that has no usable name; nothing else.
    ///   - file: The file as it was given, for error messages.
    /// - Returns: The faces, and warnings.
    /// - Throws: 103 if the file is no font or of a format that cannot be registered, 104 if it is damaged, 106 if it
    ///   is over one of ``FontLimits``; for 104 with the face, and the table as ``FontError/cause``.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, contentHash: String, file: String?
    ) throws(FontError) -> FontContents {
        try contents(parse(bytes, contentHash, isDeep: false), file: file)
    }

    /// Reads a font file, all faces of it or none.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - contentHash: SHA-256 of the file, hexadecimal. Names a face that has no usable name; nothing else.
    ///   - file: The file as it was given, for error messages.
    /// - Returns: The faces, and warnings.
    /// - Throws: As the function for raw memory.
    public static func read(
        _ bytes: [UInt8], contentHash: String, file: String?
    ) throws(FontError) -> FontContents {
        try contents(bytes.withUnsafeBytes { parse($0, contentHash, isDeep: false) }, file: file)
    }

    /// Finds all that is wrong with a font file, going on after the first error where that is possible.
    ///
    /// Looks deeper than reading does: at every outline, map and table that text is set with.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. It must not change during the call.
    ///   - contentHash: SHA-256 of the file, hexadecimal.
    ///   - file: The file as it was given. Findings do not repeat it.
    /// - Returns: What could be read, or nil if that is no face at all; and errors and warnings in the order in which
    ///   they were found. If there is an error, reading the file throws the first one.
    public static func inspect(
        _ bytes: UnsafeRawBufferPointer, contentHash: String, file: String?
    ) -> (contents: FontContents?, findings: [FontFinding]) {
        let result = parse(bytes, contentHash, isDeep: true)
        return (result.contents, result.log.findings)
    }

    /// Finds all that is wrong with a font file, going on after the first error where that is possible.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - contentHash: SHA-256 of the file, hexadecimal.
    ///   - file: The file as it was given. Findings do not repeat it.
    /// - Returns: As the function for raw memory.
    public static func inspect(
        _ bytes: [UInt8], contentHash: String, file: String?
    ) -> (contents: FontContents?, findings: [FontFinding]) {
        let result = bytes.withUnsafeBytes { parse($0, contentHash, isDeep: true) }
        return (result.contents, result.log.findings)
    }

    /// Owns all it holds: nothing of it refers to the bytes.
    private struct Result {
        var format: FontFormat?
        var contents: FontContents?
        var log: FindingLog
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ contentHash: String, isDeep: Bool) -> Result {
        var parser = FileParser(FontBytes(file: bytes), contentHash: contentHash, isDeep: isDeep)
        let contents = parser.parse()
        return Result(format: parser.format, contents: contents, log: parser.log)
    }

    private static func contents(_ result: Result, file: String?) throws(FontError) -> FontContents {
        if let finding = result.log.firstError {
            throw FontError(finding, isCollection: result.format == .collection, file: file)
        }
        guard let contents = result.contents else {
            throw FontError(.invalidFontData, "No face of the font can be read.", file: file)
        }
        return contents
    }
}

extension FontError {
    /// The error that refuses a file, from the first error that was found in it.
    fileprivate init(_ finding: FontFinding, isCollection: Bool, file: String?) {
        let code = Code(rawValue: finding.code ?? Code.invalidFontData.rawValue)
        var message = finding.message
        var cause: Cause?
        if code == .invalidFontData {
            let face = finding.faceIndex.map { isCollection ? "Face \($0) of the collection" : "The font" }
            message = "\(face ?? "The file") is damaged: \(finding.message) Get a new copy of it."
            cause = .table(
                tag: Self.tag(finding),
                offset: finding.offset ?? 0, reason: finding.message)
        }
        self.init(code, message, file: file, faceIndex: finding.faceIndex, cause: cause)
    }

    /// The name of the table, in four characters for the headers too.
    private static func tag(_ finding: FontFinding) -> String {
        switch finding.table {
        case FontFinding.collectionHeader: "ttcf"
        case FontFinding.directory, nil: "sfnt"
        case .some(let table): table
        }
    }
}
