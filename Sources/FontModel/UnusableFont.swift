/// A registered font that programs cannot use.
public struct UnusableFont: Sendable, Hashable, Codable {
    /// The reason that programs cannot use a font.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The font is disabled, by ``UnusableFont/disabledBy``.
        case disabled
        /// The user's fontconfig configuration rejects it (`<selectfont>`).
        case rejected
        /// The user's fontconfig configuration does not name the folder of registered fonts.
        case folderNotConfigured = "folder-not-configured"
    }

    /// The party that disabled a font.
    public enum Party: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user; no provider can enable the font.
        case user
        /// The provider that registered it.
        case provider
    }

    public var reason: Reason
    public var registration: Registration
    /// The party that disabled the font; `nil` for the other reasons.
    public var disabledBy: Party?

    package init(reason: Reason, registration: Registration, disabledBy: Party? = nil) {
        self.reason = reason
        self.registration = registration
        self.disabledBy = disabledBy
    }

    /// The reason and the remedy, in one or two sentences.
    package var explanation: Message {
        switch reason {
        case .disabled:
            return disabledBy == .user
                ? "It is registered by \(registration.provider) as \(registration.id), and disabled by the user."
                : "It is registered by \(registration.provider) as \(registration.id), and disabled by its provider."
        case .rejected:
            return
                "It is registered by \(registration.provider) as \(registration.id), but the user's fontconfig configuration rejects it (<rejectfont>), so programs do not see it. Remove the rule from the files in ~/.config/fontconfig or /etc/fonts."
        case .folderNotConfigured:
            // The parent folder of the numbered folders is an internal detail of fontd.
            let folder = (registration.path ?? "").split(separator: "/").dropLast(2).joined(separator: "/")
            return
                "It is registered by \(registration.provider) as \(registration.id), but the user's fontconfig configuration does not search its folder, so programs do not see it. Add <dir>/\(folder)</dir> to the files in ~/.config/fontconfig or /etc/fonts."
        }
    }
}

extension UnusableFont: FieldRecord {
    package init() { self.init(reason: .disabled, registration: Registration()) }

    package static let fields: [Field<UnusableFont>] = [
        .word("reason", \.reason),
        .record("registration", \.registration),
        .word("disabledBy", \.disabledBy),
    ]
}
