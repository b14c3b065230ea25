import FontModel
import FontRegistry

/// The user's answer to a question.
public struct ConsentAnswer: Sendable, Hashable {
    /// Whether the user agrees.
    public var isAgreed: Bool
    /// Whether the answer is kept in the policy, so that the user is not asked again.
    public var isRemembered: Bool

    public init(isAgreed: Bool, isRemembered: Bool = false) {
        self.isAgreed = isAgreed
        self.isRemembered = isRemembered
    }

    /// Returns the answer of a closure, or nil if there is none in time or the task is cancelled.
    ///
    /// This is not a task group, which would wait for a cancelled closure that takes long to return.
    static func first(
        within limit: Duration, _ ask: @escaping @Sendable () async -> ConsentAnswer?
    ) async -> ConsentAnswer? {
        let (answers, sink) = AsyncStream.makeStream(of: ConsentAnswer?.self)
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
}

extension FontPolicy.Entry {
    /// Sets the permission that an answer gives or refuses for good, unless the user has set another one meanwhile.
    mutating func keep(_ answer: ConsentAnswer, to operation: ConsentQuestion.Operation) {
        switch operation {
        case .register where install ?? .ask == .ask: install = answer.isAgreed ? .allow : .deny
        case .download where download ?? .ask == .ask: download = answer.isAgreed ? .allow : .never
        case .manage where manage ?? .ask == .ask: manage = answer.isAgreed ? .allow : .deny
        case .register, .download, .manage: break
        }
    }
}
