public import FontModel
public import FontRegistry

/// Decides whether a caller may perform an operation, by the user's policy or by asking the user.
///
/// A question delays only requests of the same provider; there is one question per provider at a time.
public actor ConsentGate {
    /// Asks a program on the bus and returns nil for no answer; must return when the task is cancelled.
    public typealias BusHook = @Sendable (_ busName: String, _ question: ConsentQuestion) async -> Bool?

    /// The time that the user has for an answer.
    public static let standardPatience = Duration.seconds(120)

    private let policy: PolicyFile
    private let patience: Duration
    private let askOnBus: BusHook
    /// The requests that wait for their turn, by provider; present while a question about the provider is open.
    private var lines: [String: [CheckedContinuation<Bool, Never>]] = [:]
    /// The open questions.
    private var open: [Int: Task<ConsentProgram.Answer, Never>] = [:]
    private var nextQuestion = 0
    private var isEnding = false

    /// The maximum number of waiting requests of one provider; further ones are refused.
    static let lineLimit = 64

    /// - Parameter patience: The time that the user has for an answer, after which the request counts as refused.
    public init(policy: PolicyFile, patience: Duration = ConsentGate.standardPatience, askOnBus: @escaping BusHook) {
        self.policy = policy
        self.patience = patience
        self.askOnBus = askOnBus
    }

    /// Returns the rules for a caller.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy cannot be read or
    ///   parsed.
    public nonisolated func rules(for caller: CallerIdentity) throws(FontError) -> FontPolicy.Rules {
        try policy.rules(for: caller.id, isSandboxed: caller.isSandboxed)
    }

    /// Returns whether a caller acts for the user; false if the policy cannot be read or parsed.
    public nonisolated func mayManage(_ caller: CallerIdentity) -> Bool {
        (try? rules(for: caller).manage) == .allow
    }

    /// Requires the right to look fonts up and to receive changes.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) unless the policy allows it.
    public nonisolated func requireUse(by caller: CallerIdentity) throws(FontError) {
        guard try rules(for: caller).use == .deny else { return }
        throw .denied(caller.id, .use)
    }

    /// Requires the right to register fonts, and asks if the policy says so.
    ///
    /// - Returns: The rules for the caller, including its quota.
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy denies it or cannot be
    ///   parsed, or ``FontError/Code/cancelledByUser`` (304) if the user did not agree or could not be asked.
    public func requireInstall(
        by caller: CallerIdentity, _ question: ConsentQuestion
    ) async throws(FontError) -> FontPolicy.Rules {
        try await require(question, of: caller)
    }

    /// Requires the right to download fonts, and asks if the policy says so.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy forbids it or cannot be
    ///   parsed, or if the user could not be asked; ``FontError/Code/cancelledByUser`` (304) if the user did not agree.
    public func requireDownload(by caller: CallerIdentity, _ question: ConsentQuestion) async throws(FontError) {
        _ = try await require(question, of: caller)
    }

    /// Requires the right to act for the user, and asks if the policy says so.
    ///
    /// The answer is written into the policy.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy denies it or cannot be
    ///   parsed, or if the user could not be asked; ``FontError/Code/cancelledByUser`` (304) if the user did not agree;
    ///   ``FontError/Code/registrationFailed`` (301) if the answer could not be written;
    ///   ``FontError/Code/exceededResourceLimit`` (106) if the caller's id is not valid in a policy.
    public func requireManagement(by caller: CallerIdentity) async throws(FontError) {
        // The id is shown to the user and written into the policy.
        try CallerText.checkProvider(caller.id)
        _ = try await require(ConsentQuestion(managing: caller), of: caller)
    }

    private func require(
        _ question: ConsentQuestion, of caller: CallerIdentity
    ) async throws(FontError) -> FontPolicy.Rules {
        let rules = try rules(for: caller)
        if try isDecided(question.operation, rules, caller) { return rules }
        guard await enter(caller.id) else {
            throw .noConsent(question, isEnding ? .ended : .denied)
        }
        do throws(FontError) {
            // The user may have changed the policy while this waited, and may change it again while considering the
            // answer.
            var rules = try self.rules(for: caller)
            if try !isDecided(question.operation, rules, caller) {
                try await ask(question)
                rules = try self.rules(for: caller)
                _ = try isDecided(question.operation, rules, caller)
            }
            leave(caller.id, isAgreed: true)
            return rules
        } catch {
            leave(caller.id, isAgreed: false)
            throw error
        }
    }

    /// - Returns: False if the user must be asked.
    private nonisolated func isDecided(
        _ operation: ConsentQuestion.Operation, _ rules: FontPolicy.Rules, _ caller: CallerIdentity
    ) throws(FontError) -> Bool {
        switch operation {
        case .register:
            if rules.install == .deny { throw .denied(caller.id, .register) }
            return rules.install == .allow
        case .download:
            if rules.download == .never { throw .denied(caller.id, .download) }
            return rules.download == .allow
        case .manage:
            if rules.manage == .deny {
                throw Interpreters.contains(caller.id)
                    ? FontError(.missingEntitlement, Interpreters.advice(caller.id)) : .denied(caller.id, .manage)
            }
            return rules.manage == .allow
        }
    }

    private func ask(_ question: ConsentQuestion) async throws(FontError) {
        guard !isEnding else { throw .noConsent(question, .ended) }
        guard !Task.isCancelled else { throw .noConsent(question, .notAsked) }
        let consent: FontPolicy.Consent?
        do throws(FontError) { consent = try policy.read().consent } catch {
            throw FontError(.missingEntitlement, error.message, file: error.file)
        }
        guard let consent else { throw .noConsent(question, .noHook) }
        switch await answer(to: question, of: consent) {
        case .agreed: try await keep(.allow, for: question)
        case _ where isEnding: throw .noConsent(question, .ended)
        // The program that asks was killed because of the cancellation; the user did not refuse.
        case .refused where Task.isCancelled: throw .noConsent(question, .disconnected)
        case .refused:
            try await keep(.deny, for: question)
            throw .noConsent(question, .refused)
        case .tooLate: throw .noConsent(question, .tooLate)
        case .failed(let command, let error):
            throw .noConsent(question, .notStarted(command: command, error))
        }
    }

    /// Writes the user's answer to a management request into the policy, unless the policy has been changed in the
    /// meantime.
    ///
    /// Answers to other requests are not kept; the user is asked each time.
    private func keep(_ answer: FontPolicy.Manage, for question: ConsentQuestion) async throws(FontError) {
        guard question.operation == .manage else { return }
        // Another process may hold the file's lock.
        _ = try await BlockingWork.perform { [policy] () throws(FontError) in
            try policy.change { policy in
                var entry = policy.providers[question.provider] ?? .init()
                if entry.manage == nil || entry.manage == .ask { entry.manage = answer }
                policy.providers[question.provider] = entry
            }
        }
    }

    /// Asks in a separate task, so that ``end()`` can cancel it.
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

    /// Returns the answer of a closure, or nil if there is none in time or the task is cancelled.
    ///
    /// This is not a task group, which would wait for a cancelled closure that takes long to return.
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

    /// Cancels the open questions and asks no further ones, so that a service that stops does not wait for the user.
    public func end() {
        isEnding = true
        for question in open.values { question.cancel() }
    }

    // MARK: Waiting

    /// - Returns: False if the request before was refused, so that the user is not asked again and again.
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

    /// Returns the number of requests that wait for their turn.
    func waiting(for provider: String) -> Int { lines[provider]?.count ?? 0 }
}
