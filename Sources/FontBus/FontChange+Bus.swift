public import FontModel

/// The encoding as CHANGE of the interface.
extension FontChange {
    /// - Parameter isBrief: Whether to encode only the members of faces that a broadcast signal carries.
    public func busMembers(isBrief: Bool) -> [String: BusValue] {
        let faces = faces.map {
            isBrief ? $0.face.briefBusMembers(file: $0.path) : $0.face.busMembers(file: $0.path)
        }
        var members: [String: BusValue] = [
            "generation": .int64(generation), "kind": .string(kind.rawValue), "scope": .string(scope.rawValue),
            "provider": .string(provider), "faces": .dictionaries(faces),
        ]
        if isOfTags { members["tagged"] = .boolean(true) }
        return members
    }

    /// Decodes a CHANGE with complete faces, as `ChangesSince` returns it.
    public init(_ record: BusRecord) throws(BusFailure) {
        var faces: [Face] = []
        for face in try record.records("faces") {
            faces.append(Face(face: try FontFace(face), path: try face.optional("file", \.string)))
        }
        self.init(
            generation: try record.required("generation", \.integer), kind: try record.word("kind", Kind.self),
            scope: try record.word("scope", FontScope.self), provider: try record.string("provider"), faces: faces,
            isOfTags: try record.optional("tagged", \.boolean) ?? false)
    }
}
