/// The visibility and lifetime of a registration (`CTFontManagerScope`).
///
/// There is no case for "none": the scope of a font that is not registered is `nil` or an empty set.
public enum FontScope: String, Sendable, Hashable, Codable, CaseIterable {
    /// The calling process only, until it exits or unregisters the font; never written to the store.
    case process
    /// All programs of the user until the login session ends.
    case session
    /// All programs of the user, now and in later sessions, until unregistered.
    case persistent
}
