import FontBus
import FontModel
import FontRegistry

/// Registering fonts, and the list of registrations.
extension RegistryService {
    static let registering: [ServiceMethod] = [
        .init(
            "Register", ["files": "a(sh)", "scope": "s", "options": "a{sv}"], returns: ServiceMethod.outcomes,
            by: register),
        .init("Cancel", ["job": "s"], by: cancel),
        .init(
            "List", ["filter": "a{sv}"], returns: ["generation": "t", "registrations": "aa{sv}", "more": "b"], by: list),
    ]

    /// The lifetime of a registration.
    private enum Lifetime: String {
        case registration
        case connection
    }

    func register(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let files = try arguments.files(0)
        guard let scope = try arguments.scope(1) else {
            throw BusFailure.invalidArguments("Specify a scope: persistent or session.")
        }
        let options = try arguments.options(
            2,
            [
                "enabled", "tag", "replace", "allowDowngrade", "atomic", "lifetime", "job", "more", "tags", "prefer",
                "archives", "dryRun", "now",
            ])
        let tags = try options.optional("tags", \.strings) ?? Array(repeating: "", count: files.count)
        guard tags.count == files.count else {
            throw BusFailure.invalidArguments("The number of tags differs from the number of files.")
        }
        let sources = zip(files, tags).map { file, tag in
            FontSource.opened(file.file, name: file.name, tag: tag.isEmpty ? nil : tag)
        }
        let lifetime = try options.optional("lifetime") { $0.string.flatMap(Lifetime.init) } ?? .registration
        guard lifetime == .registration || scope == .session else {
            throw BusFailure.invalidArguments("A registration bound to a connection requires session scope.")
        }
        let job = try options.optional("job", \.string)
        var registration = RegistrationOptions(
            isEnabled: try options.optional("enabled", \.boolean) ?? true, tag: try options.optional("tag", \.string),
            replaces: try options.optional("replace", \.boolean) ?? false,
            allowsDowngrade: try options.optional("allowDowngrade", \.boolean) ?? false,
            isAtomic: try options.optional("atomic", \.boolean) ?? false,
            preferredForm: try options.optional("prefer") { $0.string.flatMap(FontForm.init) } ?? .variable,
            isDryRun: try options.optional("dryRun", \.boolean) ?? false)
        registration.removesAtOnce = try options.optional("now", \.boolean) ?? false
        registration.unpacks = try options.optional("archives", \.boolean) ?? false
        // A caller that may not register may not leave files here either.
        try requireShowing(by: caller)
        if try options.optional("more", \.boolean) ?? false {
            guard let job else { throw BusFailure.invalidArguments("Files for a later call require a job.") }
            try await jobs.collect(sources, job, by: arguments.call, of: caller)
            return [.uint64(UInt64(emitter.generation)), .dictionaries([])]
        }
        let summary = try await withJob(job, sources, by: arguments.call, of: caller) { sources in
            try await register(sources, scope, registration, lifetime, job: job, caller)
        }
        return answer(summary, isOfTargets: false, to: caller)
    }

    func cancel(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let calls = await connection.calls(of: caller.peer)
        try await jobs.cancel(try arguments.string(0), of: caller.peer, among: calls)
        return []
    }

    /// Runs a body as a job, with the files that were collected for the job and the given ones.
    func withJob(
        _ job: String?, _ sources: [FontSource], by call: UInt64, of caller: ServiceCaller,
        _ body: (_ sources: [FontSource]) async throws -> FontSummary
    ) async throws -> FontSummary {
        guard let job else { return try await body(sources) }
        let collected = try await jobs.open(job, by: call, of: caller.peer)
        let result = await Result { try await body(collected + sources) }
        await jobs.end(job, of: caller.peer)
        return try result.get()
    }

    private func register(
        _ sources: [FontSource], _ scope: FontScope, _ options: RegistrationOptions, _ lifetime: Lifetime, job: String?,
        _ caller: ServiceCaller
    ) async throws -> FontSummary {
        guard !sources.isEmpty else { throw BusFailure.invalidArguments("files is empty.") }
        // A cancelled job needs no question and no turn.
        if let job, await jobs.isCancelled(job, of: caller.peer) {
            let outcomes = Self.names(sources).map { FontOutcome(item: $0, status: .skipped) }
            return FontSummary(generation: emitter.generation, outcomes: outcomes, wasStopped: true)
        }
        let (manager, agreed) = try await permitted(caller, scope, sources, isDryRun: options.isDryRun)
        let expected =
            lifetime == .connection && !options.isDryRun
            ? await leases.expect(Set(Self.names(sources)), of: manager.provider, for: caller.peer) : nil
        let result = await Result {
            try await registrations.with(caller.identity.id) {
                try await carryOut(job: job, of: caller) { manager.register(agreed, scope: scope, options: options) }
            }
        }
        if !options.isDryRun, case .success(let summary) = result { await keep(summary, for: caller, lifetime) }
        if let expected { await leases.endExpectation(expected) }
        return try result.get()
    }

    private static func names(_ sources: [FontSource]) -> [String] {
        sources.compactMap { if case .opened(_, let name, _) = $0.kind { name } else { nil } }
    }

