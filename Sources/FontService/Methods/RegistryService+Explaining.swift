import FontAdvice
import FontBus
import FontModel
import FontRegistry

/// Explanations of the state of a font, with remedies.
extension RegistryService {
    func why(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let name = try arguments.string(0)
        _ = try arguments.options(1, [])
        guard !name.isEmpty else { throw .invalidArguments("The name is empty.") }
        let isSandboxed = caller.identity.isSandboxed
        let context = try await answering { () throws(FontError) in try await explaining(to: caller) }
        let answer = try await answering { () throws(FontError) in
            try await FontExplainer(caller.manager, in: context, for: nil).explain(text: name)
        }
        switch answer {
        case .font(let font): return [.dictionary(font.busMembers(isSandboxed: isSandboxed))]
        case .family(let family): return [.dictionary(family.busMembers(isSandboxed: isSandboxed))]
        }
    }

    /// Returns the information for an explanation to a caller: none in a sandbox, besides the fonts that the caller finds.
    private func explaining(to caller: ServiceCaller) async throws(FontError) -> ExplainingContext {
        guard !caller.identity.isSandboxed else { return ExplainingContext(registry: nil) }
        let (registry, folders) = (context, SandboxFolders(paths))
        // Once, as an explanation of a family asks for each style.
        let running = try await BlockingWork.perform { () throws(FontError) -> [RunningProgram] in
            RunningProgram.all { FontEngine.isMarker($0) }
        }
        var explaining = ExplainingContext(registry: registry)
        explaining.packageOwner = { PackageOwner.findAmongFontPackages([$0])[$0] }
        explaining.systemRegistrations = { SystemStore(registry).registrations(at: $0) }
        explaining.disabledForAllUsers = { SystemStore(registry).disabled(answeringTo: $0) }
        explaining.hiddenForAllUsers = { SystemStore(registry).hidden(meantBy: $0) }
        explaining.showsInSandboxes = { folders.show($0) }
        explaining.runningPrograms = { running }
        return explaining
    }
}

extension FontExplanation {
    /// - Parameter isSandboxed: Whether the caller is in a sandbox, and learns nothing of the user's configuration.
    fileprivate func busMembers(isSandboxed: Bool) -> [String: BusValue] {
        var members: [String: BusValue] = [
            "query": .string(query), "situation": .string(situation.rawValue), "visible": .boolean(isVisible),
            "advice": .string(remedy.sentence),
        ]
        func set(_ key: String, _ text: String?) { members[key] = text.map(BusValue.string) ?? members[key] }
        func set(_ key: String, texts: [String]) { if !texts.isEmpty { members[key] = .strings(texts) } }
        func set(_ key: String, record: [String: BusValue]?) {
            members[key] = record.map(BusValue.dictionary) ?? members[key]
        }
        func set(_ key: String, records: [[String: BusValue]]) {
            if !records.isEmpty { members[key] = .dictionaries(records) }
        }
        set("postscriptName", face?.postscriptName)
        set("family", face?.family)
        set("registration", record: registration?.busMembers)
        set("disabledBy", unusable?.disabledBy?.rawValue)
        set("file", file)
        set("package", package)
        set("fault", facts?.fault?.rawValue)
        set("rejectedBy", texts: facts?.rejectedBy ?? [])
        if let isShownInSandboxes { members["visibleInSandboxes"] = .boolean(isShownInSandboxes) }
        set("shadowedBy", record: shadow?.busMembers)
        set("shadowedBecause", shadowReason?.reason.rawValue)
        set("substitute", record: substitution?.font.busMembers)
        set("substituteReason", record: substitution?.busMembers(isSandboxed: isSandboxed))
        set("alsoRegistered", records: others.map(\.busMembers))
        set("suggestions", texts: suggestions)
        members["pendingTouches"] = .boolean(hasPendingTouches)
        set("restart", records: toRestart.flatMap(\.roots).map(\.busMembers))
        set("weights", records: weights.map(\.busMembers))
        set("systemRegistration", record: owner.map { ["id": .string($0.id), "provider": .string($0.provider)] })
        if hiding != nil { members["hiddenForAllUsers"] = .boolean(true) }
        set("command", remedy.command)
        return members
    }
}

extension FamilyExplanation {
    /// The members of the first style that programs do not see, or else of the family's face, with all styles in short.
    fileprivate func busMembers(isSandboxed: Bool) -> [String: BusValue] {
        var members = representative?.busMembers(isSandboxed: isSandboxed) ?? [:]
        if let face { members["regular"] = .string(face.postscriptName) }
        members["styles"] = .dictionaries(styles.map(\.styleMembers))
        return members
    }
}

extension FontExplanation {
    fileprivate var styleMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "situation": .string(situation.rawValue), "visible": .boolean(situation.isVisible),
            "advice": .string(remedy.sentence),
        ]
        members["postscriptName"] = face.map { .string($0.postscriptName) }
        members["style"] = face.map { .string($0.style) }
        members["id"] = registration.map { .string($0.id) }
        members["file"] = (registration?.file ?? file).map(BusValue.string)
        members["command"] = remedy.command.map(BusValue.string)
        return members
    }
}

extension FontSubstitution {
    fileprivate func busMembers(isSandboxed: Bool) -> [String: BusValue] {
        var members: [String: BusValue] = [:]
        switch rule {
        case .alias(let family, let file):
            members["rule"] = .string("alias")
            members["family"] = .string(family)
            if let file, !isSandboxed { members["configuration"] = .string(file) }
        case .standard: members["rule"] = .string("default")
        }
        members["language"] = language.map(BusValue.string)
        return members
    }
}

extension RunningProgram {
    fileprivate var busMembers: [String: BusValue] {
        ["pid": .int64(Int64(user.processIdentifier)), "program": .string(user.program)]
    }
}

extension ProgramView.Weight {
    fileprivate var busMembers: [String: BusValue] {
        ["style": .string(style), "weight": .double(weight), "shown": .double(shown)]
    }
}
