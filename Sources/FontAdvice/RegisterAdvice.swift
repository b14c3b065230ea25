import FontRegistry

/// The commands that resolve errors of `register`.
package struct RegisterAdvice: Sendable, Hashable {
    package var options: RegistrationOptions
    package var scope: FontScope = .persistent
    /// The provider for which the fonts were to be registered; nil for the user.
    package var provider: String?

    package init(options: RegistrationOptions, scope: FontScope = .persistent, provider: String? = nil) {
        self.options = options
        self.scope = scope
        self.provider = provider
    }

    /// The resolution of a name conflict.
    package enum Remedy: Sendable, Hashable {
        case replace
        case downgrade
        /// The other font belongs to another provider; the user can replace it.
        case replaceAsUser
        /// One of the two fonts, which are of the same call, must be left out.
        case leaveOut

        package var options: [String] {
            switch self {
            case .replace, .replaceAsUser: ["--replace"]
            case .downgrade: ["--replace", "--allow-downgrade"]
            case .leaveOut: []
            }
        }
    }

    /// - Parameter registered: The ids of the registrations of the same call.
    package func remedy(for error: FontError, registered: Set<String>) -> Remedy? {
        guard error.code == .duplicatedName else { return nil }
        if case .olderRevision = error.cause { return .downgrade }
        if error.cause == .nameOfOtherSlope { return .leaveOut }
        guard let conflict = error.conflict, !registered.contains(conflict.id) else { return .leaveOut }
        return provider != nil && conflict.provider != provider ? .replaceAsUser : .replace
    }

    /// Returns the command that registers a file despite a conflict; nil if a command is not enough.
    package func command(_ remedy: Remedy, file: String) -> String? {
        guard remedy != .leaveOut else { return nil }
        return ShellWords.line(words(for: remedy), operands: [file])
    }

    /// Returns the words of the command line before the files, with what decides how the fonts are registered.
    package func words(for remedy: Remedy? = nil) -> [String] {
        var words = ["fontctl", "register"] + (remedy?.options ?? [])
        if remedy != nil, options.removesAtOnce { words.append("--now") }
        if options.unwraps { words.append("--unwrap") }
        if options.preferredForm != .variable { words += ["--prefer", options.preferredForm.rawValue] }
        if !options.isEnabled { words.append("--disabled") }
        if options.isDryRun { words.append("--dry-run") }
        if scope != .persistent { words += ["--scope", scope.rawValue] }
        if let provider, remedy != .replaceAsUser { words += ShellWords.option("--provider", provider) }
        if let tag = options.tag { words += ShellWords.option("--tag", tag) }
        return words
    }
}
