import FontBus
import FontModel
import FontRegistry

extension RegistryService {
    func change(
        _ arguments: Arguments, _ call: UInt64, _ caller: ServiceCaller
    ) async throws(BusFailure) -> [BusValue] {
        let word = try arguments.string(0)
        guard let change = FontBatchChange.allCases.first(where: { $0.kind.word == word }) else {
            throw .invalidArguments("change must be unregister, enable or disable.")
        }
        let (names, options) = (
            try arguments.strings(1), try arguments.options(2, Self.changeOptions.union(["job", "now"]))
        )
        guard let job = try options.optional("job", \.string) else {
            return try await self.change(change.kind, names, options, caller)
        }
        let targets = try Self.targets(names, options)
        guard !targets.isEmpty else { throw .invalidArguments("targets is empty.") }
        if change == .enable { try await requireShowing(by: caller) }
        let scope = try Self.scope(options)
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        let removesAtOnce = try options.optional("now", \.boolean) ?? false
        let summary = try await withJob(job, [], by: call, of: caller) { _ throws(BusFailure) in
            try await carryOut(job: job, of: caller) {
                caller.manager.batch(
                    change, of: targets, scope: scope, isDryRun: isDryRun,
                    removesAtOnce: removesAtOnce)
            }
        }
        emitter.saw(summary.generation)
        return Self.answer(summary, isOfTargets: true, to: caller)
    }

    private static func scope(_ options: BusRecord) throws(BusFailure) -> FontScope? {
        try Arguments([options.members["scope"] ?? .string("")]).scope(0)
    }

    /// The options of a change.
    private static let changeOptions: Set<String> = ["scope", "dryRun", "kinds"]

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

    private func change(
        _ kind: RegistrationChange.Kind, _ names: [String], _ options: BusRecord, _ caller: ServiceCaller
    ) async throws(BusFailure) -> [BusValue] {
        let scope = try Self.scope(options)
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        let removesAtOnce = try options.optional("now", \.boolean) ?? false
        return try await change(
            RegistrationChange(kind, isDryRun: isDryRun, removesAtOnce: removesAtOnce),
            try Self.targets(names, options),
            scope, caller)
    }

    private func change(
        _ change: RegistrationChange, _ targets: [FontTarget], _ scope: FontScope?, _ caller: ServiceCaller
    ) async throws(BusFailure) -> [BusValue] {
        Self.answer(try await carryOut(change, targets, scope, caller), isOfTargets: true, to: caller)
    }

    private func carryOut(
        _ change: RegistrationChange, _ targets: [FontTarget], _ scope: FontScope?, _ caller: ServiceCaller
    ) async throws(BusFailure) -> FontSummary {
        guard !targets.isEmpty else { throw .invalidArguments("targets is empty.") }
        if change.kind == .enable { try await requireShowing(by: caller) }
        let summary = try await answering { () throws(FontError) in
            switch change.kind {
            case .unregister:
                try await caller.manager.unregister(
                    targets, scope: scope, isDryRun: change.isDryRun, removesAtOnce: change.removesAtOnce)
            case .enable, .disable:
                try await caller.manager.setEnabled(
                    change.kind == .enable, targets, scope: scope, isDryRun: change.isDryRun,
                    removesAtOnce: change.removesAtOnce)
            case .tag(let tags):
                try await caller.manager.changeTags(
                    adding: tags.added, removing: tags.removed, of: targets, scope: scope, isDryRun: change.isDryRun)
            }
        }
        emitter.saw(summary.generation)
        return summary
    }

    func changeTags(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let tags = TagChange(adding: try arguments.strings(1), removing: try arguments.strings(2))
        return try await change(
            .tag(tags), try arguments.strings(0), try arguments.options(3, Self.changeOptions), caller)
    }

    /// Requires the right to show fonts: a caller that may not register may not enable earlier registrations either.
    func requireShowing(by caller: ServiceCaller) async throws(BusFailure) {
        guard !caller.isUser else { return }
        try await answering { () throws(FontError) in
            guard try gate.rules(for: caller.identity).install == .deny else { return }
            throw .denied(caller.identity.id, "show fonts", .install)
        }
    }

    /// Returns the outcomes of all files or targets as a reply, in the same form for a single one.
    static func answer(_ summary: FontSummary, isOfTargets: Bool, to caller: ServiceCaller) -> [BusValue] {
        let outcomes = summary.outcomes.map { outcome in
            var outcome = outcome
            // A sandboxed caller may not see processes outside, whose numbers differ there.
            if caller.identity.isSandboxed { (outcome.inUseBy, outcome.keptFor) = ([], []) }
            return outcome.busMembers(isOfTarget: isOfTargets)
        }
        return [.uint64(UInt64(summary.generation)), AnswerPage.whole(outcomes, without: "faces")]
    }

    /// Undoes an operation, or redoes one that was undone.
    func reverse(
        _ arguments: Arguments, _ caller: ServiceCaller, isUndone: Bool
    ) async throws(BusFailure) -> [BusValue] {
        let options = try arguments.options(0, ["number", "dryRun"])
        let number = try options.optional("number", \.integer)
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        let summary = try await answering { () throws(FontError) in
            isUndone
                ? try await caller.manager.redo(number, isDryRun: isDryRun)
                : try await caller.manager.undo(number, isDryRun: isDryRun)
        }
        emitter.saw(summary.generation)
        return Self.answer(summary, isOfTargets: true, to: caller)
    }

    func operations(_ caller: ServiceCaller, areUndone: Bool) async throws(BusFailure) -> [BusValue] {
        let operations = try await answering { () throws(FontError) in
            areUndone
                ? try await caller.manager.redoableOperations() : try await caller.manager.undoableOperations()
        }
        return [.dictionaries(operations.map(\.busMembers))]
    }
}
