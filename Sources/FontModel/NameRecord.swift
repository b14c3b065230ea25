/// One record of the `name` table, with its bytes as stored in the file and its display form.
public struct NameRecord: Sendable, Hashable, Codable {
    /// The OpenType name ID, such as 1 for the family, 4 for the full name and 6 for the PostScript name.
    public var nameID: Int
    /// The platform: 0 Unicode, 1 Macintosh, 3 Windows.
    public var platformID: Int
    /// The encoding; its meaning depends on the platform.
    public var encodingID: Int
    /// The language number; its meaning depends on the platform.
    public var languageID: Int
    /// The BCP 47 tag of the language, if the number is known.
    public var language: String?
    /// The bytes as stored in the file, undecoded.
    public var raw: [UInt8]
    /// The display form: without control characters and invisible characters that could mislead.
    public var display: String

    package init(
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
