package import FontModel

/// Fonts with a name that programs do not see, since they are disabled or hidden.
package struct WithheldFont: Sendable, Hashable {
    /// The reason for which programs do not see the fonts.
    package enum Cause: Sendable, Hashable {
        /// The registration is disabled, or the user's fontconfig configuration does not show it.
        case unusable(UnusableFont)
        /// The user hides the fonts of the system.
        case hidden
        /// The registration is disabled for all users.
        case disabledForAllUsers(SystemRegistration)
        /// The administrator hides the fonts of the system from all users.
        case hiddenForAllUsers(SystemHiding)
    }

    /// The name in the request.
    package var name: String
    /// Whether the name is that of a family.
    package var isFamily: Bool = false
    package var cause: Cause
    /// The fonts whose bytes the user may read: of a family all, else the one that the name means.
    ///
    /// A disabled font has no path; `FontManager.open(_:)` opens the file in the store.
    package var fonts: [FontDescriptor] = []

    /// The reason as a word in JSON and on the bus: that of ``UnusableFont/Reason``, or `hidden`.
    package var reason: String {
        switch cause {
        case .unusable(let unusable): unusable.reason.rawValue
        case .disabledForAllUsers: UnusableFont.Reason.disabled.rawValue
        case .hidden, .hiddenForAllUsers: "hidden"
        }
    }

    /// The command that shows the fonts to programs; nil if there is none.
    package var command: String? {
        switch cause {
        case .unusable(let unusable):
            guard unusable.reason == .disabled else { return nil }
            return isFamily ? showingFamily : unusable.registration.enabling
        case .hidden:
            return isFamily ? showingFamily : ShellWords.line(["fontctl", "enable"], operands: [name])
        case .disabledForAllUsers(let owner): return owner.enabling
        case .hiddenForAllUsers(let hiding): return hiding.showing
        }
    }

    private var showingFamily: String { ShellWords.line(["fontctl", "enable"] + ShellWords.option("--family", name)) }

    /// The reason and the command, as sentences.
    package var explanation: Message {
        switch cause {
        case .unusable(let unusable):
            Message([unusable.explanation] + [enabling].compactMap(\.self))
        case .hidden: "You have hidden this system font: `\(command ?? "")` shows it again."
        case .disabledForAllUsers(let owner): owner.explanation
        case .hiddenForAllUsers(let hiding): hiding.explanation
        }
    }

    private var enabling: Message? {
        guard let command else { return nil }
        return isFamily ? "`\(command)` enables the family." : "`\(command)` enables it."
    }

    /// The remark on a result that has the fonts although programs do not see them.
    package var remark: Message { Message(["Programs do not see “\(name)”.", explanation]) }
}

extension WithheldFont: FieldEncoded {
    package var fieldMembers: [FieldMember] {
        [FieldMember](["query": .text(name), "reason": .text(reason), "command": .stated(command)])
    }
}

extension Registration {
    /// The command that enables the registration.
    package var enabling: String {
        // A formed name may be that of other fonts, too.
        let own = faces.first.flatMap { $0.hasFormedPostScriptName ? nil : $0.postscriptName }
        return ShellWords.line(["fontctl", "enable"], operands: [own ?? id])
    }
}
