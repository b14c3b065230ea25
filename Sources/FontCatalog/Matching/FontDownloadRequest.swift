/// What a catalogue offers for a name, by which the caller of a match decides.
public struct FontDownloadRequest: Sendable, Hashable {
    /// The name that was asked for.
    public var name: String
    /// The identifier of the catalogue.
    public var catalog: String
    /// The identifier of the family in the catalogue.
    public var id: String
    /// The name of the family.
    public var family: String
    /// The name of the family in other languages, by BCP 47 tag.
    public var names: [String: String]
    /// The version in the words of the publisher.
    public var version: String
    /// The PostScript names of the faces that the download brings: those of the name and its siblings.
    ///
    /// Those of a package of the distribution are not known before the download.
    public var faces: [String]
    /// The number of font files; 0 for a package.
    public var files: Int
    /// The bytes that are still to be transferred.
    public var downloadSize: Int64
    /// The SPDX identifier of the licence, or `LicenseRef-…`.
    public var license: String
    /// Whether somebody must agree to the licence first, who has not done so on this machine.
    public var requiresAgreement: Bool
    /// Whether the network counts what is transferred, as a mobile connection does.
    public var isMetered: Bool

    /// The greatest download over a metered connection for which nobody is asked, in bytes.
    public static let meteredLimit: Int64 = 1 << 20

    /// Whether the download may begin without a question: the connection is not metered, or the download small.
    public var isModest: Bool { !isMetered || downloadSize <= Self.meteredLimit }
}

/// A licence to which somebody must agree before a family is downloaded.
public struct FontLicenseRequest: Sendable, Hashable {
    /// A text of the licence.
    public struct Text: Sendable, Hashable {
        /// The name of the file.
        public var name: String
        /// The SHA-256 of the text, by which the agreement is recorded.
        public var sha256: String
        /// The text itself, as the publisher has it; show control characters in it as escapes.
        public var text: String
    }

    /// The name that was asked for.
    public var name: String
    /// The identifier of the catalogue.
    public var catalog: String
    /// The identifier of the family in the catalogue.
    public var id: String
    /// The name of the family.
    public var family: String
    /// The SPDX identifier, or `LicenseRef-…`.
    public var license: String
    /// The texts to which nobody agreed on this machine; a changed text is asked for again.
    public var texts: [Text]
}
