import FontBus
import FontModel
import FontRegistry

/// Changing registrations, and undoing it.
extension RegistryService {
    static let changing: [ServiceMethod] = [
        .init(
            "Change", ["change": "s", "targets": "as", "options": "a{sv}"], returns: ServiceMethod.outcomes, by: change),
        .init(
            "ChangeTags", ["targets": "as", "added": "as", "removed": "as", "options": "a{sv}"],
            returns: ServiceMethod.outcomes, by: changeTags),
        .init(
            "Collections", ["options": "a{sv}"], returns: ["collections": "aa{sv}", "more": "b"], by: collections),
        .init(
            "ChangeCollections", ["changes": "aa{sv}", "options": "a{sv}"], returns: ServiceMethod.outcomes,
            by: changeCollections),
        .init("Undo", ["options": "a{sv}"], returns: ServiceMethod.outcomes, by: { $0.reverse(isUndone: false) }),
        .init("Redo", ["options": "a{sv}"], returns: ServiceMethod.outcomes, by: { $0.reverse(isUndone: true) }),
        .init("UndoneOperations", returns: ["operations": "aa{sv}"], by: { $0.operations(isUndone: true) }),
        .init("Operations", returns: ["operations": "aa{sv}"], by: { $0.operations(isUndone: false) }),
    ]

    func change(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let verb: RegistrationVerb
        switch try arguments.string(0) {
        case "unregister": verb = .unregister
        case "enable": verb = .enable
        case "disable": verb = .disable
        default: throw BusFailure.invalidArguments("change must be unregister, enable or disable.")
        }
        let options = try arguments.options(2, ["scope", "dryRun", "kinds", "job", "now"])
        return try await change(verb, try arguments.strings(1), options, arguments.call, caller)
    }

    func changeTags(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let verb = RegistrationVerb.tag(adding: try arguments.strings(1), removing: try arguments.strings(2))
        let options = try arguments.options(3, ["scope", "dryRun", "kinds", "job"])
        return try await change(verb, try arguments.strings(0), options, arguments.call, caller)
    }

    private func change(
        _ verb: RegistrationVerb, _ texts: [String], _ options: BusRecord, _ call: UInt64, _ caller: ServiceCaller
    ) async throws -> [BusValue] {
        guard !texts.isEmpty else { throw BusFailure.invalidArguments("targets is empty.") }
        let change = RegistrationChange(
            verb, try Self.targets(texts, options),
            scope: try Arguments([options.members["scope"] ?? .string("")]).scope(0),
            isDryRun: try options.optional("dryRun", \.boolean) ?? false,
            removesAtOnce: try options.optional("now", \.boolean) ?? false)
        if verb == .enable { try requireShowing(by: caller) }
        let job = try options.optional("job", \.string)
        let summary = try await withJob(job, [], by: call, of: caller) { _ in
            try await carryOut(job: job, of: caller) { caller.manager.batch(change) }
        }
        return answer(summary, isOfTargets: true, to: caller)
    }

    /// Returns the targets that texts mean, each of the kind that the option `kinds` states for it.
    private static func targets(_ texts: [String], _ options: BusRecord) throws(BusFailure) -> [FontTarget] {
        guard let kinds = try options.optional("kinds", \.strings) else { return texts.map(FontTarget.any) }
        guard kinds.count == texts.count else { throw .invalidArguments("kinds must have one kind for each target.") }
        let targets = zip(texts, kinds).compactMap { FontTarget($0, kindWord: $1) }
        guard targets.count == texts.count else {
            throw .invalidArguments("A kind must be id, file, name or family, or empty for any of them.")
        }
        return targets
    }

    /// Requires the right to show fonts: a caller that may not register may not enable earlier registrations either.
    func requireShowing(by caller: ServiceCaller) throws(FontError) {
        if caller.isUser { return }
        if try gate.rules(for: caller.identity).install == .deny { throw .denied(caller.identity.id, .show) }
    }

    /// Returns the outcomes of all files or targets as a reply, in the same form for a single one.
    func answer(_ summary: FontSummary, isOfTargets: Bool, to caller: ServiceCaller) -> [BusValue] {
        emitter.saw(summary.generation)
        let outcomes = summary.outcomes.map { outcome in
            var outcome = outcome
            outcome.inUseBy = others(outcome.inUseBy, for: caller)
            // A sandboxed caller may not see processes outside, whose numbers differ there.
            if caller.identity.isSandboxed { (outcome.inUseBy, outcome.keptFor) = ([], []) }
            var members = isOfTargets ? outcome.membersOfTarget.busMembers : outcome.busMembers
            members["operation"] = summary.operation.map(BusValue.int64)
            return members
        }
        guard outcomes.isEmpty, let operation = summary.operation else {
            return [.uint64(UInt64(summary.generation)), AnswerPage.whole(outcomes, without: "faces")]
        }
        // A change of the policy or of collections alone has no items.
        return [.uint64(UInt64(summary.generation)), .dictionaries([["operation": .int64(operation)]])]
    }

    /// Returns the programs that have a font open, without the calling one and those that are told of the change.
    func others(_ users: [FontUser], for caller: ServiceCaller) -> [FontUser] {
        guard !users.isEmpty else { return [] }
        let following = subscribers.processes
        return users.filter { user in
            !following.contains(user.processIdentifier)
                && !RunningProgram.isProcess(user.processIdentifier, ofProgram: caller.identity.pid)
        }
    }

    /// Returns the function that undoes an operation, or redoes one that was undone.
    private func reverse(isUndone: Bool) -> ServiceMethod.Answer {
        { [self] arguments, caller in
            let options = try arguments.options(0, ["number", "dryRun"])
            let number = try options.optional("number", \.integer)
            let isDryRun = try options.optional("dryRun", \.boolean) ?? false
            let summary =
                isUndone
                ? try await caller.manager.redo(number, isDryRun: isDryRun)
                : try await caller.manager.undo(number, isDryRun: isDryRun)
            return answer(summary, isOfTargets: true, to: caller)
        }
    }

    /// Returns the function that lists the operations that can be undone, or those that can be redone.
    private func operations(isUndone: Bool) -> ServiceMethod.Answer {
        { _, caller in
            let manager = caller.manager
            let operations =
                isUndone ? try await manager.redoableOperations() : try await manager.undoableOperations()
            return [.dictionaries(operations.map(\.busMembers))]
        }
    }
}
