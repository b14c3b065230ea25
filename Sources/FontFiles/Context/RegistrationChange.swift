/// A change to registrations.
package struct RegistrationChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case unregister, enable, disable
        /// Adds and removes tags.
        case tag(TagChange)

        /// The word for the change on the bus.
        package var word: String {
            switch self {
            case .unregister: "unregister"
            case .enable: "enable"
            case .disable: "disable"
            case .tag: "tag"
            }
        }
    }

    package var kind: Kind
    /// Whether the change is only reported.
    package var isDryRun: Bool

    /// Whether the user can undo the change, if it is the user's.
    package var isUndoable: Bool

    /// Whether files that are no longer shown are removed at once, although running programs may then lose their text.
    package var removesAtOnce: Bool

    package init(_ kind: Kind, isDryRun: Bool = false, isUndoable: Bool = true, removesAtOnce: Bool = false) {
        self.kind = kind
        self.isDryRun = isDryRun
        self.removesAtOnce = removesAtOnce
        self.isUndoable = isUndoable
    }

    package static let enable = RegistrationChange(.enable)
    package static let disable = RegistrationChange(.disable)
}
