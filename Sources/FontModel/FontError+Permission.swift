extension FontError.Cause {
    /// The sentence with the command by which the user permits what the policy denied; nil for other causes.
    package var permission: String? {
        guard case .policy(let provider, let member) = self else { return nil }
        let command = ShellWords.line(["fontctl", "policy", provider] + member.permission)
        return member.isLimit ? "Allow more with `\(command)`." : "Allow it with `\(command)`."
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
