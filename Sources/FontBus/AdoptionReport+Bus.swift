public import FontModel

/// The encoding of the answer to `Adopt`.
extension AdoptedFont {
    /// The members of REGISTRATION, and those of the font.
    public var busMembers: [String: BusValue] {
        var members = registration.busMembers
        members["files"] = .dictionaries(files.map(\.busMembers))
        members["wasRegistered"] = .boolean(wasRegistered)
        if !shownAgain.isEmpty { members["shownAgain"] = .strings(shownAgain) }
        if !inUseBy.isEmpty { members["inUseBy"] = .dictionaries(inUseBy.map(\.busMembers)) }
        switch reason {
        case nil: break
        case .hidden: members["reason"] = .string("hidden")
        case .disabledBefore: members["reason"] = .string("disabled-before")
        case .nameTaken(let name, let file, let revision):
            members["reason"] = .string("name-taken")
            members["takenName"] = .string(name)
            members["takenBy"] = .string(file)
            members["takenRevision"] = .double(revision)
        }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        var files: [File] = []
        for file in try record.records("files") { files.append(try File(file)) }
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
            files: files, registration: try Registration(record), wasRegistered: try record.boolean("wasRegistered"),
            reason: reason)
        shownAgain = try record.strings("shownAgain")
        for user in try record.records("inUseBy") { inUseBy.append(try FontUser(user)) }
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
