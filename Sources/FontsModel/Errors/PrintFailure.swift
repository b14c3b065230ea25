import FontModel

/// What keeps a page from being printed.
package enum PrintFailure {
    /// Returns what failed, why, and what helps.
    ///
    /// - Parameters:
    ///   - name: The name of what was to be printed.
    ///   - reason: What the toolkit says in the user's language; empty if it says nothing.
    package static func text(_ name: String, reason: String) -> String {
        let reason = DisplayText.harmless(reason.split(whereSeparator: \.isNewline).joined(separator: " "))
        guard let last = reason.last else {
            return tr("{name} could not be printed. Check the printer, then try again.").filled(["name": name])
        }
        return tr("{name} could not be printed: {reason}. Check the printer, or choose another file, then try again.")
            .filled(["name": name, "reason": last == "." ? String(reason.dropLast()) : reason])
    }
}
