/// The outcome of a request for one font.
public struct FontRequestOutcome: Sendable, Hashable {
    /// The result of the request.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// The font was usable before the request.
        case resolved
        /// The caller had registered and disabled the font; the request enabled it.
        case activated
        /// A provider that announced the name supplied the font, which was registered for the caller.
        ///
        /// Only the service on the bus asks providers; a manager without a service knows no providers.
        case provided
        /// A catalogue offered the font, which was downloaded and registered for the catalogue.
        ///
        /// Only the service on the bus downloads, if the user's policy allows it.
        case downloaded
        /// No font with this name was found.
        case notFound = "not-found"
        /// The font may not be activated; see ``FontRequestOutcome/error``.
        case declined
        /// The timeout passed before the font was looked up.
        case timedOut = "timed-out"
    }

    /// The requested name.
    public var query: String
    /// The result of the request.
    public var status: Status
    /// The font, if it can be used.
    public var font: FontDescriptor?
    /// The error, if the request was declined.
    public var error: FontError?

    package init(query: String, status: Status, font: FontDescriptor? = nil, error: FontError? = nil) {
        self.query = query
        self.status = status
        self.font = font
        self.error = error
    }
}

extension FontRequestOutcome: FieldRecord {
    package init() { self.init(query: "", status: .notFound) }

    package static let fields: [Field<FontRequestOutcome>] = [
        .text("query", \.query),
        // The font, and not the index of a face.
        .record("face", \.font),
        .text("status", \.statusWord),
    ]

    package static let parts: [FieldPart<FontRequestOutcome>] = [.error(\.error, about: \.query, isOfFace: false)]

    /// The status; for that of a later service, only the presence of a font counts.
    private var statusWord: String {
        get { status.rawValue }
        set { status = Status(rawValue: newValue) ?? (font == nil ? .notFound : .activated) }
    }
}

/// The result of requesting the fonts of one query.
public struct FontQueryOutcome: Sendable, Hashable, Codable {
    /// The query.
    public var query: FontQuery
    /// The result of the request; ``FontRequestOutcome/Status/activated``,
    /// ``FontRequestOutcome/Status/provided`` and ``FontRequestOutcome/Status/downloaded`` if that holds for one of the fonts.
    public var status: FontRequestOutcome.Status
    /// The fonts that match the query and can be used now.
    public var fonts: [FontDescriptor]
    /// The error of the first font that may not be activated.
    public var error: FontError?

    package init(
        query: FontQuery, status: FontRequestOutcome.Status, fonts: [FontDescriptor] = [], error: FontError? = nil
    ) {
        self.query = query
        self.status = status
        self.fonts = fonts
        self.error = error
    }
}
