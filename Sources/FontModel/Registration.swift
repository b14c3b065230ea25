/// One font file that a provider registered in a scope.
@dynamicMemberLookup
public struct Registration: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of the registration.
    ///
    /// Derived from content, scope and provider, so that it stays the same when the store is rebuilt.
    public var id: String
    /// The SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// The facts that are stored, which are also members of the registration, without the session.
    @usableFromInline package var record: RegistrationRecord
    /// The path where fontconfig finds the file, or nil while the registration is disabled.
    package var path: String?
    /// The faces of the file, in file order.
    public var faces: [FontFace]

    package init(
        id: String, sha256: String, record: RegistrationRecord, path: String? = nil, faces: [FontFace]
    ) {
        self.id = id
        self.sha256 = sha256
        self.record = record
        self.record.session = nil
        self.path = path
        self.faces = faces
    }

    /// The member of the stored facts.
    @inlinable public subscript<Fact>(dynamicMember fact: WritableKeyPath<RegistrationRecord, Fact>) -> Fact {
        get { record[keyPath: fact] }
        set { record[keyPath: fact] = newValue }
    }
}

extension Registration: FieldRecord {
    package init() { self.init(id: "", sha256: "", record: RegistrationRecord(), faces: []) }

    package static let fields: [Field<Registration>] =
        [.text("id", \.id)]
        + RegistrationRecord.fields(in: \.record, without: ["session"])
        .inserting([.text("path", \.path, isStated: true), .text("sha256", \.sha256)], after: "file")
        // The first tag, for callers that know one only.
        .inserting([.derived("tag", .text) { .stated($0.tags.first) }], after: "enabled")
        + [
            Field(
                "faces", .records(FontFace.shownShapes), isRequired: false, label: nil,
                value: { registration in
                    .records(registration.faces.map { $0.shownMembers(file: registration.path) })
                },
                assign: { registration, value in
                    guard let faces = try? value.records?.map(FontFace.init(fieldMembers:)) else { return false }
                    registration.faces = faces
                    return true
                })
        ]
}
