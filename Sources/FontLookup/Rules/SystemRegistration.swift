/// A registration in the store of all users, whose fonts are fonts of the system for a user.
package struct SystemRegistration: Sendable, Hashable {
    package var id: String
    package var provider: String

    package var isEnabled: Bool

    package init(id: String, provider: String, isEnabled: Bool = true) {
        self.id = id
        self.provider = provider
        self.isEnabled = isEnabled
    }

    /// The command with which an administrator shows a disabled font again.
    package var enabling: String { "sudo fontctl --system enable \(id)" }

    /// The provider, and the command with which an administrator removes the font, or shows it again.
    package var explanation: Message {
        switch (provider == Caller.userProvider, isEnabled) {
        case (true, true):
            "It is registered for all users by the administrator: `sudo fontctl --system unregister \(id)` removes it."
        case (true, false):
            "It is registered for all users by the administrator, and disabled: `\(enabling)` shows it again."
        case (false, true):
            "It is registered for all users by \(provider): `sudo fontctl --system unregister \(id)` removes it."
        case (false, false):
            "It is registered for all users by \(provider), and disabled: `\(enabling)` shows it again."
        }
    }
}
