/// The answer to a question for one name.
public struct FontResolution: Sendable, Hashable {
    /// The kind of name by which the font was found, in the order in which names are tried.
    public enum MatchedBy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The exact PostScript name of a face.
        case postscriptName = "postscript-name"
        /// The exact PostScript name, own or formed, of a named instance.
        case instance
        /// The full name.
        case fullName = "full-name"
        /// Family and style, or the family alone, which means its most regular face.
        case familyStyle = "family-style"
        /// A name in another language.
        case localized
    }

    /// The name as asked.
    public var query: String
    /// The font; nil when there is none of that name.
    ///
    /// Never a substitute.
    public var match: FontDescriptor?
    /// The kind of name by which it was found.
    public var matchedBy: MatchedBy?
    /// What fontconfig would show instead of a font that is not there.
    public var substitute: FontDescriptor?
    /// A registered font of the name that programs cannot use, and why; nil where there is a match or nothing is
    /// registered that the caller may know of.
    public var unusable: UnusableFont?

    public init(
        query: String, match: FontDescriptor? = nil, matchedBy: MatchedBy? = nil, substitute: FontDescriptor? = nil,
        unusable: UnusableFont? = nil
    ) {
        self.query = query
        self.match = match
        self.matchedBy = matchedBy
        self.substitute = substitute
        self.unusable = unusable
    }
}
