/// The members of a face as it is shown.
extension FontFace {
    /// The members that an instance has in place of those of the face, which are then in `base`.
    private static let membersOfInstances: Set = [
        "postscriptName", "style", "fullName", "weight", "width", "slant", "traits",
    ]

    /// The fields of a face with its file, as decoders read them.
    package static let shownShapes = shapes + [FieldShape("file", .text)]

    /// The members of `base`.
    fileprivate static let baseShapes = shapes.filter { membersOfInstances.contains($0.name) }

    /// Returns the members of the face, or of a named instance of it, without its `base`.
    ///
    /// - Parameters:
    ///   - file: The file that programs open, or that was read.
    ///   - instance: The named instance to describe instead of the face itself.
    package func shownMembers(file: String?, instance: NamedInstance? = nil) -> [FieldMember] {
        var members = shown(as: instance).fieldMembers
        members.insert(FieldMember("file", file.map(FieldValue.text) ?? .absent(isList: false)), at: 4)
        if let instance { members.append(FieldMember("instance", .record(instance.fieldMembers))) }
        return members
    }

    /// The members of the face that an instance replaces, from which decoders restore the face.
    fileprivate var base: FieldMember {
        FieldMember("base", .record(fieldMembers.filter { Self.membersOfInstances.contains($0.name) }))
    }
}

extension FontDescriptor: FieldCoded {
    /// The members as documents show them, and for an instance also `base`.
    package var fieldMembers: [FieldMember] { shownMembers + (instance == nil ? [] : [face.base]) }

    /// The members as documents show them.
    package var shownMembers: [FieldMember] {
        face.shownMembers(file: path, instance: instance) + originMembers
    }

    private var originMembers: [FieldMember] {
        switch origin {
        case .file: []
        case .system: [FieldMember("origin", .text("system"))]
        case .registered(let id, let scope, let provider, let isEnabled, let tags):
            [FieldMember]([
                "origin": .text("registered"), "scope": .text(scope.rawValue), "provider": .text(provider),
                "id": .text(id), "enabled": .flag(isEnabled),
            ]) + (tags.first.map { [FieldMember](["tag": .text($0), "tags": .texts(tags)]) } ?? [])
        }
    }

    package static let shapes: [FieldShape] =
        FontFace.shownShapes + [
            FieldShape("instance", .record(NamedInstance.shapes)), FieldShape("base", .record(FontFace.baseShapes)),
            FieldShape("enabled", .flag), FieldShape("tags", .texts),
        ] + ["origin", "scope", "provider", "id"].map { FieldShape($0, .text) }

    package init(fieldMembers members: [FieldMember]) throws(FieldFault) {
        let instance = members["instance"]?.record
        self.init(
            face: try FontFace(fieldMembers: (members["base"]?.record ?? []) + members),
            instance: instance == nil ? nil : try NamedInstance(fieldMembers: instance ?? []),
            path: members.text("file"), origin: try Self.origin(members))
    }

    private static func origin(_ members: [FieldMember]) throws(FieldFault) -> Origin {
        switch members.text("origin") {
        case "registered":
            return .registered(
                id: try members.required("id", \.text), scope: try members.word("scope"),
                provider: try members.required("provider", \.text),
                isEnabled: try members.required("enabled", \.flag), tags: members["tags"]?.texts ?? [])
        case "system": return .system
        default: return .file
        }
    }

    package static func areSound(_ members: [FieldMember]) -> Bool { FontFace.areSound(members) }
}

extension FontChange.Face {
    package static func areSound(_ members: [FieldMember]) -> Bool { FontFace.areSound(members) }
}
