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

extension FontError.Cause {
    private enum Kind: String {
        case errno, table, freeType, store, olderRevision, nameOfOtherSlope, policy, disabledByUser, memory, service,
            worker,
            configuration
    }

    var busMembers: [String: BusValue] {
        switch self {
        case .errno(let number): ["kind": .string(Kind.errno.rawValue), "number": .int64(Int64(number.rawValue))]
        case .file(let failure): failure.busMembers
        case .memory(let concernsStore):
            ["kind": .string(Kind.memory.rawValue), "concernsStore": .boolean(concernsStore)]
        case .service(let fault, let detail):
            [
                "kind": .string(Kind.service.rawValue), "fault": .string(fault.rawValue), "reason": .string(detail),
            ]
        case .worker(let fault): ["kind": .string(Kind.worker.rawValue), "fault": .string(fault.rawValue)]
        case .configuration(let configuration, let path):
            [
                "kind": .string(Kind.configuration.rawValue), "configuration": .string(configuration.rawValue),
                "path": path.map(BusValue.string),
            ].compactMapValues(\.self)
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
        case .nameOfOtherSlope: ["kind": .string(Kind.nameOfOtherSlope.rawValue)]
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
        if kind == .errno || kind == .store, let failure = try FontError.FileFailure(record) {
            self = .file(failure)
            return
        }
        switch kind {
        case .memory: self = .memory(concernsStore: try record.boolean("concernsStore"))
        case .service:
            guard let fault = FontError.ServiceFault(rawValue: try record.string("fault")) else { return nil }
            self = .service(fault, detail: try record.string("reason"))
        case .worker:
            guard let fault = FontError.WorkerFault(rawValue: try record.string("fault")) else { return nil }
            self = .worker(fault)
        case .configuration:
            guard let configuration = FontError.Configuration(rawValue: try record.string("configuration")) else {
                return nil
            }
            self = .configuration(configuration, path: try record.optional("path", \.string))
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
        case .nameOfOtherSlope: self = .nameOfOtherSlope
        case .policy:
            guard let member = FontError.PolicyMember(rawValue: try record.string("member")) else { return nil }
            self = .policy(provider: try record.string("provider"), member: member)
        case .disabledByUser: self = .disabledByUser(id: try record.string("id"))
        }
    }
}

/// A failure on a file has the members of an errno or, in the store, of a fault, and further ones.
extension FontError.FileFailure {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "kind": .string("errno"), "number": .int64(Int64(errno.rawValue)), "operation": .string(operation),
            "path": .string(path),
        ]
        if concernsStore {
            members["kind"] = .string("store")
            members["fault"] = .string(FontError.StoreFault(errno).rawValue)
            members["reason"] = .string("\(errno)")
        }
        return members
    }

    /// - Returns: Nil for a cause without operation and path.
    fileprivate init?(_ record: BusRecord) throws(BusFailure) {
        guard let operation = try record.optional("operation", \.string) else { return nil }
        self.init(
            errno: Errno(rawValue: CInt(clamping: try record.integer("number"))), operation: operation,
            path: try record.string("path"), concernsStore: try record.string("kind") == "store")
    }
}
