/// A change to registrations.
package struct RegistrationChange: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case unregister, enable, disable }

    package var kind: Kind
    /// Whether the change is only reported.
    package var isDryRun: Bool

    package init(_ kind: Kind, isDryRun: Bool = false) {
        self.kind = kind
        self.isDryRun = isDryRun
    }

    package static let enable = RegistrationChange(.enable)
    package static let disable = RegistrationChange(.disable)
}
