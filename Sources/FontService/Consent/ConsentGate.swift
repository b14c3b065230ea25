public import FontModel
public import FontRegistry

/// Decides whether a caller may do what it wishes: by the user's policy, and where that says so by asking.
///
/// A question waits for a person; it keeps nobody waiting but its own provider, which is asked about one at a time.
public actor ConsentGate {
    /// Asks on the bus; to be ended when the task is cancelled.
    public typealias BusHook = @Sendable (_ busName: String, _ question: ConsentQuestion) async -> Bool

    /// How long a person may think.
    public static let standardPatience = Duration.seconds(120)

    private let policy: PolicyFile
    private let patience: Duration
    private let askOnBus: BusHook
    /// Those who wait for their turn, by provider; present while somebody is asked about it.
    private var lines: [String: [CheckedContinuation<Bool, Never>]] = [:]
    /// Questions that are being asked.
    private var open: [Int: Task<ConsentProgram.Answer, Never>] = [:]
    private var nextQuestion = 0
    private var isEnding = false

    /// How many questions about one provider may wait; further ones are refused.
    static let lineLimit = 64

    /// - Parameters:
    ///   - policy: The user's.
    ///   - patience: How long a person may think; then it counts as refused.
    ///   - askOnBus: Asks a bus name whether it agrees.
    public init(policy: PolicyFile, patience: Duration = ConsentGate.standardPatience, askOnBus: @escaping BusHook) {
        self.policy = policy
        self.patience = patience
        self.askOnBus = askOnBus
    }

    /// What holds for a caller.
    ///
    /// - Throws: 302 if the policy cannot be read or understood.
    public nonisolated func rules(for caller: CallerIdentity) throws(FontError) -> FontPolicy.Rules {
        try policy.rules(for: caller.id, isSandboxed: caller.isSandboxed)
    }

    /// Whether a caller acts for the user; not if the policy cannot be read or understood.
    public nonisolated func mayManage(_ caller: CallerIdentity) -> Bool {
        (try? rules(for: caller).manage) == .allow
    }

    /// For looking fonts up and being told of changes.
    ///
    /// - Throws: 302 unless the policy allows it.
    public nonisolated func requireUse(by caller: CallerIdentity) throws(FontError) {
        guard try rules(for: caller).use == .deny else { return }
        throw FontError(
            .missingEntitlement,
            "The policy does not let \(caller.id) use fontd. Allow it with `fontctl policy \(caller.id) --use allow`.")
    }

    /// For registering fonts; asks if the policy says so.
    ///
    /// - Returns: What holds for the caller, its quota above all.
    /// - Throws: 302 if the policy denies it or cannot be understood, 304 if whoever was asked did not agree, or nobody
    ///   could be asked.
    public func requireInstall(
        by caller: CallerIdentity, _ question: ConsentQuestion
    ) async throws(FontError) -> FontPolicy.Rules {
        let rules = try rules(for: caller)
        if try isDecided(rules, for: caller) { return rules }
        guard await enter(caller.id) else {
            if isEnding { throw Self.ended(caller.id) }
            throw .noConsent(caller.id, "The user did not agree that \(caller.id) registers fonts.")
        }
        do throws(FontError) {
            // Meanwhile the user may have said it once and for all.
            let rules = try self.rules(for: caller)
            if try !isDecided(rules, for: caller) { try await ask(question) }
            leave(caller.id, isAgreed: true)
            return rules
        } catch {
            leave(caller.id, isAgreed: false)
            throw error
        }
    }

    /// - Returns: False if somebody must be asked.
    private nonisolated func isDecided(_ rules: FontPolicy.Rules, for caller: CallerIdentity) throws(FontError) -> Bool
    {
        switch rules.install {
        case .allow: return true
        case .ask: return false
        case .deny:
            throw FontError(
                .missingEntitlement,
                "The policy does not let \(caller.id) register fonts. Allow it with `fontctl policy \(caller.id) --install allow`."
            )
        }
    }

    private func ask(_ question: ConsentQuestion) async throws(FontError) {
        let provider = question.provider
        guard !isEnding else { throw Self.ended(provider) }
        guard !Task.isCancelled else { throw .noConsent(provider, "\(provider) has gone before the user was asked.") }
        let consent: FontPolicy.Consent?
        do throws(FontError) { consent = try policy.read().consent } catch {
            throw FontError(.missingEntitlement, error.message, file: error.file)
        }
        guard let consent else {
            throw .noConsent(
                provider, "\(provider) may register fonts only if the user agrees, and nobody can be asked.")
        }
        switch await answer(to: question, of: consent) {
        case .agreed: return
        case _ where isEnding: throw Self.ended(provider)
        case .refused: throw .noConsent(provider, "The user did not agree that \(provider) registers fonts.")
        case .tooLate: throw .noConsent(provider, "The user did not answer whether \(provider) may register fonts.")
        case .failed(let command, let reason):
            throw .noConsent(
                provider, "The program that asks the user, \(command), could not be started: \(reason).")
        }
    }

    /// Asks in a task of its own, so that ``end()`` can call it off.
    private func answer(
        to question: ConsentQuestion, of consent: FontPolicy.Consent
    ) async -> ConsentProgram.Answer {
        let (askOnBus, patience) = (askOnBus, patience)
        let asking = Task { () -> ConsentProgram.Answer in
            switch consent {
            case .program(let command): return await ConsentProgram(command: command).ask(question, patience: patience)
            case .busName(let name):
                return await Self.first(within: patience) { await askOnBus(name, question) } ? .agreed : .refused
            }
        }
        nextQuestion += 1
        let number = nextQuestion
        open[number] = asking
        defer { open[number] = nil }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    /// What somebody says in time; false if nobody does, or the task is cancelled.
    ///
    /// Not a task group: what is not waited for any more may take long to answer.
    private static func first(within limit: Duration, _ ask: @escaping @Sendable () async -> Bool) async -> Bool {
        let (answers, sink) = AsyncStream.makeStream(of: Bool.self)
        let tasks = [
            Task { _ = sink.yield(await ask()) },
            Task {
                await ServiceTimer.wait(for: limit)
                sink.yield(false)
            },
        ]
        defer { for task in tasks { task.cancel() } }
        for await answer in answers { return answer }
        return false
    }

    // MARK: Ending

    /// Calls off what is being asked and asks nothing more: a service that is to end does not wait for a person.
    public func end() {
        isEnding = true
        for question in open.values { question.cancel() }
    }

    private static func ended(_ provider: String) -> FontError {
        .noConsent(provider, "fontd ended before the user answered whether \(provider) may register fonts. Try again.")
    }

    // MARK: Waiting

    /// - Returns: False if the one before was refused: what is asked again and again wears a person down.
    private func enter(_ provider: String) async -> Bool {
        guard let line = lines[provider] else {
            lines[provider] = []
            return true
        }
        guard line.count < Self.lineLimit else { return false }
        return await withCheckedContinuation { lines[provider, default: []].append($0) }
    }

    private func leave(_ provider: String, isAgreed: Bool) {
        guard var line = lines.removeValue(forKey: provider), !line.isEmpty else { return }
        guard isAgreed else { return line.forEach { $0.resume(returning: false) } }
        let next = line.removeFirst()
        lines[provider] = line
        next.resume(returning: true)
    }

    /// How many wait for their turn.
    func waiting(for provider: String) -> Int { lines[provider]?.count ?? 0 }
}

extension FontError {
    /// The 304 with what the user can do.
    fileprivate static func noConsent(_ provider: String, _ reason: String) -> FontError {
        FontError(
            .cancelledByUser, "\(reason) `fontctl policy \(provider) --install allow` lets it once and for all.")
    }
}
