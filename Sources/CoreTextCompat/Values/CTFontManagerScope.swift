/// The scope of a registration.
public enum CTFontManagerScope: UInt32, Sendable {
    /// Not registered.
    ///
    /// It is a result. As an argument, fonts are registered for the process and cannot be unregistered, as on Apple's
    /// systems.
    case none = 0
    /// The calling process, until it ends or unregisters the font.
    case process = 1
    /// All programs of the user, now and in later sessions.
    case persistent = 2
    /// All programs of the user until the login session ends.
    case session = 3

    /// The older name of the persistent scope.
    public static var user: CTFontManagerScope { .persistent }
}
