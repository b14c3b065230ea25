import FontCatalog
import FontModel
import FontRegistry

/// Downloads for requests: of fonts that programs do not see and suppliers do not have.
///
/// A request waits until its own timeout. The download goes on after that, and a font that comes later is registered. Names
/// that one provider requests again meanwhile join the download.
actor CatalogRequests {
    /// The limits of downloads for requests.
    enum Limit {
        /// The number of downloads for one provider that run at once.
        static let perProvider = 16
        /// The number of all downloads that run at once.
        static let all = 64
    }

    private struct Key: Hashable {
        var provider: String
        var name: String
    }

    /// A download, with what is known of its names.
    private final class Job {
        let id: UInt64
        let provider: String
        let names: [String]
        var task: Task<Void, Never>?
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var known: [String: Knowledge] = [:]
        var isOver = false

        init(_ id: UInt64, _ provider: String, _ names: [String]) {
            (self.id, self.provider, self.names) = (id, provider, names)
        }
    }

    /// What is known of a name.
    private enum Knowledge {
        case nothing
        /// It is offered, and nothing stands against the download so far.
        case offered
        case found(FontDescriptor?)
        case failed(FontError)
    }

    private let access: CatalogAccess
    private let gate: ConsentGate
    private let onIdle: @Sendable () -> Void
    private var jobs: [UInt64: Job] = [:]
    private var running: [Key: Job] = [:]
    private var failures = FailureMemory()
    private var last: UInt64 = 0
    private var isEnding = false

    /// - Parameter onIdle: Called when the last download has ended.
    init(_ access: CatalogAccess, _ gate: ConsentGate, onIdle: @escaping @Sendable () -> Void) {
        self.access = access
        self.gate = gate
        self.onIdle = onIdle
    }

    /// Whether no download runs.
    var isIdle: Bool { jobs.isEmpty }

    /// Ends all downloads because the service stops; what has arrived of their files stays for the next one.
    func end() {
        isEnding = true
        for id in Array(jobs.keys) { finish(id) }
    }

    /// Downloads the fonts of a request that nobody else has.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes without catalogues.
    ///   - isOpen: Whether a name may be asked of catalogues.
    ///   - end: When the caller's time is over.
    /// - Returns: The outcomes; unchanged for names that no catalogue offers, or if the policy forbids downloads.
    func complete(
        _ outcomes: [FontRequestOutcome], where isOpen: (FontRequestOutcome) -> Bool, for caller: ServiceCaller,
        until end: ContinuousClock.Instant
    ) async -> [FontRequestOutcome] {
        let places = outcomes.indices.filter { isOpen(outcomes[$0]) }
        let rule = rule(for: caller)
        guard !places.isEmpty, !isEnding, rule != .never, hasCatalogs else { return outcomes }
        let provider = caller.identity.id
        var outcomes = outcomes
        var names: [String] = []
        for place in places {
            let name = outcomes[place].query
            guard running[Key(provider: provider, name: name)] == nil else { continue }
            // A person who asks again has done something about the failure.
            if !caller.isUser, let failure = failures.recall(provider, name, now: .now)?.error,
                Self.isValid(failure, under: rule)
            {
                outcomes[place] = FontRequestOutcome(query: name, status: .declined, error: failure)
            } else {
                names.append(name)
            }
        }
        if !names.isEmpty {
            if jobs.count < Limit.all, jobs.values.count(where: { $0.provider == provider }) < Limit.perProvider {
                begin(names, for: caller)
            } else {
                let error = FontError(
                    .exceededResourceLimit,
                    "Too many fonts are being downloaded. Try again when some downloads are complete.")
                for place in places where names.contains(outcomes[place].query) {
                    outcomes[place].status = .declined
                    outcomes[place].error = error.of(outcomes[place].query)
                }
            }
        }
        let waited = places.map { ($0, running[Key(provider: provider, name: outcomes[$0].query)]) }
        for (place, job) in waited {
            guard let job else { continue }
            await wait(for: job, until: end)
            outcomes[place] = outcome(of: outcomes[place], by: job)
        }
        return outcomes
    }

    private nonisolated func rule(for caller: ServiceCaller) -> FontPolicy.Download {
        if caller.isUser { return .allow }
        // A policy that cannot be read allows nothing.
        return (try? gate.rules(for: caller.identity).download) ?? .never
    }

    /// Whether a failure that is remembered still counts: the user may have permitted downloads since a refusal, or set up
    /// a consent hook since nobody could be asked.
    private static func isValid(_ failure: FontError, under rule: FontPolicy.Download) -> Bool {
        guard case .policy = failure.cause else { return true }
        return rule == .ask && failure.code == .cancelledByUser
    }

    private nonisolated var hasCatalogs: Bool { (try? access.folders().readable().entries.isEmpty) == false }

    private func outcome(of former: FontRequestOutcome, by job: Job) -> FontRequestOutcome {
        let name = former.query
        switch job.known[name] ?? .nothing {
        case .found(let font?): return FontRequestOutcome(query: name, status: .downloaded, font: font)
        case .failed(let error): return FontRequestOutcome(query: name, status: .declined, error: error)
        case .offered where isEnding, .nothing where isEnding:
            return FontRequestOutcome(
                query: name, status: .declined,
                error: FontError(
                    .insufficientInfo, "fontd exited before the font was downloaded. Try again.", file: name))
        case .offered where !job.isOver:
            return FontRequestOutcome(
                query: name, status: .declined,
                error: FontError(
                    .insufficientInfo,
                    "A catalogue offers the font, and its download takes longer than the request waits. It will be registered: try again when FontsChanged reports it.",
                    file: name))
        case .nothing where !job.isOver && former.status == .notFound:
            return FontRequestOutcome(query: name, status: .timedOut)
        case .found(nil), .offered, .nothing: return former
        }
    }

    // MARK: Downloading

    private func begin(_ names: [String], for caller: ServiceCaller) {
        last += 1
        let provider = caller.identity.id
        let job = Job(last, provider, names)
        for name in names { running[Key(provider: provider, name: name)] = job }
        jobs[job.id] = job
        let download = CallerDownload(
            names: names, options: CallerDownload.Options(), caller: caller, access: access, gate: gate)
        job.task = Task(executorPreference: TaskExecution.executor) { [id = job.id] in
            await download.run { step in await self.note(step, of: id) }
            await self.finish(id)
        }
    }

    private func note(_ step: DownloadStep, of id: UInt64) {
        guard let job = jobs[id] else { return }
        let name = step.details.name
        switch step.state {
        case .willBeginDownloading: job.known[name] = .offered
        case .didMatch: job.known[name] = .found(step.details.font)
        case .didFailWithError:
            guard let error = step.details.error else { return }
            job.known[name] = .failed(error)
            failures.remember(FailureMemory.Failure(error: error), of: job.provider, name, now: .now)
        case .didBegin, .didFinish, .willBeginQuerying, .stalled, .downloading, .didFinishDownloading: break
        }
    }

    private func finish(_ id: UInt64) {
        guard let job = jobs.removeValue(forKey: id) else { return }
        job.isOver = true
        job.task?.cancel()
        for name in job.names { running[Key(provider: job.provider, name: name)] = nil }
        for waiter in job.waiters.values { waiter.resume() }
        job.waiters = [:]
        if jobs.isEmpty { onIdle() }
    }

    // MARK: Waiting

    /// Waits until a download has ended, or a time is over.
    private func wait(for job: Job, until end: ContinuousClock.Instant) async {
        let left = end - .now
        guard !job.isOver, left > .zero else { return }
        last += 1
        let (id, waiter) = (job.id, last)
        let timer = Task(executorPreference: TaskExecution.executor) {
            if await ServiceTimer.wait(for: left) { await self.wake(waiter, of: id) }
        }
        await withCheckedContinuation { job.waiters[waiter] = $0 }
        timer.cancel()
    }

    private func wake(_ waiter: UInt64, of id: UInt64) {
        jobs[id]?.waiters.removeValue(forKey: waiter)?.resume()
    }
}
