/// The stored facts of a registration, apart from the contents and the place of the font file.
///
/// The row of the database, the lines of sidecars and of exports, JSON and the bus follow from its list of fields.
public struct RegistrationRecord: Sendable, Hashable, Codable {
    /// The path of the file as given at registration; the file may no longer exist.
    package var file = ""
    /// The scope of the registration.
    public var scope = FontScope.persistent
    /// The provider that owns the registration.
    public var provider = ""
    /// Whether the registration is enabled and can be matched.
    public var isEnabled = true
    /// The tags of the registration, which are the collections that it is in (`kCTFontRegistrationUserInfoAttribute`).
    public var tags: [String] = []
    /// The time of the registration, in seconds since 1970-01-01 UTC.
    package var registeredAt = 0.0
    /// The login session of the registration, in session scope.
    package var session: String?

    package init() {}

    package init(
        file: String, scope: FontScope = .persistent, provider: String, isEnabled: Bool = true, tags: [String] = [],
        registeredAt: Double = 0
    ) {
        self.file = file
        self.scope = scope
        self.provider = provider
        self.isEnabled = isEnabled
        self.tags = tags
        self.registeredAt = registeredAt
    }

    /// Whether the registration is persistent, or of this session.
    package func isValid(in session: String?) -> Bool {
        scope != .session || self.session != nil && self.session == session
    }
}

/// A type with the stored facts of a registration, which are its members, too.
@dynamicMemberLookup
package protocol RecordedRegistration {
    var record: RegistrationRecord { get set }
}

extension RecordedRegistration {
    @inlinable package subscript<Fact>(dynamicMember fact: WritableKeyPath<RegistrationRecord, Fact>) -> Fact {
        get { record[keyPath: fact] }
        set { record[keyPath: fact] = newValue }
    }
}

extension RegistrationRecord: FieldRecord {
    package static let fields: [Field<RegistrationRecord>] = [
        .text("file", \.file),
        .word("scope", \.scope),
        .text("provider", \.provider),
        .flag("enabled", \.isEnabled),
        .texts("tags", \.tags, isStated: true),
        .number("registeredAt", \.registeredAt, in: Field<RegistrationRecord>.times),
        .text("session", \.session),
    ]
}
