/// One record of the `name` table as the file has it: hostile bytes beside the form that may be shown.
public struct NameRecord: Sendable, Hashable, Codable {
    /// What the record names (OpenType `name` table: 1 family, 4 full name, 6 PostScript name …).
    public var nameID: Int
    /// 0 Unicode, 1 Macintosh, 3 Windows.
    public var platformID: Int
    /// Meaning depends on the platform.
    public var encodingID: Int
    /// Platform-specific language number.
    public var languageID: Int
    /// The BCP 47 tag of the language, if the number is known.
    public var language: String?
    /// The bytes in the file, undecoded.
    public var raw: [UInt8]
    /// The cleaned form; see ``DisplayText``.
    public var display: String

    public init(
        nameID: Int, platformID: Int, encodingID: Int, languageID: Int, language: String?, raw: [UInt8],
        display: String
    ) {
        self.nameID = nameID
        self.platformID = platformID
        self.encodingID = encodingID
        self.languageID = languageID
        self.language = language
        self.raw = raw
        self.display = display
    }
}
