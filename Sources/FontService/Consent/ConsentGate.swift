public import FontModel
public import FontRegistry

/// Decides whether a caller may do what it wishes: by the user's policy, and where that says so by asking.
///
/// A question waits for a person; it keeps nobody waiting but its own provider, which is asked about one at a time.
public actor ConsentGate {
    /// Asks on the bus, nil for no answer; to be ended when the task is cancelled.
    public typealias BusHook = @Sendable (_ busName: String, _ question: ConsentQuestion) async -> Bool?

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
            "The user's policy does not let \(caller.id) use fontd.",
            cause: .policy(provider: caller.id, member: .use))
    }

    /// For registering fonts; asks if the policy says so.
    ///
    /// - Returns: What holds for the caller, its quota above all.
    /// - Throws: 302 if the policy denies it or cannot be understood, 304 if whoever was asked did not agree, or nobody
    ///   could be asked.
    public func requireInstall(
        by caller: CallerIdentity, _ question: ConsentQuestion
    ) async throws(FontError) -> FontPolicy.Rules {
        try await require(question, of: caller)
    }

    /// For acting in the user's name; asks if the policy says so, and writes the answer into it.
    ///
    /// - Throws: 302 if the policy denies it or cannot be understood, or nobody could be asked; 304 if whoever was asked
    ///   did not agree; 301 if the answer could not be written down; 106 if its id is none for a policy.
    public func requireManagement(by caller: CallerIdentity) async throws(FontError) {
        // A person reads it, and it is written down.
        try CallerText.checkProvider(caller.id)
        _ = try await require(ConsentQuestion(managing: caller), of: caller)
    }

    private func require(
        _ question: ConsentQuestion, of caller: CallerIdentity
    ) async throws(FontError) -> FontPolicy.Rules {
        let rules = try rules(for: caller)
        if try isDecided(question.wish, rules, caller) { return rules }
        guard await enter(caller.id) else {
            if isEnding { throw .ended(question) }
            throw .noConsent(question, "What \(caller.id) wished just before was not agreed to.")
        }
        do throws(FontError) {
            // Meanwhile the user may have said it once and for all; and again while thinking about the answer.
            var rules = try self.rules(for: caller)
            if try !isDecided(question.wish, rules, caller) {
                try await ask(question)
                rules = try self.rules(for: caller)
                _ = try isDecided(question.wish, rules, caller)
            }
            leave(caller.id, isAgreed: true)
            return rules
        } catch {
            leave(caller.id, isAgreed: false)
            throw error
        }
    }

    /// - Returns: False if somebody must be asked.
    private nonisolated func isDecided(
        _ wish: ConsentQuestion.Wish, _ rules: FontPolicy.Rules, _ caller: CallerIdentity
    ) throws(FontError) -> Bool {
        switch (wish, rules.install, rules.manage) {
        case (.register, .allow, _), (.manage, _, .allow): return true
        case (.register, .ask, _), (.manage, _, .ask): return false
        case (.manage, _, .deny) where Interpreters.contains(caller.id):
            throw FontError(.missingEntitlement, Interpreters.advice(caller.id))
        case (.register, .deny, _), (.manage, _, .deny):
            throw .denied(caller.id, "\(wish.rawValue) fonts", wish.member)
        }
    }

    private func ask(_ question: ConsentQuestion) async throws(FontError) {
        let (provider, wish) = (question.provider, question.wish)
        guard !isEnding else { throw .ended(question) }
        guard !Task.isCancelled else { throw .noConsent(question, "\(provider) has gone before the user was asked.") }
        let consent: FontPolicy.Consent?
        do throws(FontError) { consent = try policy.read().consent } catch {
            throw FontError(.missingEntitlement, error.message, file: error.file)
        }
        guard let consent else {
            throw .noConsent(
                question, "\(provider) may \(wish.rawValue) fonts only if the user agrees, and nobody can be asked.",
                // That is what the policy says, and no answer of the user's.
                code: wish == .manage ? .missingEntitlement : .cancelledByUser)
        }
        switch await answer(to: question, of: consent) {
        case .agreed: try await keep(.allow, for: question)
        case _ where isEnding: throw .ended(question)
        // The program that asked was ended: nobody said no.
        case .refused where Task.isCancelled:
            throw .noConsent(question, "\(provider) has gone before the user answered.")
        case .refused:
            try await keep(.deny, for: question)
            throw .noConsent(question, "The user did not agree that \(provider) \(wish.rawValue)s fonts.")
        case .tooLate:
            throw .noConsent(question, "The user did not answer whether \(provider) may \(wish.rawValue) fonts.")
        case .failed(let command, let reason):
            throw .noConsent(
                question, "The program that asks the user, \(command), could not be started: \(reason).")
        }
    }

    /// Writes down what the user has said of a program that wishes to manage fonts, unless more has been said meanwhile.
    ///
    /// What it registers is asked about each time.
    private func keep(_ answer: FontPolicy.Manage, for question: ConsentQuestion) async throws(FontError) {
        guard question.wish == .manage else { return }
        // Another process may be changing it.
        _ = try await BlockingWork.perform { [policy] () throws(FontError) in
            try policy.change { policy in
                var entry = policy.providers[question.provider] ?? .init()
                if entry.manage == nil || entry.manage == .ask { entry.manage = answer }
                policy.providers[question.provider] = entry
            }
        }
    }

    /// Asks in a task of its own, so that ``end()`` can call it off.
    private func answer(
        to question: ConsentQuestion, of consent: FontPolicy.Consent
    ) async -> ConsentProgram.Answer {
        let (askOnBus, patience) = (askOnBus, patience)
        let asking = Task(executorPreference: TaskExecution.executor) { () -> ConsentProgram.Answer in
            switch consent {
            case .program(let command): return await ConsentProgram(command: command).ask(question, patience: patience)
            case .busName(let name):
                switch await Self.first(within: patience, { await askOnBus(name, question) }) {
                case true: return .agreed
                case false: return .refused
                case nil: return .tooLate
                }
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

    /// What somebody says in time; nil if nobody does, or the task is cancelled.
    ///
    /// Not a task group: what is not waited for any more may take long to answer.
    private static func first(within limit: Duration, _ ask: @escaping @Sendable () async -> Bool?) async -> Bool? {
        let (answers, sink) = AsyncStream.makeStream(of: Bool?.self)
        let tasks = [
            Task(executorPreference: TaskExecution.executor) { _ = sink.yield(await ask()) },
            Task(executorPreference: TaskExecution.executor) {
                await ServiceTimer.wait(for: limit)
                sink.yield(nil)
            },
        ]
        defer { for task in tasks { task.cancel() } }
        for await answer in answers { return answer }
        return nil
    }

    // MARK: Ending

    /// Calls off what is being asked and asks nothing more: a service that is to end does not wait for a person.
    public func end() {
        isEnding = true
        for question in open.values { question.cancel() }
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

extension ConsentQuestion.Wish {
    /// The member of the policy that decides.
    fileprivate var member: FontError.PolicyMember { self == .register ? .install : .manage }
}

extension FontError {
    /// The 302 of whom the policy forbids it.
    static func denied(_ provider: String, _ deed: String, _ member: PolicyMember) -> FontError {
        FontError(
            .missingEntitlement, "The user's policy does not let \(provider) \(deed).",
            cause: .policy(provider: provider, member: member))
    }

    /// The 304 with the policy that would let it without a question.
    fileprivate static func noConsent(
        _ question: ConsentQuestion, _ reason: String, code: Code = .cancelledByUser
    ) -> FontError {
        FontError(code, reason, cause: .policy(provider: question.provider, member: question.wish.member))
    }

    fileprivate static func ended(_ question: ConsentQuestion) -> FontError {
        .noConsent(
            question,
            "fontd ended before the user answered whether \(question.provider) may \(question.wish.rawValue) fonts. Try again."
        )
    }
}
