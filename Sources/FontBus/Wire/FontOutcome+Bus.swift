public import FontModel

/// OUTCOME of the interface.
extension FontOutcome {
    /// - Parameter isOfTarget: Whether the item is a target that was named, not a file that was given.
    public func busMembers(isOfTarget: Bool) -> [String: BusValue] {
        var members = registration?.busMembers ?? [:]
        members[isOfTarget ? "query" : "file"] = .string(item)
        members["status"] = .string(status.rawValue)
        if let error {
            members["code"] = .uint32(UInt32(error.code.rawValue))
            members["message"] = .string(error.message)
            members.set("face", error.faceIndex.map { .int64(Int64($0)) })
            members.set("conflict", error.conflict.map { .dictionary($0.busMembers) })
        }
        return members
    }

    /// - Parameter item: What was asked for in this place.
    public init(_ record: BusRecord, item: String) throws(BusFailure) {
        var registration: Registration?
        if record.members["id"] != nil { registration = try Registration(record) }
        var error: FontError?
        if let code = try record.optional("code", \.integer) {
            var conflict: FontError.Conflict?
            if let members = try record.optional("conflict", \.dictionary) {
                conflict = try FontError.Conflict(BusRecord(members))
            }
            error = FontError(
                FontError.Code(rawValue: Int(code)), try record.string("message"), file: item,
                faceIndex: try record.optional("face") { $0.integer.flatMap(Int.init(exactly:)) }, conflict: conflict)
        }
        self.init(item: item, status: try record.word("status", Status.self), error: error, registration: registration)
    }
}

extension FontError.Conflict {
    var busMembers: [String: BusValue] {
        [
            "id": .string(id), "file": .string(file), "provider": .string(provider),
            "postscriptName": .string(postscriptName),
        ]
    }

    init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            id: try record.string("id"), file: try record.string("file"), provider: try record.string("provider"),
            postscriptName: try record.string("postscriptName"))
    }
}
