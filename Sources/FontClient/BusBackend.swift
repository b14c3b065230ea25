import FontBus
import FontModel
import FontRegistry

/// A backend that uses the service.
struct BusBackend: RegistryBackend {
    let service: ServiceLink
    let view: HostView
    private let subscription: ServiceSubscription

    init(_ service: ServiceLink, view: HostView) {
        self.service = service
        self.view = view
        subscription = ServiceSubscription(service)
    }

    /// Returns the same backend, since the bus identifies the caller.
    func acting(for caller: Caller) -> any RegistryBackend { self }

    func isolated() throws(FontError) -> (backend: any RegistryBackend, inspector: FileInspector) {
        throw FontError(
            .unsupportedScope,
            "A program that uses the font service cannot examine files before it registers them. Register them with a dry run."
        )
    }

    // MARK: Changing

    func change(_ change: RegistrationChange, watcher: BatchWatcher) async throws(FontError) -> FontSummary {
        let targets = change.targets
        guard !targets.isEmpty else { return FontSummary(generation: try await generation(), outcomes: []) }
        if watcher.shouldStop() {
            return FontSummary(
                generation: try await generation(),
                outcomes: targets.map { FontOutcome(item: $0.text, status: .skipped) }, wasStopped: true)
        }
        let files = targets.compactMap { if case .file(let path) = $0.kind { path } else { nil } }
        // A file that the service does not find is reported when it was looked for by its content.
        var holding = watcher
        holding.didPrepare = { [known = Set(files)] item, failure in
            let code = failure?.error.map(\.code)
            if code != .notRegistered || !known.contains(item) { watcher.didPrepare(item, failure) }
        }
        var summary = try await request(change, watcher: holding)
        // The codes are separate because the optimiser of Swift 6.3 fails on an optional error within the search.
        let codes = summary.outcomes.map { $0.error.map(\.code) }
        let missing = Set(zip(summary.outcomes, codes).filter { $1 == .notRegistered }.map(\.0.item))
        let held = files.filter(missing.contains)
        guard !held.isEmpty else { return summary }
        do throws(FontError) {
            try await changeByContent(held, change, &summary)
        } catch {
            // Changes of other targets are kept and reported.
            for place in summary.outcomes.indices where held.contains(summary.outcomes[place].item) {
                summary.outcomes[place] = .failed(summary.outcomes[place].item, error)
            }
        }
        for path in held {
            watcher.didChange(.file(path), summary.outcomes.filter { $0.item == path })
        }
        return summary
    }

    /// Changes the registrations with the contents of files, which the service does not see, in one more request.
    private func changeByContent(
        _ paths: [String], _ change: RegistrationChange, _ summary: inout FontSummary
    ) async throws(FontError) {
        let hashes = Dictionary(
            paths.compactMap { path in (try? FontFile(contentsOf: path)).map { (path, $0.sha256) } },
            uniquingKeysWith: { first, _ in first })
        guard !hashes.isEmpty else { return }
        let contents = Set(hashes.values)
        let registered = try await registered(scope: change.scope, state: .any, provider: nil)
            .filter { contents.contains($0.sha256) }
        guard !registered.isEmpty else { return }
        let found = try await request(change.of(registered.map { .id($0.id) }), watcher: BatchWatcher())
        summary.generation = found.generation
        // Two operations have no common number.
        let hasBoth = summary.operation != nil && found.operation != nil
        summary.operation = hasBoth ? nil : summary.operation ?? found.operation
        summary.outcomes = summary.outcomes.flatMap { outcome in
            guard let sha256 = hashes[outcome.item] else { return [outcome] }
            let ids = Set(registered.filter { $0.sha256 == sha256 }.map(\.id))
            let own = found.outcomes.filter { ids.contains($0.item) || ids.contains($0.registration?.id ?? "") }
            return own.isEmpty
                ? [outcome]
                : own.map { own in
                    var own = own
                    own.item = outcome.item
                    return own
                }
        }
    }

    private func request(
        _ change: RegistrationChange, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        let progress = watcher.isFollowed ? try await JobProgress(service, owner: nil, watcher) : nil
        let answer = await Result { () async throws(FontError) in
            let (member, arguments) = change.call(job: progress?.job)
            return try await service.call(member, arguments, timeout: ServiceLink.longTime)
        }
        await progress?.unsubscribe()
        var summary = try summary(try answer.get())
        // A target with several registrations has several outcomes, and is reported once.
        var seen: Set<String> = []
        progress?.end(summary.outcomes.filter { seen.insert($0.item).inserted })
        summary.wasStopped = watcher.shouldStop() && summary.outcomes.contains { $0.status == .skipped }
        return summary
    }

