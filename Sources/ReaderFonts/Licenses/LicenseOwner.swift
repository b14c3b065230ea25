/// The family whose license a text beside fonts is.
enum LicenseOwner: Sendable, Hashable {
    /// The family's: nothing contradicts it.
    case family
    /// That of this family or of another one; the text was found beside the fonts.
    case unknown
    /// Another family's, which the text names.
    case other
}

/// The statements in the fonts of a family, by which texts beside them are attributed.
struct StatedLicense: Sendable, Hashable {
    let family: String
    /// The copyrights (name 0).
    let copyrights: [String]
    /// The SPDX identifier of the licence that the fonts state; nil if they state none.
    let identifier: String?
    /// The paths of the font files.
    let fonts: [String]

    /// Returns whose licence a text is.
    ///
    /// - Parameter others: The names of other families that have the text beside them, which may be without blanks.
    func owner(of text: String, beside others: Set<String>) -> LicenseOwner {
        let reserved = ReservedNames.names(in: [text])
        let lines = Attribution.copyrights(in: text)
        func names(_ family: String) -> Bool {
            ReservedNames.isReserved(family, by: reserved) || lines.contains { Words.has($0, name: family) }
        }
        let isNamed = names(family) || lines.contains(where: hasHolder)
        if !isNamed, others.contains(where: { names($0) || Words.begins($0, with: reserved) }) { return .other }
        let license = KnownLicense.identifier(ofText: text, fonts: fonts)
        if let license, let identifier, KnownLicense.kind(license) != KnownLicense.kind(identifier) { return .unknown }
        if isNamed { return .family }
        let isStated = license != nil && identifier != nil
        guard others.isEmpty else { return isStated && reserved.isEmpty && lines.isEmpty ? .family : .unknown }
        return isStated || reserved.isEmpty ? .family : .unknown
    }

    /// Whether the fonts have the same copyright holder as a line of a text.
    private func hasHolder(_ line: String) -> Bool {
        let holder = Words.holder(line)
        guard !holder.isEmpty else { return false }
        return copyrights.contains { Words.of($0).contains(holder) }
    }
}
