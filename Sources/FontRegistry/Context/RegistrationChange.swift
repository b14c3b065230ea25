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

    /// Whether the user can take the change back, if it is the user's.
    var isUndoable: Bool

    package init(_ kind: Kind, isDryRun: Bool = false, isUndoable: Bool = true) {
        self.kind = kind
        self.isDryRun = isDryRun
        self.isUndoable = isUndoable
    }

    package static let enable = RegistrationChange(.enable)
    package static let disable = RegistrationChange(.disable)
}
