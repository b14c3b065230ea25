import FontRegistry

extension JSON {
    /// Returns the FACE of a found font.
    static func face(_ font: FontDescriptor) -> JSON {
        let face = face(font.face, file: font.path, instance: font.instance)
        return switch font.origin {
        case .file: face
        case .system: face.adding(("origin", "system"))
        case .registered(let id, let scope, let provider, let isEnabled, let tags):
            face.adding(
                ("origin", "registered"), ("scope", .string(scope.rawValue)), ("provider", .string(provider)),
                ("id", .string(id)), ("enabled", .bool(isEnabled)), ("tag", tags.first.map(JSON.string)),
                ("tags", tags.isEmpty ? nil : JSON(tags)))
        }
    }

    /// Returns the FACE of a face.
    ///
    /// - Parameters:
    ///   - file: The file that fontconfig sees, or that was read.
    ///   - instance: The named instance to describe instead of the face itself.
    static func face(_ face: FontFace, file: String?, instance: NamedInstance? = nil) -> JSON {
        var members = face.shown(as: instance).fieldMembers.map(member)
        members.insert(Member(key: "file", value: JSON(file)), at: 4)
        return JSON.object(members).adding(("instance", instance.map(JSON.init)))
    }

    /// Returns the faces of a registration.
    static func faces(_ registration: Registration) -> JSON {
        .array(registration.faces.map { face($0, file: registration.path) })
    }

    /// Returns the registration for all users that shows a font to a user.
    static func systemRegistration(_ registration: SystemRegistration) -> JSON {
        ["id": .string(registration.id), "provider": .string(registration.provider)]
    }

    /// Returns the reasons for which programs do not see fonts; nil if there are none.
    static func withheld(_ fonts: [WithheldFont]) -> JSON? {
        guard !fonts.isEmpty else { return nil }
        return .array(
            fonts.map { font in
                ["query": .string(font.name), "reason": .string(font.reason), "command": JSON(font.command)]
            })
    }

    static func registration(_ registration: Registration) -> JSON {
        [
            "id": .string(registration.id),
            "file": .string(registration.file),
            "path": JSON(registration.path),
            "sha256": .string(registration.sha256),
            "scope": .string(registration.scope.rawValue),
            "provider": .string(registration.provider),
            "enabled": .bool(registration.isEnabled),
            "tag": JSON(registration.tags.first),
            "tags": JSON(registration.tags),
            "registeredAt": .number(registration.registeredAt),
            "faces": faces(registration),
        ]
    }

    /// Creates an object from the fields of a record.
    init(_ record: some FieldRecord) { self = .object(record.fieldMembers.map(Self.member)) }

    private static func member(_ field: FieldMember) -> Member { Member(key: field.name, value: JSON(field.value)) }

    private init(_ value: FieldValue) {
        self =
            switch value {
            case .flag(let flag): .bool(flag)
            case .integer(let number): JSON(number)
            case .number(let number): .number(number)
            case .text(let text): .string(text)
            case .texts(let texts): JSON(texts)
            case .numbers(let numbers):
                .object(numbers.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: .number($0.value)) })
            case .traits(let traits): JSON(traits.names)
            case .records(let records): .array(records.map { .object($0.map(Self.member)) })
            }
    }
}
