/// How far and how long a registration reaches (`CTFontManagerScope`).
///
/// There is no "none": "not registered" is `nil` or an empty set, never a scope.
public enum FontScope: String, Sendable, Hashable, Codable, CaseIterable {
    /// The calling process only, until it exits or unregisters. Never touches the store.
    case process
    /// All programs of the user until the login session ends.
    case session
    /// All programs of the user, now and in later sessions, until unregistered.
    case persistent
}
