extension FontError.Cause {
    /// The sentence with the command by which the user permits what the policy denied; nil for other causes.
    package var permission: Message? {
        guard case .policy(let provider, let member) = self else { return nil }
        let options =
            switch member {
            case .install: ["--install", "allow"]
            case .use: ["--use", "allow"]
            case .maxFonts: ["--max-fonts", "N"]
            case .maxBytes: ["--max-bytes", "N"]
            case .activation: ["--activation", "always"]
            case .download: ["--download", "allow"]
            case .manage: ["--manage", "allow"]
            }
        let command = ShellWords.line(["fontctl", "policy", provider] + options)
        return member == .maxFonts || member == .maxBytes
            ? "Allow more with `\(command)`." : "Allow it with `\(command)`."
    }
}
