public import FontModel

/// The encoding of a found font as FACE of the interface.
extension FontDescriptor {
    public var busMembers: [String: BusValue] { adding(to: face.busMembers(file: path, instance: instance)) }

    public var briefBusMembers: [String: BusValue] {
        adding(to: face.briefBusMembers(file: path, instance: instance))
    }

    private func adding(to members: [String: BusValue]) -> [String: BusValue] {
        var members = members
        switch origin {
        case .file: break
        case .system: members["origin"] = .string("system")
        case .registered(let id, let scope, let provider, let isEnabled, let tags):
            members["origin"] = .string("registered")
            members["scope"] = .string(scope.rawValue)
            members["provider"] = .string(provider)
            members["id"] = .string(id)
            members["enabled"] = .boolean(isEnabled)
            members.setTags(tags)
        }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        let origin: Origin
        switch try record.optional("origin", \.string) {
        case "registered":
            origin = .registered(
                id: try record.string("id"), scope: try record.word("scope", FontScope.self),
                provider: try record.string("provider"), isEnabled: try record.boolean("enabled"),
                tags: try record.tags())
        case "system": origin = .system
        default: origin = .file
        }
        var instance: NamedInstance?
        if let members = try record.optional("instance", \.dictionary) {
            instance = try NamedInstance(busMembers: BusRecord(members))
        }
        self.init(
            face: try FontFace(record), instance: instance, path: try record.optional("file", \.string), origin: origin)
    }
}
