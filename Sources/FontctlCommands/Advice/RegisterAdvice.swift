import FontRegistry

/// The command lines that get past what `register` refused.
struct RegisterAdvice: Sendable, Hashable {
    var options: RegistrationOptions
    var scope: FontScope = .persistent
    /// In whose name the fonts were to be registered; nil for the user.
    var provider: String?

    /// How a conflict of names is got past.
    enum Remedy: Sendable, Hashable {
        case replace
        case downgrade
        /// The other font came with the same call and was taken.
        case replaceSibling
        /// The other font is another provider's: the user can replace it.
        case replaceAsUser
        /// One of the two must be left out.
        case leaveOut

        var options: [String] {
            switch self {
            case .replace, .replaceAsUser: ["--replace"]
            case .downgrade, .replaceSibling: ["--replace", "--allow-downgrade"]
            case .leaveOut: []
            }
        }
    }

    /// - Parameter registered: Ids of what the same call registered.
    func remedy(for error: FontError, registered: Set<String>) -> Remedy? {
        guard error.code == .duplicatedName else { return nil }
        if case .olderRevision = error.cause { return .downgrade }
        guard let conflict = error.conflict else { return .leaveOut }
        if registered.contains(conflict.id) { return .replaceSibling }
        return provider != nil && conflict.provider != provider ? .replaceAsUser : .replace
    }

    /// The command that registers a file all the same; nil where it takes more than that.
    func command(_ remedy: Remedy, file: String) -> String? {
        guard remedy != .leaveOut else { return nil }
        var words = ["fontctl", "register"] + remedy.options
        if scope != .persistent { words += ["--scope", scope.rawValue] }
        if let provider, remedy != .replaceAsUser { words += ["--provider", provider] }
        if let tag = options.tag { words += ["--tag", tag] }
        return ShellWords.line(words + [file])
    }
}
