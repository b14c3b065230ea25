import FontModel

extension StoreOperation {
    /// A change to the record of the operations that can be undone or redone.
    enum History {
        case recorded(Int64)
        /// An operation was undone or redone, and its reversal recorded under a number.
        case reversed(RecordedOperation, as: Int64)

        /// The number under which the operation is recorded.
        var number: Int64 {
            switch self {
            case .recorded(let number), .reversed(_, let number): number
            }
        }
    }

    /// One change of the registrations, with the information to undo it.
    enum Step {
        case added(RegistrationRow)
        case removed(RegistrationRow)
        case switched(from: RegistrationRow, to: RegistrationRow)
        case tagged(from: RegistrationRow, to: RegistrationRow)
        /// The user's decision that a provider's content stays disabled, set or cleared.
        case disabledByUser(RegistrationRow, Bool)
        /// The fonts outside of fontd's folders that the user hides.
        case hidden(from: [HiddenFont], to: [HiddenFont])
        /// The collections that are kept.
        case collected(from: [StoredCollection], to: [StoredCollection])

        /// The registration after the change, or the removed one; nil for fonts that are not registered.
        var row: RegistrationRow? {
            switch self {
            case .hidden, .collected: nil
            case .added(let row), .removed(let row), .switched(_, let row), .tagged(_, let row),
                .disabledByUser(let row, _):
                row
            }
        }
    }
}
