import SystemPackage

extension FontError: FieldRecord {
    package init() { self.init(.registrationFailed, "") }

    package static let fields: [Field<FontError>] = [
        Field.stored(
            "code", .integer, \.code, label: nil, wrap: { .unsigned(UInt32(clamping: $0.rawValue)) },
            unwrap: { $0.integer.map(Code.init(rawValue:)) }),
        .message("message", \.text),
        .text("about", \.file),
        .integer("face", \.faceIndex, in: 0...FontLimits.facesPerFile),
        .record("conflict", \.conflict),
        // Nil for a cause that is unknown to this version.
        Field.stored(
            "cause", .record(Cause.shapes), \.cause, isRequired: false, label: nil,
            wrap: { $0.map { .record($0.fieldMembers) } },
            unwrap: { .some($0.record.flatMap { try? Cause(fieldMembers: $0) }) }),
        // For clients in other languages; a FontError derives it from its other members.
        Field.derived("recovery", .texts) { .texts($0.recovery.map(\.word)) }.withoutEmpty,
    ]
}

extension FieldPart {
    /// The error of the record, which has a code if there is one.
    ///
    /// The file is left out if it is the item, and empty if the error has none.
    ///
    /// - Parameters:
    ///   - item: The item that the record is about.
    ///   - isOfFace: Whether the error has the index of its face; false if the record has another member of this name.
    static func error(
        _ path: Field<Root>.Path<FontError?>, about item: Field<Root>.Path<String>, isOfFace: Bool = true
    ) -> FieldPart {
        FieldPart(
            FontError.shapes.filter { isOfFace || $0.name != "face" },
            isSound: { FontError.areSound($0.filter { isOfFace || $0.name != "face" }) },
            members: { root in
                guard var error = root[keyPath: path] else { return [] }
                error.file = error.file.hasBytes(of: root[keyPath: item]) ? nil : error.file ?? ""
                if !isOfFace { error.faceIndex = nil }
                return error.fieldMembers
            },
            assign: { root, members throws(FieldFault) in
                guard members["code"] != nil else { return }
                var error = try FontError(fieldMembers: members.filter { isOfFace || $0.name != "face" })
                error.file = error.file == nil ? root[keyPath: item] : error.file == "" ? nil : error.file
                root[keyPath: path] = error
            })
    }
}

extension FontError.Conflict: FieldRecord {
    package init() { self.init(id: "", file: "", provider: "", postscriptName: "") }

    package static let fields: [Field<FontError.Conflict>] = [
        .text("id", \.id),
        .text("file", \.file),
        .text("provider", \.provider),
        .text("postscriptName", \.postscriptName),
    ]
}

/// A failure on a file has the members of an errno or, in the store, of a fault, and further ones.
extension FontError.Cause: FieldCoded {
    package static let shapes: [FieldShape] =
        [
            "kind", "operation", "path", "fault", "reason", "table", "configuration", "provider", "member", "id",
        ].map { FieldShape($0, .text) } + ["number", "offset"].map { FieldShape($0, .integer) }
        + ["registered", "offered"].map { FieldShape($0, .number) } + [FieldShape("concernsStore", .flag)]

    package var fieldMembers: [FieldMember] {
        func members(_ kind: String, _ others: KeyValuePairs<String, FieldValue> = [:]) -> [FieldMember] {
            [FieldMember("kind", .text(kind))] + [FieldMember](others)
        }
        return switch self {
        case .errno(let number): members("errno", ["number": .integer(Int(number.rawValue))])
        case .file(let failure):
            (failure.concernsStore
                ? Self.store(FontError.StoreFault(failure.errno), detail: Message(failure.errno).description)
                    .fieldMembers
                : members("errno"))
                + [FieldMember]([
                    "number": .integer(Int(failure.errno.rawValue)), "operation": .text(failure.operation),
                    "path": .text(failure.path),
                ])
        case .memory(let concernsStore): members("memory", ["concernsStore": .flag(concernsStore)])
        case .table(let tag, let offset, let reason):
            members("table", ["table": .text(tag), "offset": .integer(offset), "reason": .text(reason)])
        case .freeType(let code): members("freeType", ["number": .integer(code)])
        case .store(let fault, let detail): members("store", ["fault": .text(fault.rawValue), "reason": .text(detail)])
        case .service(let fault, let detail):
            members("service", ["fault": .text(fault.rawValue), "reason": .text(detail)])
        case .worker(let fault): members("worker", ["fault": .text(fault.rawValue)])
        case .configuration(let configuration, let path):
            members("configuration", ["configuration": .text(configuration.rawValue), "path": .stated(path)])
        case .olderRevision(let registered, let offered):
            members("olderRevision", ["registered": .number(registered), "offered": .number(offered)])
        case .nameOfOtherSlope: members("nameOfOtherSlope")
        case .policy(let provider, let member):
            members("policy", ["provider": .text(provider), "member": .text(member.rawValue)])
        case .disabledByUser(let id): members("disabledByUser", ["id": .text(id)])
        case .catalog(let fault, let detail):
            members("catalog", ["fault": .text(fault.rawValue), "reason": .text(detail)])
        case .network(let fault, let detail):
            members("network", ["fault": .text(fault.rawValue), "reason": .text(detail)])
        case .download(let fault, let detail):
            members("download", ["fault": .text(fault.rawValue), "reason": .text(detail)])
        }
    }

    /// - Throws: A fault if a member is missing, or for an unknown cause of a later version of the service.
    package init(fieldMembers members: [FieldMember]) throws(FieldFault) {
        func text(_ name: String) throws(FieldFault) -> String { try members.required(name, \.text) }
        func integer(_ name: String) throws(FieldFault) -> Int { try members.required(name, \.integer) }
        func number(_ name: String) throws(FieldFault) -> Double { try members.required(name, \.number) }
        func errno() throws(FieldFault) -> Errno { Errno(rawValue: CInt(clamping: try integer("number"))) }
        self =
            switch try text("kind") {
            case let kind where members.text("operation") != nil && ["errno", "store"].contains(kind):
                .file(
                    FontError.FileFailure(
                        errno: try errno(), operation: try text("operation"), path: try text("path"),
                        concernsStore: kind == "store"))
            case "errno": .errno(try errno())
            case "memory": .memory(concernsStore: members["concernsStore"] == .flag(true))
            case "table": .table(tag: try text("table"), offset: try integer("offset"), reason: try text("reason"))
            case "freeType": .freeType(code: try integer("number"))
            case "store": .store(try members.word("fault"), detail: try text("reason"))
            case "service": .service(try members.word("fault"), detail: try text("reason"))
            case "worker": .worker(try members.word("fault"))
            case "configuration": .configuration(try members.word("configuration"), path: members.text("path"))
            case "olderRevision":
                .olderRevision(registered: try number("registered"), offered: try number("offered"))
            case "nameOfOtherSlope": .nameOfOtherSlope
            case "policy": .policy(provider: try text("provider"), member: try members.word("member"))
            case "disabledByUser": .disabledByUser(id: try text("id"))
            case "catalog": .catalog(try members.word("fault"), detail: try text("reason"))
            case "network": .network(try members.word("fault"), detail: try text("reason"))
            case "download": .download(try members.word("fault"), detail: try text("reason"))
            default: throw FieldFault("kind is unknown")
            }
    }

    package static func areSound(_ members: [FieldMember]) -> Bool { true }
}
