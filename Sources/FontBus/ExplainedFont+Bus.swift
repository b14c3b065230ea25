public import FontModel

/// The encoding as the answer of `Why`.
extension ExplainedFont {
    public var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "query": .string(query), "situation": .string(situation.rawValue), "visible": .boolean(isVisible),
            "pendingTouches": .boolean(hasPendingTouches), "advice": .string(advice),
        ]
        members.set("postscriptName", postscriptName.map(BusValue.string))
        members.set("family", family.map(BusValue.string))
        members.set("registration", registration.map { .dictionary($0.busMembers) })
        members.set("disabledBy", disabledBy.map { .string($0.rawValue) })
        members.set("file", file.map(BusValue.string))
        members.set("package", package.map(BusValue.string))
        members.set("fault", fault.map { .string($0.rawValue) })
        members.set("rejectedBy", rejectedBy.isEmpty ? nil : .strings(rejectedBy))
        members.set("visibleInSandboxes", isShownInSandboxes.map(BusValue.boolean))
        members.set("shadowedBy", shadow.map { .dictionary($0.busMembers) })
        members.set("shadowedBecause", shadowReason.map { .string($0.rawValue) })
        members.set("substitute", substitute.map { .dictionary($0.busMembers) })
        members.set("substituteReason", substitution.map { .dictionary($0.busMembers) })
        members.set("alsoRegistered", Self.list(others.map(\.busMembers)))
        members.set("suggestions", suggestions.isEmpty ? nil : .strings(suggestions))
        members.set("restart", Self.list(toRestart.map(\.programMembers)))
        members.set("weights", Self.list(weights.map(\.busMembers)))
        members.set(
            "systemRegistration",
            systemRegistration.map { .dictionary(["id": .string($0.id), "provider": .string($0.provider)]) })
        members.set("hiddenForAllUsers", isHiddenForAllUsers ? .boolean(true) : nil)
        members.set(
            "program",
            program.map { .dictionary(["id": .string($0.id), "follows": .string($0.follows.rawValue)]) })
        members.set("command", command.map(BusValue.string))
        members.set("regular", regular.map(BusValue.string))
        members.set("styles", Self.list(styles.map(\.busMembers)))
        return members
    }

    private static func list(_ records: [[String: BusValue]]) -> BusValue? {
        records.isEmpty ? nil : .dictionaries(records)
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            query: try record.string("query"), situation: try record.word("situation", Situation.self),
            isVisible: try record.boolean("visible"), advice: try record.string("advice"),
            command: try record.optional("command", \.string))
        postscriptName = try record.optional("postscriptName", \.string)
        family = try record.optional("family", \.string)
        if let members = try record.optional("registration", \.dictionary) {
            registration = try Registration(BusRecord(members))
        }
        disabledBy = try record.optional("disabledBy", \.string).flatMap(UnusableFont.Party.init)
        file = try record.optional("file", \.string)
        package = try record.optional("package", \.string)
        fault = try record.optional("fault", \.string).flatMap(Fault.init)
        rejectedBy = try record.strings("rejectedBy")
        isShownInSandboxes = try record.optional("visibleInSandboxes", \.boolean)
        if let members = try record.optional("shadowedBy", \.dictionary) {
            shadow = try FontDescriptor(BusRecord(members))
        }
        shadowReason = try record.optional("shadowedBecause", \.string).flatMap(Preference.init)
        if let members = try record.optional("substitute", \.dictionary) {
            substitute = try FontDescriptor(BusRecord(members))
        }
        if let members = try record.optional("substituteReason", \.dictionary) {
            substitution = try Substitution(BusRecord(members))
        }
        for other in try record.records("alsoRegistered") { others.append(try Registration(other)) }
        suggestions = try record.strings("suggestions")
        hasPendingTouches = try record.boolean("pendingTouches")
        for program in try record.records("restart") { toRestart.append(try FontUser(program: program)) }
        for weight in try record.records("weights") { weights.append(try Weight(weight)) }
        if let members = try record.optional("systemRegistration", \.dictionary) {
            let owner = BusRecord(members)
            systemRegistration = Owner(id: try owner.string("id"), provider: try owner.string("provider"))
        }
        isHiddenForAllUsers = try record.optional("hiddenForAllUsers", \.boolean) ?? false
        if let members = try record.optional("program", \.dictionary) {
            let asked = BusRecord(members)
            program = Program(
                id: try asked.string("id"), follows: Following(rawValue: try asked.string("follows")) ?? .unknown)
        }
        regular = try record.optional("regular", \.string)
        for style in try record.records("styles") { styles.append(try Style(style)) }
    }
}

extension ExplainedFont.Substitution {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = ["rule": .string(alias == nil ? "default" : "alias")]
        members.set("family", alias.map(BusValue.string))
        members.set("configuration", configuration.map(BusValue.string))
        members.set("language", language.map(BusValue.string))
        return members
    }

    fileprivate init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            alias: try record.optional("family", \.string),
            configuration: try record.optional("configuration", \.string),
            language: try record.optional("language", \.string))
    }
}

extension ExplainedFont.Weight {
    fileprivate var busMembers: [String: BusValue] {
        ["style": .string(style), "weight": .double(weight), "shown": .double(shown)]
    }

    fileprivate init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            style: try record.string("style"), weight: try record.number("weight"), shown: try record.number("shown"))
    }
}

extension ExplainedFont.Style {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "situation": .string(situation.rawValue), "visible": .boolean(isVisible), "advice": .string(advice),
        ]
        members.set("postscriptName", postscriptName.map(BusValue.string))
        members.set("style", style.map(BusValue.string))
        members.set("id", id.map(BusValue.string))
        members.set("file", file.map(BusValue.string))
        members.set("command", command.map(BusValue.string))
        return members
    }

    fileprivate init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            situation: try record.word("situation", ExplainedFont.Situation.self),
            isVisible: try record.boolean("visible"), advice: try record.string("advice"),
            command: try record.optional("command", \.string))
        postscriptName = try record.optional("postscriptName", \.string)
        style = try record.optional("style", \.string)
        id = try record.optional("id", \.string)
        file = try record.optional("file", \.string)
    }
}

extension FontUser {
    fileprivate var programMembers: [String: BusValue] {
        ["pid": .int64(Int64(processIdentifier)), "program": .string(program)]
    }

    fileprivate init(program record: BusRecord) throws(BusFailure) {
        self.init(
            processIdentifier: Int32(clamping: try record.integer("pid")), program: try record.string("program"))
    }
}