    /// Returns the summary of a call that changes items.
    func summary(_ answer: [BusValue]) throws(FontError) -> FontSummary {
        let summary = try ServiceLink.reading { () throws(BusFailure) in
            FontSummary(
                generation: try ServiceLink.generation(answer),
                outcomes: try answer.outcomes.map(view.outcome),
                operation: answer.operation)
        }
        service.hasReached(summary.generation)
        return summary
    }

    // MARK: Changes

    func generation() async throws(FontError) -> Int64 { try await service.presentGeneration() }

    func stamp() -> StoreStamp? { nil }

    func presentGeneration() throws(FontError) -> Int64 { try service.awaitGeneration() }

    func history(since generation: Int64) async throws(FontError) -> (generation: Int64, changes: [FontChange]?) {
        if subscription.isLatest(generation) { return (generation, []) }
        let answer: [BusValue]
        do throws(BusFailure) {
            answer = try await service.question("ChangesSince", [.uint64(UInt64(max(0, generation)))])
        } catch {
            // A service that ended starts again and answers then; a bus does not.
            guard subscription.isStarted, error.isUnavailable, await service.connection.isOpen else {
                throw FontError(error)
            }
            return (generation, [])
        }
        let (reached, changes) = try ServiceLink.reading { () throws(BusFailure) in
            let reached = try ServiceLink.generation(answer)
            guard answer.count == 3, answer[1].boolean == false else { return (reached, [FontChange]?.none) }
            return (reached, try answer.values(at: 2, FontChange.init).map(view.change))
        }
        service.hasReached(reached)
        return (reached, changes)
    }

    func snapshot() async throws(FontError) -> (generation: Int64, registrations: [Registration]) {
        try await list([:])
    }

    func unlogged() -> UnloggedState { subscription.unlogged }

    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError) {
        try await subscription.add(didChange)
    }

    // MARK: Upkeep

    func requestManagement() async throws(FontError) {
        _ = try await service.call("RequestManagement", timeout: ServiceLink.longTime)
    }

    func providers() async throws(FontError) -> [ProviderSummary] {
        try ServiceLink.records(try await service.ask("Providers"))
    }

    func reverse(_ number: Int64?, isUndone: Bool, isDryRun: Bool) async throws(FontError) -> FontSummary {
        var options: [String: BusValue] = ["dryRun": .boolean(isDryRun)]
        if let number { options["number"] = .int64(number) }
        return try summary(
            try await service.call(isUndone ? "Redo" : "Undo", [.dictionary(options)], timeout: ServiceLink.longTime))
    }

    func operations(isUndone: Bool) async throws(FontError) -> [FontOperation] {
        try ServiceLink.records(try await service.ask(isUndone ? "UndoneOperations" : "Operations"))
    }

    func hiddenFonts() async throws(FontError) -> [FontDescriptor] { try await fonts("HiddenFonts", [:]) }

    func collections() async throws(FontError) -> [FontCollection] {
        try await records("Collections", [:])
    }

    func change(_ changes: [CollectionChange], isDryRun: Bool) async throws(FontError) -> FontSummary {
        try summary(
            try await service.call(
                "ChangeCollections",
                [.dictionaries(changes.map(\.busMembers)), .dictionary(["dryRun": .boolean(isDryRun)])],
                timeout: ServiceLink.longTime))
    }

    func prune(all: Bool, isDryRun: Bool) async throws(FontError) -> PruneReport {
        let options: [String: BusValue] = ["all": .boolean(all), "dryRun": .boolean(isDryRun)]
        return try ServiceLink.record(
            try await service.call("Prune", [.dictionary(options)], timeout: ServiceLink.longTime))
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try ServiceLink.record(try await service.call("Doctor", [.boolean(repair)], timeout: ServiceLink.longTime))
    }
}

extension RegistrationChange {
    /// Returns the call of the interface that makes the change.
    fileprivate func call(job: String?) -> (member: String, arguments: [BusValue]) {
        var options: [String: BusValue] = [:]
        options["scope"] = scope.map { .string($0.rawValue) }
        options["job"] = job.map(BusValue.string)
        if isDryRun { options["dryRun"] = .boolean(true) }
        if removesAtOnce { options["now"] = .boolean(true) }
        // A text alone means an id, a file, a PostScript name or a family, whichever there is first.
        if !targets.allSatisfy({ $0.kind == .any($0.text) }) { options["kinds"] = .strings(targets.map(\.kindWord)) }
        let names = BusValue.strings(targets.map(\.text))
        func change(_ word: String) -> (String, [BusValue]) {
            ("Change", [.string(word), names, .dictionary(options)])
        }
        return switch verb {
        case .unregister: change("unregister")
        case .enable: change("enable")
        case .disable: change("disable")
        case .tag(let added, let removed):
            ("ChangeTags", [names, .strings(added), .strings(removed), .dictionary(options)])
        }
    }
}
