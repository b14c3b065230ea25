public import FontModel
public import FontRegistry

/// Decides whether a caller may perform an operation, by the user's policy or by asking the user.
///
/// A question delays only requests of the same provider; there is one question per provider at a time.
public actor ConsentGate {
    /// Asks a program on the bus and returns nil for no answer; must return when the task is cancelled.
    public typealias BusHook = @Sendable (_ busName: String, _ question: ConsentQuestion) async -> ConsentAnswer?
    /// Returns the name on the bus of the program that is asked if the policy names none; nil if there is none.
    public typealias StandardHook = @Sendable () async -> String?
    /// Changes the policy for the user, who can undo the change.
    typealias PolicyChange =
        @Sendable (_ body: @Sendable (inout FontPolicy) -> Void) throws(FontError) -> Void

    /// The time that the user has for an answer.
    public static let standardPatience = Duration.seconds(120)

    private let policy: PolicyFile
    private let patience: Duration
    private let findStandardHook: StandardHook
    private let askOnBus: BusHook
    private let changePolicy: PolicyChange
    /// The requests that wait for their turn, by provider; present while a question about the provider is open.
    private var lines: [String: ConsentLine] = [:]
    /// The open questions.
    private var open: [Int: Task<Reply, Never>] = [:]
    /// The downloads to which the user agreed and that have not ended.
    private var agreements: [Int: ConsentQuestion] = [:]
    private var lastNumber = 0
    private var isEnding = false

    /// What came of a question.
    private struct Reply: Sendable {
        var answer: ConsentProgram.Answer
        var isRemembered = false
    }

    /// - Parameters:
    ///   - patience: The time that the user has for an answer, after which the request counts as refused.
    ///   - findStandardHook: Finds the program on the bus that is asked if the policy names none.
    public init(
        policy: PolicyFile, patience: Duration = ConsentGate.standardPatience,
        findStandardHook: @escaping StandardHook = { nil }, askOnBus: @escaping BusHook
    ) {
        self.init(policy: policy, patience: patience, findStandardHook: findStandardHook, askOnBus: askOnBus) {
            body throws(FontError) in
            try policy.change(body)
        }
    }

    /// - Parameter changePolicy: Writes an answer that is remembered into the policy.
    init(
        policy: PolicyFile, patience: Duration = ConsentGate.standardPatience,
        findStandardHook: @escaping StandardHook, askOnBus: @escaping BusHook, changePolicy: @escaping PolicyChange
    ) {
        self.policy = policy
        self.patience = patience
        self.findStandardHook = findStandardHook
        self.askOnBus = askOnBus
        self.changePolicy = changePolicy
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
    ///   parsed, ``FontError/Code/cancelledByUser`` (304) if the user did not agree or could not be asked, or
    ///   ``FontError/Code/exceededResourceLimit`` (106) if the caller's id is not valid in a policy.
    public func requireInstall(
        by caller: CallerIdentity, _ question: ConsentQuestion
    ) async throws(FontError) -> FontPolicy.Rules {
        try await require(question, of: caller)
    }

    /// Requires the right to download fonts, and asks if the policy says so, unless the user has agreed to the same for a
    /// download that has not ended.
    ///
    /// - Returns: The number of the agreement, to be passed to ``endDownload(_:)``.
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy forbids it or cannot be
    ///   parsed, or if the user could not be asked; ``FontError/Code/cancelledByUser`` (304) if the user did not agree;
    ///   ``FontError/Code/exceededResourceLimit`` (106) if the caller's id is not valid in a policy.
    @discardableResult
    public func requireDownload(
        by caller: CallerIdentity, _ question: ConsentQuestion
    ) async throws(FontError) -> Int {
        _ = try await require(question, of: caller)
        lastNumber += 1
        agreements[lastNumber] = question
        return lastNumber
    }

    /// Ends what the user agreed to with a download: the next one is asked for again.
    public func endDownload(_ agreement: Int) { agreements[agreement] = nil }

    /// Requires the right to act for the user, and asks if the policy says so.
    ///
    /// The answer is written into the policy.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the policy denies it or cannot be
    ///   parsed, or if the user could not be asked; ``FontError/Code/cancelledByUser`` (304) if the user did not agree;
    ///   ``FontError/Code/registrationFailed`` (301) if the answer could not be written;
    ///   ``FontError/Code/exceededResourceLimit`` (106) if the caller's id is not valid in a policy.
    public func requireManagement(by caller: CallerIdentity) async throws(FontError) {
        _ = try await require(ConsentQuestion(managing: caller), of: caller)
    }

    private func require(
        _ question: ConsentQuestion, of caller: CallerIdentity
    ) async throws(FontError) -> FontPolicy.Rules {
        // The id is shown to the user, and may be written into the policy.
        try CallerText.checkProvider(caller.id)
        let rules = try rules(for: caller)
        if try isDecided(question.operation, rules, caller) || isAgreed(question) { return rules }
        switch await enter(caller.id, question) {
        case .refused: throw .noConsent(question, isEnding ? .ended : .denied)
        case .covered:
            // The answer may be kept in the policy, and the user may have changed that.
            let rules = try self.rules(for: caller)
            _ = try isDecided(question.operation, rules, caller)
            return rules
        case .own: break
        }
        do throws(FontError) {
            // The user may have changed the policy while this waited, and may change it again while considering the
            // answer.
            var rules = try self.rules(for: caller)
            if try !isDecided(question.operation, rules, caller), !isAgreed(question) {
                try await ask(question, of: caller)
                rules = try self.rules(for: caller)
                _ = try isDecided(question.operation, rules, caller)
            }
            lines[caller.id] = lines[caller.id]?.following(question)
            return rules
        } catch {
            lines.removeValue(forKey: caller.id)?.refuse()
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

    /// Whether the user has agreed to the same for a download that has not ended.
    private func isAgreed(_ question: ConsentQuestion) -> Bool {
        agreements.values.contains { question.isCovered(by: $0) }
    }

    private func ask(_ question: ConsentQuestion, of caller: CallerIdentity) async throws(FontError) {
        guard !isEnding else { throw .noConsent(question, .ended) }
        guard !Task.isCancelled else { throw .noConsent(question, .notAsked) }
        let hook = try await hook()
        guard let hook else { throw .noConsent(question, .noHook) }
        let reply = await answer(to: question, of: hook)
        switch reply.answer {
        case .agreed:
            try await keep(
                ConsentAnswer(isAgreed: true, isRemembered: reply.isRemembered), to: question, of: caller)
        case _ where isEnding: throw .noConsent(question, .ended)
        // The program that asks was killed because of the cancellation; the user did not refuse.
        case .refused where Task.isCancelled: throw .noConsent(question, .disconnected)
        case .refused:
            try await keep(
                ConsentAnswer(isAgreed: false, isRemembered: reply.isRemembered), to: question, of: caller)
            throw .noConsent(question, .refused)
        case .tooLate: throw .noConsent(question, .tooLate)
        case .failed(let command, let error):
            throw .noConsent(question, .notStarted(command: command, error))
        }
    }

    /// Returns the program that asks the user: that of the policy, else the standard one; nil if there is none.
    private func hook() async throws(FontError) -> FontPolicy.Consent? {
        let consent: FontPolicy.Consent?
        do throws(FontError) { consent = try policy.read().consent } catch {
            throw FontError(.missingEntitlement, error.text, file: error.file)
        }
        if let consent { return consent }
        return await findStandardHook().map(FontPolicy.Consent.busName)
    }

    /// Writes the user's answer into the policy, unless the policy has been changed in the meantime.
    ///
    /// Answers to management requests are always kept, others if the user wants that.
    private func keep(
        _ answer: ConsentAnswer, to question: ConsentQuestion, of caller: CallerIdentity
    ) async throws(FontError) {
        let isManagement = question.operation == .manage
        guard isManagement || answer.isRemembered else { return }
        // The user may have decided about all programs of its kind meanwhile.
        guard try !isDecided(question.operation, rules(for: caller), caller) else { return }
        do throws(FontError) {
            // Another process may hold the file's lock.
            try await BlockingWork.perform { [changePolicy] () throws(FontError) in
                try ProviderID.checkInPolicy(question.provider)
                @Sendable func change(_ policy: inout FontPolicy) {
                    policy.providers[question.provider, default: .init()].keep(answer, to: question.operation)
                }
                try changePolicy(change)
            }
        } catch {
            // An answer for this time counts although it cannot be kept.
            if isManagement { throw error }
        }
    }

    /// Asks in a separate task, so that ``end()`` can cancel it.
    private func answer(
        to question: ConsentQuestion, of consent: FontPolicy.Consent
    ) async -> Reply {
        let (askOnBus, patience) = (askOnBus, patience)
        let asking = Task(executorPreference: TaskExecution.executor) { () -> Reply in
            switch consent {
            case .program(let command):
                return Reply(answer: await ConsentProgram(command: command).ask(question, patience: patience))
            case .busName(let name):
                let answer = await ConsentAnswer.first(within: patience) { await askOnBus(name, question) }
                guard let answer else { return Reply(answer: .tooLate) }
                return Reply(answer: answer.isAgreed ? .agreed : .refused, isRemembered: answer.isRemembered)
            }
        }
        lastNumber += 1
        let number = lastNumber
        open[number] = asking
        defer { open[number] = nil }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    // MARK: Ending

    /// Cancels the open questions and asks no further ones, so that a service that stops does not wait for the user.
    public func end() {
        isEnding = true
        for question in open.values { question.cancel() }
    }

    // MARK: Waiting

    private func enter(_ provider: String, _ question: ConsentQuestion) async -> ConsentLine.Turn {
        guard let line = lines[provider] else {
            lines[provider] = ConsentLine()
            return .own
        }
        guard line.count < ConsentLine.limit else { return .refused }
        return await withCheckedContinuation { lines[provider]?.add(question, $0) }
    }

    /// Returns the number of requests that wait for their turn.
    func waiting(for provider: String) -> Int { lines[provider]?.count ?? 0 }
}
