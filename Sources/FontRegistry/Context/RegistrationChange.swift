/// A change to registrations.
package enum RegistrationChange: Sendable {
    case unregister, enable, disable
    /// Adds and removes tags.
    case tag(TagChange)
}
