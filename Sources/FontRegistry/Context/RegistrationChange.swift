/// A change to registrations.
package struct RegistrationChange: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case unregister, enable, disable }

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
