public import FontModel

/// The encoding as REGISTRATION of the interface.
extension Registration {
    public var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "id": .string(id), "file": .string(file), "sha256": .string(sha256), "scope": .string(scope.rawValue),
            "provider": .string(provider), "enabled": .boolean(isEnabled), "registeredAt": .double(registeredAt),
            "faces": .dictionaries(faces.map { $0.busMembers(file: path) }),
        ]
        members.set("path", path.map(BusValue.string))
        members.setTags(tags)
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        var faces: [FontFace] = []
        for face in try record.records("faces") { faces.append(try FontFace(face)) }
        self.init(
            id: try record.string("id"), file: try record.string("file"), path: try record.optional("path", \.string),
            sha256: try record.string("sha256"), scope: try record.word("scope", FontScope.self),
            provider: try record.string("provider"), isEnabled: try record.boolean("enabled"),
            tags: try record.tags(), registeredAt: try record.number("registeredAt"), faces: faces)
    }
}

extension [String: BusValue] {
    /// Adds the tags of a registration, and the first one for callers that know one only.
    mutating func setTags(_ tags: [String]) {
        set("tag", tags.first.map(BusValue.string))
        if !tags.isEmpty { self["tags"] = .strings(tags) }
    }
}

extension BusRecord {
    /// Returns the tags of a registration.
    func tags() throws(BusFailure) -> [String] { try optional("tags", \.strings) ?? [] }
}
