/// The requests that wait for their turn to ask about a provider, in the order of their arrival.
struct ConsentLine {
    /// What becomes of a request that waited.
    enum Turn: Sendable {
        /// It asks its own question.
        case own
        /// The answer to the question before was for it, too.
        case covered
        /// The request before was refused, so that the user is not asked again and again.
        case refused
    }

    private struct Waiter {
        let question: ConsentQuestion
        let continuation: CheckedContinuation<Turn, Never>
    }

    /// The maximum number of waiting requests; further ones are refused.
    static let limit = 64

    private var waiters: [Waiter] = []

    var count: Int { waiters.count }

    mutating func add(_ question: ConsentQuestion, _ continuation: CheckedContinuation<Turn, Never>) {
        waiters.append(Waiter(question: question, continuation: continuation))
    }

    /// Ends the waiting of those that an agreement is for, too, and of the next one.
    ///
    /// - Returns: The rest of the line; nil if nobody asks.
    func following(_ agreed: ConsentQuestion) -> ConsentLine? {
        var rest = self
        rest.waiters.removeAll { $0.question.isCovered(by: agreed) }
        for waiter in waiters where waiter.question.isCovered(by: agreed) {
            waiter.continuation.resume(returning: .covered)
        }
        guard !rest.waiters.isEmpty else { return nil }
        rest.waiters.removeFirst().continuation.resume(returning: .own)
        return rest
    }

    /// Refuses all that wait.
    func refuse() { for waiter in waiters { waiter.continuation.resume(returning: .refused) } }
}
