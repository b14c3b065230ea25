public import FontModel

/// The encoding of the answer to `Adopt`.
extension AdoptedFont {
    /// The members of REGISTRATION, and those of the font.
    public var busMembers: [String: BusValue] {
        var members = registration.busMembers
        members["files"] = .dictionaries(files.map(\.busMembers))
        members["wasRegistered"] = .boolean(wasRegistered)
        if !inUseBy.isEmpty { members["inUseBy"] = .dictionaries(inUseBy.map(\.busMembers)) }
        members.set("reason", reason.map { .string($0.word) })
        if case .nameTaken(let name, let file, let revision) = reason {
            members["takenName"] = .string(name)
            members["takenBy"] = .string(file)
            members["takenRevision"] = .double(revision)
        }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        let reason: Reason? =
            switch try record.optional("reason", \.string) {
            case "hidden": .hidden
            case "disabled-before": .disabledBefore
            case "name-taken":
                .nameTaken(
                    try record.string("takenName"), file: try record.string("takenBy"),
                    revision: try record.number("takenRevision"))
            default: nil
            }
        self.init(
            files: try record.records("files").map { file throws(BusFailure) in try File(file) },
            registration: try Registration(record), wasRegistered: try record.boolean("wasRegistered"), reason: reason)
        inUseBy = try record.values("inUseBy")
    }
}

extension AdoptedFont.File {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = ["path": .string(path), "moved": .boolean(isMoved)]
        if let error { members.merge(error.busMembers(ofItem: path)) { $1 } }
        return members
    }

    fileprivate init(_ record: BusRecord) throws(BusFailure) {
        self.init(path: try record.string("path"))
        isMoved = try record.boolean("moved")
        if record.members["code"] != nil { error = try FontError(record, ofItem: path) }
    }
}
