public import FontModel

/// The members of the outcome of an operation on one font file.
extension FontSummary {
    public var status: FontOutcome.Status { only.status }
    public var error: FontError? { only.error }
    public var registration: Registration? { only.registration }
    public var inUseBy: [FontUser] { only.inUseBy }
    public var item: String { only.item }

    /// The outcome of the only item.
    public var only: FontOutcome {
        guard outcomes.count == 1 else { preconditionFailure("\(outcomes.count) outcomes instead of one") }
        return outcomes[0]
    }
}
