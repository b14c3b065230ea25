public import FontModel

/// Reads font files, checks their structure and describes their faces.
///
/// Safe on any bytes: it never traps, and its time and memory are bounded by the size of the file. Glyphs are not
/// decoded.
public enum FontReader {
    /// Reads all faces of a font file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. It must not change during the call.
    ///   - contentHash: The SHA-256 of the file in hexadecimal, used only to name a face without a usable name.
    ///   - file: The path of the file as given by the caller, for error messages.
    ///   - isDetailed: Whether each face has its table directory, details and features, which a registration does not
    ///     store.
    /// - Returns: The faces and the warnings.
    /// - Throws: `FontError` with code ``FontError/Code/unrecognizedFormat`` (103) if the file is not a font or has a
    ///   format that cannot be registered, ``FontError/Code/invalidFontData`` (104) if it is damaged, with the face and
    ///   with the table as ``FontError/cause``, or ``FontError/Code/exceededResourceLimit`` (106) if it exceeds one of
    ///   the ``FontLimits``.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, contentHash: String, file: String?, isDetailed: Bool = true
    ) throws(FontError) -> FontContents {
        var parser = unsafe FileParser(FontBytes(file: bytes), contentHash: contentHash, isDetailed: isDetailed)
        let contents = parser.parse()
        if let finding = parser.log.firstError {
            throw FontError(finding, isCollection: parser.format == .collection, file: file)
        }
        guard let contents else {
            throw FontError(.invalidFontData, "No face of the font can be read.", file: file)
        }
        return contents
    }

    /// Reads all faces of a font file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - contentHash: The SHA-256 of the file in hexadecimal, used only to name a face without a usable name.
    ///   - file: The path of the file as given by the caller, for error messages.
    /// - Returns: The faces and the warnings.
    /// - Throws: `FontError` with the codes of the function for raw memory.
    public static func read(
        _ bytes: [UInt8], contentHash: String, file: String?
    ) throws(FontError) -> FontContents {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(FontError) in
            try unsafe read(UnsafeRawBufferPointer(bytes), contentHash: contentHash, file: file)
        }
    }

    /// Reads all faces of a font file, and continues after the first error where possible.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. It must not change during the call.
    ///   - contentHash: The SHA-256 of the file in hexadecimal.
    ///   - examiner: A further examination of each face.
    /// - Returns: The contents, or nil if no face can be read, and the errors and warnings in the order in which they
    ///   were found. If there is an error, reading the file throws the first one.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, contentHash: String, examiner: some FontExaminer
    ) -> (contents: FontContents?, findings: [FontFinding]) {
        var parser = unsafe FileParser(FontBytes(file: bytes), contentHash: contentHash, examiner: examiner)
        let contents = parser.parse()
        return (contents, parser.log.findings)
    }
}

extension FontError {
    /// Creates the error with which a file is refused from the first error found in it.
    fileprivate init(_ finding: FontFinding, isCollection: Bool, file: String?) {
        let code = Code(rawValue: finding.code ?? Code.invalidFontData.rawValue)
        var message: Message = finding.text
        var cause: Cause?
        if code == .invalidFontData {
            message =
                switch finding.faceIndex {
                case let index? where isCollection:
                    "Face \(index) of the collection is damaged: \(finding.text) Get a new copy of it."
                case _?: "The font is damaged: \(finding.text) Get a new copy of it."
                case nil: "The file is damaged: \(finding.text) Get a new copy of it."
                }
            cause = .table(tag: Self.tag(finding), offset: finding.offset ?? 0, reason: finding.message)
        }
        self.init(code, message, file: file, faceIndex: finding.faceIndex, cause: cause)
    }

    /// Returns the tag of the table, or a four-character substitute for the headers.
    private static func tag(_ finding: FontFinding) -> String {
        switch finding.table {
        case FontFinding.collectionHeader: "ttcf"
        case FontFinding.directory, nil: "sfnt"
        case .some(let table): table
        }
    }
}

/// The contents of one font file.
public struct FontContents: Sendable {
    /// The format according to the first bytes.
    public var format: FontFormat
    /// The faces in file order; one unless the file is a collection.
    public var faces: [FaceContents]
    /// The warnings: faults and unexpected properties for which the file is not refused.
    public var findings: [FontFinding] = []
}

/// The contents of one face of a font file.
public struct FaceContents: Sendable {
    /// The properties that are stored and matched.
    ///
    /// The languages are empty, since fontconfig determines them later.
    public var face: FontFace
    /// All readable records of the `name` table in file order, including license and description.
    public var names: [NameRecord] = []
    /// The characters that the best Unicode subtable of `cmap` maps to a glyph.
    ///
    /// A symbol subtable (platform 3, encoding 0) covers U+F000…U+F0FF. A Macintosh Roman subtable covers the
    /// characters of that encoding.
    public var coverage: CharacterCoverage = CharacterCoverage()
    /// The table directory, in file order.
    public var tables: [TableRecord] = []
    /// The legal texts, classification and metrics.
    public var details = FontDetails()
    /// The typographic features, sorted by tag.
    public var features: [FontFeature] = []
}

/// One entry of a face's table directory.
public struct TableRecord: Sendable, Hashable {
    /// The tag: four characters, such as `glyf`, with escapes for bytes that are not printable ASCII.
    public var tag: String
    /// The offset of the table, in bytes from the start of the file.
    public var offset: Int
    /// The length of the table in bytes, without padding.
    public var length: Int
}

/// The vertical spacing of lines, in font units.
package struct LineMetrics: Sendable, Hashable {
    package var ascender: Int
    package var descender: Int
    package var lineGap: Int

    init?(_ table: FontBytes, at offset: Int) {
        guard let ascender = table.i16(offset), let descender = table.i16(offset + 2),
            let lineGap = table.i16(offset + 4)
        else { return nil }
        (self.ascender, self.descender, self.lineGap) = (ascender, descender, lineGap)
    }
}
