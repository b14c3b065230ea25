/// The result of resolving one name.
public struct FontResolution: Sendable, Hashable, Codable {
    /// The kind of name by which the font was found; names are tried in this order.
    public enum MatchedBy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The exact PostScript name of a face.
        case postscriptName = "postscript-name"
        /// The exact PostScript name of a named instance, from the font or formed.
        case instance
        /// The full name.
        case fullName = "full-name"
        /// The family and style, or the family alone, which means its most regular face.
        case familyStyle = "family-style"
        /// A name in another language.
        case localized
    }

    /// The requested name.
    public var query: String
    /// The font; `nil` if no font has the name.
    ///
    /// It is never a substitute.
    public var match: FontDescriptor?
    /// The kind of name by which it was found.
    public var matchedBy: MatchedBy?
    /// Whether the name is that of a family alone, of which the font is the most regular face.
    package var isOfFamily = false
    /// The font that fontconfig would use if no font has the name.
    public var substitute: FontDescriptor?
    /// A registered font with the name that programs cannot use, and the reason.
    ///
    /// `nil` if there is a match, or no such registration that the caller may see.
    public var unusable: UnusableFont?

    package init(
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

extension FontResolution: FieldRecord {
    package init() { self.init(query: "") }

    package static let fields: [Field<FontResolution>] = [
        .text("query", \.query),
        .derived("status", .text) { .text($0.match == nil ? "not-found" : "found") },
        .word("matchedBy", \.matchedBy, isStated: true),
        .record("face", \.match, isStated: true),
        .record("substitute", \.substitute, isStated: true),
        .flag("ofFamily", \.isOfFamily, isRequired: false),
    ]

    package static let parts: [FieldPart<FontResolution>] = [
        FieldPart(
            UnusableFont.shapes, isSound: UnusableFont.areSound, members: { $0.unusable?.fieldMembers ?? [] },
            // Nil for a reason that is unknown to this version.
            assign: { resolution, members throws(FieldFault) in
                resolution.unusable = try? UnusableFont(fieldMembers: members)
            })
    ]
}
