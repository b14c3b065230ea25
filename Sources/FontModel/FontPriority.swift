/// The precedence among fonts with the same name; the higher value wins (`kCTFontPriorityAttribute`).
///
/// A registered font precedes one of the same priority that is not. Among fonts that are not registered, programs and
/// the registry take the one that fontconfig prefers, regardless of its priority.
public enum FontPriority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// A font of the operating system.
    case system = 10_000
    /// A font that was installed for all users beside those of the operating system.
    case computer = 30_000
    /// A font in persistent scope, or in a font folder of the user.
    case user = 40_000
    /// A font in session scope.
    case dynamic = 50_000
    /// A font in process scope.
    case process = 60_000

    /// Creates the priority of a registration in a scope.
    public init(_ scope: FontScope) {
        switch scope {
        case .process: self = .process
        case .session: self = .dynamic
        case .persistent: self = .user
        }
    }

    public static func < (lhs: FontPriority, rhs: FontPriority) -> Bool { lhs.rawValue < rhs.rawValue }
}
