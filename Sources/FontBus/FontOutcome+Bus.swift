public import FontModel

/// The encoding as OUTCOME of the interface.
extension FontOutcome {
    /// - Parameter isOfTarget: Whether the item is a target, and not a file.
    public func busMembers(isOfTarget: Bool) -> [String: BusValue] {
        var members = registration?.busMembers ?? [:]
        if isOfTarget {
            members["query"] = .string(item)
        } else {
            if let registration, registration.file != item { members["registeredFile"] = .string(registration.file) }
            members["file"] = .string(item)
        }
        members["status"] = .string(status.rawValue)
        members.set("takenInstead", takenInstead.map { .string($0) })
        if isEnabledAgain { members["enabledAgain"] = .boolean(true) }
        if isTagged { members["tagged"] = .boolean(true) }
        if !lacking.isEmpty { members["lacking"] = .strings(lacking) }
        if !systemFonts.isEmpty { members["systemFonts"] = .dictionaries(systemFonts.map(\.busMembers)) }
        if !inUseBy.isEmpty { members["inUseBy"] = .dictionaries(inUseBy.map(\.busMembers)) }
        if !keptFor.isEmpty { members["keptFor"] = .dictionaries(keptFor.map(\.busMembers)) }
        if let error { members.merge(error.busMembers(ofItem: item)) { $1 } }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        let query = try record.optional("query", \.string)
        let file = try record.optional("file", \.string)
        guard let item = query ?? file else { throw .invalidArguments("file is missing.") }
        var registration: Registration?
        if record.members["id"] != nil {
            var members = record.members
            members["file"] = members["registeredFile"] ?? members["file"]
            registration = try Registration(BusRecord(members))
        }
        self.init(
            item: item, status: try record.required("status") { $0.string.flatMap(Status.init) },
            error: record.members["code"] == nil ? nil : try FontError(record, ofItem: item),
            registration: registration, takenInstead: try record.optional("takenInstead", \.string),
            isEnabledAgain: try record.optional("enabledAgain", \.boolean) ?? false,
            lacking: try record.strings("lacking"))
        isTagged = try record.optional("tagged", \.boolean) ?? false
        systemFonts = try record.values("systemFonts")
        inUseBy = try record.values("inUseBy")
        keptFor = try record.values("keptFor")
    }
}