    /// Ties registrations to the caller's connection, or releases them from all connections.
    private func keep(_ summary: FontSummary, for caller: ServiceCaller, _ lifetime: Lifetime) async {
        let there = summary.outcomes.filter(\.isSuccess)
        guard lifetime == .connection else { return await leases.release(there.compactMap(\.registration?.id)) }
        let new = there.filter { $0.status != .alreadyRegistered }.compactMap(\.registration?.id)
        // Registrations that were permanent stay so; those that are tied to another connection are tied to this one,
        // too.
        let known = there.filter { $0.status == .alreadyRegistered }.compactMap(\.registration?.id)
        await leases.hold(new, joining: known, for: caller.peer)
    }

    /// Returns the manager to register with, limited by the caller's quota, if the policy and the user allow it.
    ///
    /// The user is not asked about a dry run, which changes nothing.
    private func permitted(
        _ caller: ServiceCaller, _ scope: FontScope, _ sources: [FontSource], isDryRun: Bool
    ) async throws(FontError) -> (manager: FontManager, sources: [FontSource]) {
        if caller.isUser { return (caller.manager, sources) }
        var rules = try gate.rules(for: caller.identity)
        var agreed = sources
        if !isDryRun {
            var question = ConsentQuestion(caller.identity, scope: scope, fonts: [])
            // Files are read for a question only.
            if rules.install == .ask {
                (question, agreed) = await self.question(about: sources, scope, to: caller.identity)
            }
            rules = try await gate.requireInstall(by: caller.identity, question)
        }
        return (manager.acting(as: caller.identity.id, quota: rules.quota, facts: caller.identity.facts), agreed)
    }

    /// Returns the question about files, with the families of the first ones, and the sources of the bytes that it is
    /// about.
    private func question(
        about sources: [FontSource], _ scope: FontScope, to identity: CallerIdentity
    ) async -> (ConsentQuestion, [FontSource]) {
        let files = sources.compactMap { source -> (name: String, file: OpenedFile, tag: String?)? in
            if case .opened(let file, let name, let tag) = source.kind { (name, file, tag) } else { nil }
        }
        let survey = await openedFiles.survey(
            files.map { ($0.name, $0.file) }, inspecting: ConsentQuestion.mostFonts, for: identity.id)
        let question = ConsentQuestion(
            identity, scope: scope, files: files.map(\.name), families: survey.families, bytes: survey.bytes)
        let agreed = zip(files, survey.agreed).map { file, agreed in
            FontSource.opened(file.file, name: file.name, tag: file.tag, agreed: agreed)
        }
        return (question, agreed)
    }

    func carryOut(
        job: String?, of caller: ServiceCaller, _ start: @Sendable () -> FontBatch
    ) async throws(FontError) -> FontSummary {
        guard let job else { return try await start().summary() }
        let batch = await jobs.begin(job, of: caller.peer, start)
        for await event in batch {
            switch event {
            case .prepared(let item, let completed, let total):
                await reportProgress(caller.peer, job, completed, total, item)
            case .failed(let outcome, let completed, let total):
                await emit("Refused", [.string(job), .dictionary(outcome.busMembers)], to: caller.peer)
                await reportProgress(caller.peer, job, completed, total, outcome.item)
            case .finished: break
            }
        }
        return try await batch.summary()
    }

    /// Emits a progress signal; a failure to do so does not stop the batch.
    private func reportProgress(_ peer: String, _ job: String, _ completed: Int, _ total: Int, _ file: String) async {
        await emit(
            "Progress",
            [.string(job), .uint32(UInt32(clamping: completed)), .uint32(UInt32(clamping: total)), .string(file)],
            to: peer)
    }

    private func emit(_ member: String, _ arguments: [BusValue], to peer: String) async {
        let signal = BusSignal(
            path: RegistryInterface.path, interface: RegistryInterface.busName, member: member, arguments: arguments)
        try? await connection.emit(signal, to: peer)
    }

    func list(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let filter = try arguments.options(0, ["scope", "state", "provider", "name", "limit", "after"])
        let scope = try filter.optional("scope") { $0.string.flatMap(FontScope.init) }
        let state = try filter.optional("state") { value -> RegistrationState? in
            switch value.string {
            case "any": .any
            case "enabled": .enabled
            case "disabled": .disabled
            default: nil
            }
        }
        let provider = try filter.optional("provider", \.string)
        let name = try filter.optional("name", \.string)
        let after = try filter.optional("after", \.string)
        let page = try AnswerPage(filter)
        // Reads until generation and list match: a page with the wrong generation could end a list early.
        var (generation, before): (Int64, Int64) = (try await caller.manager.generation(), -1)
        var all: [Registration] = []
        for _ in 0..<8 where generation != before {
            before = generation
            all =
                if let name {
                    try await caller.manager.registered(named: name).filter {
                        (scope == nil || $0.scope == scope) && (provider == nil || $0.provider == provider)
                            && (state ?? .any).includes($0.isEnabled)
                    }
                } else {
                    try await caller.manager.registered(scope: scope, state: state ?? .any, provider: provider)
                }
            generation = try await caller.manager.generation()
        }
        var rest = all[...]
        if let after { rest = rest.drop { $0.id != after }.dropFirst() }
        return [.uint64(UInt64(before))] + page.answer(rest, \.busMembers)
    }
}
