public import FontModel
import SystemPackage

/// The members of OUTCOME that describe an error.
extension FontError {
    /// - Parameter item: The item of the outcome; nil for an error outside of an outcome.
    public func busMembers(ofItem item: String?) -> [String: BusValue] {
        var members: [String: BusValue] = [
            "code": .uint32(UInt32(clamping: code.rawValue)), "message": .string(message),
        ]
        // An empty text stands for an error without a file.
        if file != item { members["about"] = .string(file ?? "") }
        members.set("face", faceIndex.map { .int64(Int64($0)) })
        members.set("conflict", conflict.map { .dictionary($0.busMembers) })
        members.set("cause", cause.map { .dictionary($0.busMembers) })
        // For clients in other languages; a FontError derives it from its other members.
        if !recovery.isEmpty { members["recovery"] = .strings(recovery.map(\.word)) }
        return members
    }

    public init(_ record: BusRecord, ofItem item: String?) throws(BusFailure) {
        var conflict: Conflict?
        if let members = try record.optional("conflict", \.dictionary) { conflict = try Conflict(BusRecord(members)) }
        var cause: Cause?
        if let members = try record.optional("cause", \.dictionary) { cause = try Cause(BusRecord(members)) }
        let about = try record.optional("about", \.string)
        self.init(
            Code(rawValue: try record.integer("code")), try record.string("message"),
            file: about == nil ? item : about == "" ? nil : about,
            faceIndex: try record.optional("face") { $0.integer.flatMap(Int.init(exactly:)) }, conflict: conflict,
            cause: cause)
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

extension FontError.Cause {
    private enum Kind: String { case errno, table, freeType, store, olderRevision, policy, disabledByUser }

    var busMembers: [String: BusValue] {
        switch self {
        case .errno(let number): ["kind": .string(Kind.errno.rawValue), "number": .int64(Int64(number.rawValue))]
        case .table(let tag, let offset, let reason):
            [
                "kind": .string(Kind.table.rawValue), "table": .string(tag), "offset": .int64(Int64(offset)),
                "reason": .string(reason),
            ]
        case .freeType(let code): ["kind": .string(Kind.freeType.rawValue), "number": .int64(Int64(code))]
        case .store(let fault, let detail):
            [
                "kind": .string(Kind.store.rawValue), "fault": .string(fault.rawValue), "reason": .string(detail),
            ]
        case .olderRevision(let registered, let offered):
            [
                "kind": .string(Kind.olderRevision.rawValue), "registered": .double(registered),
                "offered": .double(offered),
            ]
        case .policy(let provider, let member):
            [
                "kind": .string(Kind.policy.rawValue), "provider": .string(provider),
                "member": .string(member.rawValue),
            ]
        case .disabledByUser(let id): ["kind": .string(Kind.disabledByUser.rawValue), "id": .string(id)]
        }
    }

    /// - Returns: Nil for an unknown cause of a later version of the service.
    init?(_ record: BusRecord) throws(BusFailure) {
        guard let kind = Kind(rawValue: try record.string("kind")) else { return nil }
        switch kind {
        case .errno: self = .errno(Errno(rawValue: CInt(clamping: try record.integer("number"))))
        case .table:
            self = .table(
                tag: try record.string("table"), offset: try record.integer("offset"),
                reason: try record.string("reason"))
        case .freeType: self = .freeType(code: try record.integer("number"))
        case .store:
            self = .store(
                try record.word("fault", FontError.StoreFault.self), detail: try record.string("reason"))
        case .olderRevision:
            self = .olderRevision(
                registered: try record.number("registered"), offered: try record.number("offered"))
        case .policy:
            guard let member = FontError.PolicyMember(rawValue: try record.string("member")) else { return nil }
            self = .policy(provider: try record.string("provider"), member: member)
        case .disabledByUser: self = .disabledByUser(id: try record.string("id"))
        }
    }
}
