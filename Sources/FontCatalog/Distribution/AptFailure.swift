import FontModel

/// What apt-get says when it does not get packages.
enum AptFailure {
    /// The error for an apt-get that does not run.
    static func notStarted(_ program: String) -> FontError {
        FontError(.registrationFailed, "apt-get could not be started. Check the installation of apt.", file: program)
    }

    /// Returns the error for the messages of apt-get in the C locale.
    static func error(_ messages: String, _ packages: [String]) -> FontError {
        let names = packages.joined(separator: " ")
        let lines = messages.split(whereSeparator: \.isNewline).map(String.init)
        let errors = lines.filter { $0.hasPrefix("E: ") }
        let detail = DisplayText.clean(String((errors.first ?? lines.last ?? "").drop { "E: ".contains($0) }))
        let said: [Message] = detail.isEmpty ? [] : ["apt says: \(detail)"]
        func failure(_ advice: Message, _ cause: FontError.Cause? = nil) -> FontError {
            let event: Message =
                packages.count == 1
                ? "apt did not download the package \(names)." : "apt did not download all of the packages \(names)."
            return FontError(.registrationFailed, Message([event] + said + [advice]), cause: cause)
        }
        func says(_ words: String...) -> Bool { words.contains { messages.contains($0) } }
        if says("Unable to locate package", "was not found", "has no installation candidate") {
            let event: Message =
                packages.count == 1
                ? "apt does not offer the package \(names)." : "apt does not offer all of the packages \(names)."
            return FontError(
                .insufficientInfo,
                Message([event] + said + ["Check the spelling, run `apt update`, then try again."]))
        }
        if says("Hash Sum mismatch", "unexpected size") {
            return failure("Run `apt update`, then try again.", .download(.hash, detail: detail))
        }
        if says("could not be authenticated", "cannot be authenticated", "unauthenticated packages") {
            return failure(
                "Its repository is not signed by a key that apt trusts. Check the configuration of apt.",
                .catalog(.signature, detail: detail))
        }
        if says(
            "Could not resolve", "Temporary failure resolving", "Connection refused", "Could not connect",
            "Unable to connect", "Cannot initiate the connection")
        {
            return failure("Check the connection, then try again.", .network(.unreachable, detail: detail))
        }
        if says("Certificate verification failed", "Could not handshake") {
            return failure("Check the repository's address.", .network(.tls, detail: detail))
        }
        if says("timed out", "Timeout") {
            return failure("Check the connection, then try again.", .network(.timedOut, detail: detail))
        }
        if says("Failed to fetch") {
            return failure("Run `apt update`, then try again.", .network(.status, detail: detail))
        }
        return failure("Run `apt-get download \(names)` to see more.")
    }
}
