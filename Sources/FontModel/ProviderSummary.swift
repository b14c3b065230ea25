/// The kind of a provider's identity.
public enum ProviderKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A Flatpak application, identified by its id.
    case flatpak
    /// A snap, identified by its name.
    case snap
    /// A unit of the user's systemd, or the application of such a unit.
    case unit
    /// A program, identified by its file.
    case executable
}

/// A summary of the registrations of one provider.
public struct ProviderSummary: Sendable, Hashable, Identifiable {
    /// The provider's id.
    public var id: String
    public var registrations: Int
    public var faces: Int
    /// The name of the application in the user's language, in display form, from its desktop entry; nil if there is none.
    ///
    /// A program that named itself may have chosen the id of another one: only a provider with a ``kind`` is known by the
    /// system. The application wrote the text: show it as plain text, never as markup.
    public var name: String?
    /// The name of the application's icon in the themes, or the absolute path of its file; nil if there is none.
    ///
    /// The application chose it. A file may be of any user, of any size, or not an image: open it without blocking, and
    /// decode it as untrusted data.
    public var icon: String?
    /// The size of its files in bytes; content that several registrations share counts once.
    public var bytes: Int
    public var scopes: [FontScope]
    /// The provider's kind, or nil for the user and for a script that has no desktop entry and does not use the bus.
    public var kind: ProviderKind?
    /// Whether the provider was removed; the next `FontManager.prune()` removes its fonts.
    public var isGone: Bool
    /// The names of fonts that the provider says it can supply, in display form and sorted, at most ``announcementsShown``.
    ///
    /// A name with an asterisk at its end stands for all names with that beginning.
    public var announcements: [String] = []
    /// The number of all names that it announces.
    public var announcementCount = 0

    /// The maximum number of ``announcements``.
    public static let announcementsShown = 100

    package init(
        id: String, registrations: Int, faces: Int, bytes: Int, scopes: [FontScope], kind: ProviderKind? = nil,
        isGone: Bool = false
    ) {
        self.id = id
        self.registrations = registrations
        self.faces = faces
        self.bytes = bytes
        self.scopes = scopes
        self.kind = kind
        self.isGone = isGone
    }
}

extension ProviderSummary: FieldRecord {
    package init() { self.init(id: "", registrations: 0, faces: 0, bytes: 0, scopes: []) }

    package static let fields: [Field<ProviderSummary>] = [
        .text("id", \.id),
        .integer("registrations", \.registrations),
        .integer("faces", \.faces),
        .integer("bytes", \.bytes),
        .words("scopes", \.scopes),
        .word("kind", \.kind, isStated: true),
        .flag("gone", \.isGone),
        .text("name", \.name),
        .text("icon", \.icon),
        Field.texts("announcements", \.announcements).withoutEmpty,
        Field.integer("announcementCount", \.announcementCount).withoutEmpty,
    ]
}
