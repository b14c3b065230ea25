/// Who is calling: a provider, or the user in person.
public enum FontAuthority: Sendable, Hashable {
    /// A provider: lists, changes and removes only what it registered.
    case provider
    /// The user in person: lists, changes and removes everything.
    case user
}

/// In whose name something is done, and with what right.
struct Caller: Sendable, Hashable {
    var provider: String
    var authority: FontAuthority

    /// Whether the caller may see and change what a provider registered.
    func maySee(_ provider: String) -> Bool { authority == .user || provider == self.provider }
}
