import FontBus
import FontModel
import FontRegistry

/// Searches for missing fonts among the suppliers that announced them.
///
/// There is one search per name; requests that arrive while it runs join it. A request waits at most for the deadline.
/// The search continues afterwards, and fonts that arrive late are still registered. Suppliers are asked in turn: the
/// next one is asked when the previous one has no font, or has not answered within the deadline.
actor FontRequests {
    /// The result of a search for one requester.
    enum Supply: Sendable {
        case provided(FontDescriptor)
        /// No supplier announced the name, or those that did do not have the font.
        case notFound
        case declined(FontError)
    }

    /// The limits of searches.
    enum Limit {
        /// The number of names in one request.
        static let names = 1_024
        /// The number of searches that run at once.
        static let searches = 1_024
        /// The number of these searches that one provider's requests may start.
        static let searchesPerAsker = 128
        /// The number of names of one request that are searched for at once.
        static let namesPerRequest = 32
        /// The number of suppliers that are asked for one name.
        static let suppliers = 8
    }

    private let suppliers: SupplierCalls
    private let announcements: Announcements
    private let deadline: @Sendable () -> Duration
    private let mayProvide: @Sendable (_ supplier: String) -> Bool
    private let onIdle: @Sendable () -> Void
    private var searches: [String: Search] = [:]
    private var failures = FailureMemory()
    private var nextWaiter: UInt64 = 0
    private var isEnding = false

    /// - Parameters:
    ///   - deadline: Returns the time that a request waits for suppliers.
    ///   - lateLimit: The timeout of a call to a supplier, after which its answer is ignored.
    ///   - mayProvide: Returns whether the policy allows asking a supplier; it may have changed since the announcement.
    ///   - onIdle: Called when the last search has ended.
    init(
        _ connection: BusConnection, _ announcements: Announcements, deadline: @escaping @Sendable () -> Duration,
        lateLimit: Duration = .seconds(30),
        mayProvide: @escaping @Sendable (_ supplier: String) -> Bool = { _ in true },
        onIdle: @escaping @Sendable () -> Void
    ) {
        suppliers = SupplierCalls(connection: connection, timeout: lateLimit)
        self.announcements = announcements
        self.deadline = deadline
        self.mayProvide = mayProvide
        self.onIdle = onIdle
    }

    /// Whether no search is running.
    var isIdle: Bool { searches.isEmpty }

    /// Returns the number of requests that wait for a name.
    func waiting(for name: String) -> Int { searches[name]?.waiters.count ?? 0 }

    /// Ends all waiting requests, now and from now on, because the service stops.
    ///
    /// Files that have arrived are still registered.
    func end() {
        isEnding = true
        for (name, search) in searches {
            for id in search.waiters.keys { expire(id, name) }
        }
    }

    /// Returns the names among some for which a search runs.
    func searched(among names: [String]) -> Set<String> { Set(names.filter { searches[$0] != nil }) }

    /// Removes the remembered failures of a supplier that announced its names again.
    func forgive(_ busName: String) { failures.forget(busName) }

    // MARK: Asking

    /// Makes fonts usable by name for a requester.
    ///
    /// - Parameters:
    ///   - asker: The manager with which the fonts are registered, in session scope.
    ///   - timeout: The time after which no further name is searched for.
    /// - Throws: `registrationFailed` (301) if the store cannot be used.
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
            searches[name] == nil ? await announcements.suppliers(of: name).filter { mayProvide($0.provider) } : []
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

    /// Starts a search.
    ///
    /// - Returns: Nil if the search has started, or the result if it is known already.
    private func begin(_ name: String, _ candidates: [Announcement], for asker: FontManager) -> Supply? {
        var known: FontError?
        var open: [Announcement] = []
        for candidate in candidates where open.count < Limit.suppliers {
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
                    .exceededResourceLimit,
                    "Too many fonts are being requested. Try again when some requests are complete.",
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
        /// A supplier has not answered within the deadline.
        case silent(Announcement)
    }

    private func search(
        _ name: String, among candidates: [Announcement], requester: String, refusal: FontError?
    ) async {
        // This is not a task group, which would wait for suppliers that take long to answer.
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        var rest = candidates[...]
        var unanswered: Set<String> = []
        var refusal = refusal
        func askNext() {
            guard let supplier = rest.popFirst() else { return }
            unanswered.insert(supplier.busName)
            searches[name]?.asked = supplier.busName
            Task(executorPreference: TaskExecution.executor) {
                sink.yield(.answered(supplier, await self.ask(supplier, name, requester: requester)))
            }
            Task(executorPreference: TaskExecution.executor) { [patience = deadline()] in
                await ServiceTimer.wait(for: patience)
                sink.yield(.silent(supplier))
            }
        }
        askNext()
        for await event in events {
            switch event {
            case .silent(let supplier):
                guard unanswered.contains(supplier.busName), searches[name]?.asked == supplier.busName else { continue }
            case .answered(let supplier, .success(let files)):
                unanswered.remove(supplier.busName)
                let fault = files.isEmpty ? nil : await accept(files, of: supplier, name)
                refusal = refusal ?? fault
            case .answered(let supplier, .failure(let error)):
                unanswered.remove(supplier.busName)
                refusal = refusal ?? error
            }
            if searches[name].map({ $0.answers.count == $0.askers.count }) ?? true { break }
            askNext()
            if unanswered.isEmpty { break }
        }
        end(name, refusal.map(Supply.declined) ?? .notFound)
    }

    /// Asks one supplier and remembers a failure.
    private func ask(
        _ supplier: Announcement, _ name: String, requester: String
    ) async -> Result<[ProvidedFile], FontError> {
        let answer = await suppliers.provide(name, of: supplier, requester: requester)
        switch answer {
        case .success(let files) where files.isEmpty: remember(nil, of: supplier, name)
        case .success: break
        case .failure(let error): remember(error, of: supplier, name)
        }
        return answer
    }

    private func remember(_ error: FontError?, of supplier: Announcement, _ name: String) {
        failures.remember(FailureMemory.Failure(error: error), of: supplier.busName, name, now: .now)
    }

    /// Registers a supplier's files for all requesters, including those that join in the meantime.
    ///
    /// - Returns: The error if the files are not what was requested.
    private func accept(_ files: [ProvidedFile], of supplier: Announcement, _ name: String) async -> FontError? {
        searches[name]?.isRegistering = true
        defer { rest(name) }
        while let asker = searches[name]?.askers.values.first(where: { searches[name]?.answers[$0.provider] == nil }) {
            switch await suppliers.register(files, as: name, from: supplier, for: asker) {
            case .success(let supply): record(name, asker.provider, supply)
            case .failure(let error):
                // The same would happen for every requester.
                remember(error, of: supplier, name)
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

    /// Ends a waiting request whose deadline has passed.
    private func expire(_ id: UInt64, _ name: String) {
        guard let search = searches[name] else { return }
        if search.isRegistering {
            searches[name]?.waiters[id]?.isOverdue = true
        } else {
            resume(id, name, .declined(late(name, search.asked)))
        }
    }

    /// Ends the registration phase and the requests that expired during it.
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
                ? "fontd exited before a supplier replied. Try again."
                : "The supplier \(busName ?? "") has not answered in time. Fonts that it supplies later will be registered: try again when FontsChanged reports them.",
            file: name)
    }
}
