public import FontModel

/// The encoding as RESOLUTION of the interface.
extension FontResolution {
    public var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "query": .string(query), "status": .string(match == nil ? "not-found" : "found"),
        ]
        members["matchedBy"] = matchedBy.map { .string($0.rawValue) }
        if isOfFamily { members["ofFamily"] = .boolean(true) }
        members["face"] = match.map { .dictionary($0.busMembers) }
        members["substitute"] = substitute.map { .dictionary($0.busMembers) }
        if let unusable {
            members["reason"] = .string(unusable.reason.rawValue)
            members["registration"] = .dictionary(unusable.registration.busMembers)
            members["disabledBy"] = unusable.disabledBy.map { .string($0.rawValue) }
        }
        return members
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        func font(_ key: String) throws(BusFailure) -> FontDescriptor? {
            guard let members = try record.optional(key, \.dictionary) else { return nil }
            return try FontDescriptor(BusRecord(members))
        }
        let match = try font("face")
        self.init(
            query: try record.string("query"), match: match,
            matchedBy: match == nil ? nil : try record.word("matchedBy", MatchedBy.self),
            substitute: try font("substitute"), unusable: try UnusableFont(record))
        isOfFamily = try record.optional("ofFamily", \.boolean) ?? false
    }
}

extension UnusableFont {
    /// - Returns: Nil if the answer names no registration, or a reason that is unknown to this version.
    init?(_ record: BusRecord) throws(BusFailure) {
        guard let reason = try record.optional("reason", \.string).flatMap(Reason.init),
            let members = try record.optional("registration", \.dictionary)
        else { return nil }
        self.init(
            reason: reason, registration: try Registration(BusRecord(members)),
            disabledBy: try record.optional("disabledBy", \.string).flatMap(Party.init))
    }
}
