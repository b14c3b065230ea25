/// A font that is registered and that programs cannot use.
public struct UnusableFont: Sendable, Hashable {
    /// Why programs cannot use it.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is disabled; ``UnusableFont/disabledBy`` says by whom.
        case disabled
        /// The user's fontconfig configuration rejects it (`<selectfont>`).
        case rejected
        /// The user's fontconfig configuration does not name the folder of registered fonts.
        case folderNotConfigured = "folder-not-configured"
    }

    /// Who disabled a font.
    public enum Party: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user; no provider enables it then.
        case user
        /// The provider that registered it.
        case provider
    }

    public var reason: Reason
    public var registration: Registration
    /// Who disabled it; nil for the other reasons.
    public var disabledBy: Party?

    public init(reason: Reason, registration: Registration, disabledBy: Party? = nil) {
        self.reason = reason
        self.registration = registration
        self.disabledBy = disabledBy
    }

    /// What happened and what to do about it, in one or two sentences.
    package var explanation: String {
        switch reason {
        case .disabled:
            let party = disabledBy == .user ? "the user" : "its provider"
            return
                "It is registered by \(registration.provider) as \(registration.id), and disabled by \(party)."
        case .rejected:
            return
                "It is registered by \(registration.provider) as \(registration.id), but the user's fontconfig configuration rejects it (<rejectfont>), so programs do not see it. Take the rule out of the files in ~/.config/fontconfig or /etc/fonts."
        case .folderNotConfigured:
            // The folder and the numbered one in it are fontd's own affair.
            let folder = (registration.path ?? "").split(separator: "/").dropLast(2).joined(separator: "/")
            return
                "It is registered by \(registration.provider) as \(registration.id), but the user's fontconfig configuration does not look into its folder, so programs do not see it. Add <dir>/\(folder)</dir> to the files in ~/.config/fontconfig or /etc/fonts."
        }
    }
}
