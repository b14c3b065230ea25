/// One font file that a provider registered in a scope.
public struct Registration: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of the registration.
    ///
    /// Derived from content, scope and provider, so that it stays the same when the store is rebuilt.
    public var id: String
    /// The path of the file as given at registration; the file may no longer exist.
    package var file: String
    /// The path where fontconfig finds the file, or nil while the registration is disabled.
    package var path: String?
    /// The SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// The scope of the registration.
    public var scope: FontScope
    /// The provider that owns the registration.
    public var provider: String
    /// Whether the registration is enabled and can be matched.
    public var isEnabled: Bool
    /// The tags of the registration, which are the collections that it is in (`kCTFontRegistrationUserInfoAttribute`).
    public var tags: [String]
    /// The time of the registration, in seconds since 1970-01-01 UTC.
    package var registeredAt: Double
    /// The faces of the file, in file order.
    public var faces: [FontFace]

    package init(
        id: String, file: String, path: String?, sha256: String, scope: FontScope, provider: String,
        isEnabled: Bool, tags: [String], registeredAt: Double, faces: [FontFace]
    ) {
        self.id = id
        self.file = file
        self.path = path
        self.sha256 = sha256
        self.scope = scope
        self.provider = provider
        self.isEnabled = isEnabled
        self.tags = tags
        self.registeredAt = registeredAt
        self.faces = faces
    }
}

extension Registration: FieldRecord {
    package init() {
        self.init(
            id: "", file: "", path: nil, sha256: "", scope: .persistent, provider: "", isEnabled: false, tags: [],
            registeredAt: 0, faces: [])
    }

    package static let fields: [Field<Registration>] = [
        .text("id", \.id),
        .text("file", \.file),
        .text("path", \.path, isStated: true),
        .text("sha256", \.sha256),
        .word("scope", \.scope),
        .text("provider", \.provider),
        .flag("enabled", \.isEnabled),
        // The first tag, for callers that know one only.
        .derived("tag", .text) { $0.tags.first.map(FieldValue.text) ?? .absent(isList: false) },
        .texts("tags", \.tags, isStated: true),
        .number("registeredAt", \.registeredAt, in: Field<Registration>.times),
        Field(
            "faces", .records(FontFace.shownShapes), isRequired: false, label: nil,
            value: { registration in
                .records(registration.faces.map { $0.shownMembers(file: registration.path) })
            },
            assign: { registration, value in
                guard let faces = try? value.records?.map(FontFace.init(fieldMembers:)) else { return false }
                registration.faces = faces
                return true
            }),
    ]
}
