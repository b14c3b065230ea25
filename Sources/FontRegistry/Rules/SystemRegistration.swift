/// A registration in the store of all users, whose fonts are fonts of the system for a user.
package struct SystemRegistration: Sendable, Hashable {
    package var id: String
    package var provider: String

    package init(id: String, provider: String) {
        self.id = id
        self.provider = provider
    }

    /// The provider, and the command with which an administrator removes the font.
    package var explanation: String {
        let name = provider == "user" ? "the administrator" : provider
        return "It is registered for all users by \(name): `sudo fontctl --system unregister \(id)` removes it."
    }
}
