extension BusRecord {
    /// Checks a list of BCP 47 language tags, such as `de` or `zh-TW`, which may be absent.
    ///
    /// - Throws: `InvalidArgs` for an invalid language tag.
    public func requireLanguages(_ key: String) throws(BusFailure) {
        if let stranger = try strings(key).first(where: { !Self.isLanguage($0) }) {
            throw Self.noLanguage(stranger, key, "BCP 47 (de, zh-TW)")
        }
    }

    /// Returns a locale of BCP 47 or POSIX, such as `de-DE` or `de_DE.UTF-8@euro`, without character set and modifier.
    ///
    /// The result is nil if the member is absent, or if the locale has no language (`C`, `POSIX`).
    ///
    /// - Throws: `InvalidArgs` for an invalid locale.
    public func locale(_ key: String) throws(BusFailure) -> String? {
        guard let text = try optional(key, \.string) else { return nil }
        let parts =
            text.utf8.count <= Self.longestName ? text.split(separator: "@", omittingEmptySubsequences: false) : []
        let names = parts.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard (1...2).contains(parts.count), (1...2).contains(names.count), Self.isLanguage(names[0]),
            (names.dropFirst() + parts.dropFirst()).allSatisfy(Self.isWord)
        else { throw Self.noLanguage(text, key, "BCP 47 or POSIX (de-DE, de_DE.UTF-8)") }
        return ["C", "POSIX"].contains(names[0]) ? nil : String(names[0])
    }

    /// BCP 47 allows longer tags, and lets an implementation choose a limit of at least 35 characters (RFC 5646,
    /// 4.4.1).
    private static let longestName = 64

    /// Returns whether a text consists of parts of one to eight letters and digits, the first one of letters only.
    private static func isLanguage(_ text: some StringProtocol) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        return text.utf8.count <= longestName
            && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
            && parts[0].allSatisfy(\.isLetter)
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { isAlphanumeric($0) || $0 == "-" || $0 == "_" }
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    private static func noLanguage(_ text: String, _ key: String, _ form: String) -> BusFailure {
        .invalidArguments(
            "\(key) has “\(text.prefix(longestName))”, which is not a language tag. Use the form of \(form), with at most \(longestName) characters."
        )
    }
}
