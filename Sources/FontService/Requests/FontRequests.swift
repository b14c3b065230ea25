import FontBus
import FontModel
import FontRegistry

/// Searches for fonts that are not here, among the providers that announced them.
///
/// A name is searched for once, however many ask: those that come while it goes on join it. Whoever asks waits for the
/// deadline at most; the search goes on, and what comes late is registered all the same. Providers are asked in turn; the
/// next one when the one before has no font, or has been silent for the deadline.
actor FontRequests {
    /// What became of a name for one who asked.
    enum Supply: Sendable {
        case provided(FontDescriptor)
        /// Nobody announced it, or those who did do not have it.
        case notFound
        case declined(FontError)
    }

    /// What bounds searches.
    enum Limit {
        /// Names of one request.
        static let names = 1_024
        /// Searches under way.
        static let searches = 1_024
        /// Of them, begun for one provider's id.
        static let searchesPerAsker = 128
        /// Names of one request that are searched for at once.
        static let namesPerRequest = 32
        /// Providers asked for one name.
        static let providers = 8
    }

    /// Who waits for a name.
    private struct Waiter {
        var asker: String
        var continuation: CheckedContinuation<Supply, Never>
        var timer: Task<Void, Never>
        var isOverdue = false
    }

    private struct Search {
        /// For whom it was begun.
        var starter: String
        /// In whose name what comes is registered, by provider id.
        var askers: [String: FontManager] = [:]
        /// The answers so far, by provider id.
        var answers: [String: Supply] = [:]
        var waiters: [UInt64: Waiter] = [:]
        /// Files have come and are being registered: that ends soon, and nobody is sent away meanwhile.
        var isRegistering = false
        var asked: String?
    }

    private let providers: ProviderCalls
    private let announcements: Announcements
    private let deadline: @Sendable () -> Duration
    private let mayProvide: @Sendable (_ provider: String) -> Bool
    private let onIdle: @Sendable () -> Void
    private var searches: [String: Search] = [:]
    private var failures = FailureMemory()
    private var nextWaiter: UInt64 = 0
    private var isEnding = false

    /// - Parameters:
    ///   - deadline: How long whoever asks waits for providers.
    ///   - lateLimit: How long an answer counts that comes later.
    ///   - mayProvide: Whether the policy lets a provider be asked, which may have changed since it announced itself.
    ///   - onIdle: Told when the last search has ended.
    init(
        _ connection: BusConnection, _ announcements: Announcements, deadline: @escaping @Sendable () -> Duration,
        lateLimit: Duration = .seconds(30),
        mayProvide: @escaping @Sendable (_ provider: String) -> Bool = { _ in true },
        onIdle: @escaping @Sendable () -> Void
    ) {
        providers = ProviderCalls(connection: connection, timeout: lateLimit)
        self.announcements = announcements
        self.deadline = deadline
        self.mayProvide = mayProvide
        self.onIdle = onIdle
    }

    /// Whether nothing is being searched for.
    var isIdle: Bool { searches.isEmpty }

    /// How many wait for a name.
    func waiting(for name: String) -> Int { searches[name]?.waiters.count ?? 0 }

    /// Sends away who waits for providers, now and from now on: the service is to end.
    ///
    /// What has come is still registered.
    func end() {
        isEnding = true
        for (name, search) in searches {
            for id in search.waiters.keys { expire(id, name) }
        }
    }

    /// A provider announced itself anew: what it could not supply counts no more.
    func forgive(_ busName: String) { failures.forget(busName) }

    // MARK: Asking

    /// Makes fonts usable by name for one who asks.
    ///
    /// - Parameters:
    ///   - asker: In whose name what comes is registered, in session scope.
    ///   - timeout: After this no further name is looked for.
    /// - Throws: 301 if the store cannot be used.
    nonisolated func request(
        _ names: [String], for asker: FontManager, timeout: Duration
    ) async throws(FontError) -> [FontRequestOutcome] {
        let end = ContinuousClock.now + timeout
        var outcomes = try await asker.request(names, timeout: timeout)
        var missing = outcomes.indices.filter { outcomes[$0].status == .notFound }[...]
        await withTaskGroup(of: (Int, FontRequestOutcome).self) { group in
            for place in missing.prefix(Limit.namesPerRequest) {
                group.addTask { (place, await self.outcome(names[place], for: asker, until: end)) }
            }
            missing = missing.dropFirst(Limit.namesPerRequest)
            for await (place, outcome) in group {
                outcomes[place] = outcome
                guard let next = missing.popFirst() else { continue }
                group.addTask { (next, await self.outcome(names[next], for: asker, until: end)) }
            }
        }
        return outcomes
    }

    private nonisolated func outcome(
        _ name: String, for asker: FontManager, until end: ContinuousClock.Instant
    ) async -> FontRequestOutcome {
        let left = end - .now
        guard left > .zero else { return FontRequestOutcome(query: name, status: .timedOut) }
        return switch await supply(name, for: asker, within: min(left, deadline())) {
        case .provided(let font): FontRequestOutcome(query: name, status: .provided, font: font)
        case .notFound: FontRequestOutcome(query: name, status: .notFound)
        case .declined(let error): FontRequestOutcome(query: name, status: .declined, error: error)
        }
    }

    private func supply(_ name: String, for asker: FontManager, within limit: Duration) async -> Supply {
        let candidates =
            searches[name] == nil ? await announcements.providers(of: name).filter { mayProvide($0.provider) } : []
        guard !isEnding else { return .declined(late(name, nil)) }
        if searches[name] == nil, let refusal = begin(name, candidates, for: asker) { return refusal }
        if let answer = searches[name]?.answers[asker.provider] { return answer }
        searches[name]?.askers[asker.provider] = asker
        nextWaiter += 1
        return await withCheckedContinuation { [id = nextWaiter] continuation in
            let timer = Task(executorPreference: TaskExecution.executor) {
                guard await ServiceTimer.wait(for: limit) else { return }
                await self.expire(id, name)
            }
            searches[name]?.waiters[id] = Waiter(asker: asker.provider, continuation: continuation, timer: timer)
        }
    }

    /// Begins a search.
    ///
    /// - Returns: Nil if it is under way; otherwise what is known already.
    private func begin(_ name: String, _ candidates: [Announcement], for asker: FontManager) -> Supply? {
        var known: FontError?
        var open: [Announcement] = []
        for candidate in candidates where open.count < Limit.providers {
            if let failure = failures.recall(candidate.busName, name, now: .now) {
                known = known ?? failure.error
            } else {
                open.append(candidate)
            }
        }
        guard !open.isEmpty else { return known.map(Supply.declined) ?? .notFound }
        guard searches.count < Limit.searches,
            searches.values.count(where: { $0.starter == asker.provider }) < Limit.searchesPerAsker
        else {
            return .declined(
                FontError(
                    .exceededResourceLimit, "Too many fonts are being searched for. Ask again when some have come.",
                    file: name))
        }
        searches[name] = Search(starter: asker.provider)
        Task(executorPreference: TaskExecution.executor) {
            await self.search(name, among: open, requester: asker.provider, refusal: known)
        }
        return nil
    }

    // MARK: Searching

    private enum Event: Sendable {
        case answered(Announcement, Result<[ProvidedFile], FontError>)
        /// A provider has not answered for the length of the deadline.
        case silent(Announcement)
    }

    private func search(
        _ name: String, among candidates: [Announcement], requester: String, refusal: FontError?
    ) async {
        // Not a task group: what is not waited for any more may take long to answer.
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        var rest = candidates[...]
        var unanswered: Set<String> = []
        var refusal = refusal
        func askNext() {
            guard let provider = rest.popFirst() else { return }
            unanswered.insert(provider.busName)
            searches[name]?.asked = provider.busName
            Task(executorPreference: TaskExecution.executor) {
                sink.yield(.answered(provider, await self.ask(provider, name, requester: requester)))
            }
            Task(executorPreference: TaskExecution.executor) { [patience = deadline()] in
                await ServiceTimer.wait(for: patience)
                sink.yield(.silent(provider))
            }
        }
        askNext()
        for await event in events {
            switch event {
            case .silent(let provider):
                guard unanswered.contains(provider.busName), searches[name]?.asked == provider.busName else { continue }
            case .answered(let provider, .success(let files)):
                unanswered.remove(provider.busName)
                let fault = files.isEmpty ? nil : await accept(files, of: provider, name)
                refusal = refusal ?? fault
            case .answered(let provider, .failure(let error)):
                unanswered.remove(provider.busName)
                refusal = refusal ?? error
            }
            if searches[name].map({ $0.answers.count == $0.askers.count }) ?? true { break }
            askNext()
            if unanswered.isEmpty { break }
        }
        end(name, refusal.map(Supply.declined) ?? .notFound)
    }

    /// Asks one provider; how it fails is remembered.
    private func ask(
        _ provider: Announcement, _ name: String, requester: String
    ) async -> Result<[ProvidedFile], FontError> {
        let answer = await providers.provide(name, of: provider, requester: requester)
        switch answer {
        case .success(let files) where files.isEmpty: remember(nil, of: provider, name)
        case .success: break
        case .failure(let error): remember(error, of: provider, name)
        }
        return answer
    }

    private func remember(_ error: FontError?, of provider: Announcement, _ name: String) {
        failures.remember(FailureMemory.Failure(error: error), of: provider.busName, name, now: .now)
    }

    /// Registers what a provider gave for everybody who asks, also for those who come meanwhile.
    ///
    /// - Returns: What is wrong with the files, if they are not what was asked for.
    private func accept(_ files: [ProvidedFile], of provider: Announcement, _ name: String) async -> FontError? {
        searches[name]?.isRegistering = true
        defer { rest(name) }
        while let asker = searches[name]?.askers.values.first(where: { searches[name]?.answers[$0.provider] == nil }) {
            switch await providers.register(files, as: name, from: provider, for: asker) {
            case .registered(let font): record(name, asker.provider, .provided(font))
            case .refused(let error): record(name, asker.provider, .declined(error))
            case .unfit(let error):
                // So it would be for everybody.
                remember(error, of: provider, name)
                return error
            }
        }
        return nil
    }

    // MARK: Answering

    private func record(_ name: String, _ asker: String, _ supply: Supply) {
        searches[name]?.answers[asker] = supply
        for (id, waiter) in searches[name]?.waiters ?? [:] where waiter.asker == asker { resume(id, name, supply) }
    }

    private func resume(_ id: UInt64, _ name: String, _ supply: Supply) {
        guard let waiter = searches[name]?.waiters.removeValue(forKey: id) else { return }
        waiter.timer.cancel()
        waiter.continuation.resume(returning: supply)
    }

    /// The deadline of one who waits has passed.
    private func expire(_ id: UInt64, _ name: String) {
        guard let search = searches[name] else { return }
        if search.isRegistering {
            searches[name]?.waiters[id]?.isOverdue = true
        } else {
            resume(id, name, .declined(late(name, search.asked)))
        }
    }

    /// Nothing is being registered any more: those who waited only for that are sent away.
    private func rest(_ name: String) {
        searches[name]?.isRegistering = false
        for (id, waiter) in searches[name]?.waiters ?? [:] where waiter.isOverdue {
            resume(id, name, .declined(late(name, searches[name]?.asked)))
        }
    }

    private func end(_ name: String, _ supply: Supply) {
        for id in searches[name].map({ Array($0.waiters.keys) }) ?? [] { resume(id, name, supply) }
        searches[name] = nil
        if searches.isEmpty { onIdle() }
    }

    private func late(_ name: String, _ busName: String?) -> FontError {
        FontError(
            .insufficientInfo,
            isEnding
                ? "fontd ended before a provider answered. Ask again."
                : "The provider \(busName ?? "") has not answered in time. What it supplies later will be registered: ask again when FontsChanged tells of it.",
            file: name)
    }
}
