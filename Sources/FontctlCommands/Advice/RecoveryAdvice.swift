import FontRegistry

extension FontError {
    /// The message, followed by the command that resolves the error if there is one that does not depend on the
    /// operation.
    var advisedMessage: String { command.map { "\(message) \($0)" } ?? message }

    private var command: String? {
        if case .policy(let provider, let member) = cause {
            let command = ShellWords.line(["fontctl", "policy"] + member.permission, operands: [provider])
            return "Allow \(member.isLimit ? "more" : "it") with `\(command)`."
        }
        switch recovery.first {
        case .enable(let id): return "`\(ShellWords.line(["fontctl", "enable", id]))` shows it again."
        case .chooseRegistered: return "`fontctl list` shows the registered fonts."
        case .repairStore: return "Run `fontctl doctor --repair`."
        default: return nil
        }
    }
}

extension FontError.PolicyMember {
    fileprivate var isLimit: Bool { self == .maxFonts || self == .maxBytes }

    /// The options of `fontctl policy` that allow the denied operation.
    fileprivate var permission: [String] {
        switch self {
        case .install: ["--install", "allow"]
        case .use: ["--use", "allow"]
        case .maxFonts: ["--max-fonts", "N"]
        case .maxBytes: ["--max-bytes", "N"]
        case .activation: ["--activation", "always"]
        case .manage: ["--manage", "allow"]
        }
    }
}
