package import FontModel

/// The path of an entry within an archive, as text that is safe to report; it never becomes the path of a file.
package enum ArchivePath {
    /// The maximum length of a path in bytes.
    package static let length = 4_096

    /// Returns the path of an entry without empty parts and `..`, or nil if the entry is hidden, as are those that macOS adds.
    ///
    /// - Parameter text: The name of the entry; a backslash separates folders, as in archives of Windows.
    /// - Throws: `invalidFontData` (104) if the path is absolute, leads out of the archive or has control characters,
    ///   `exceededResourceLimit` (106) if it is too long or too deep.
    package static func clean(_ text: String) throws(FontError) -> String? {
        guard text.utf8.count <= length else { throw tooLong }
        let isOfControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
        guard !text.unicodeScalars.contains(where: isOfControl) else {
            throw unsafe("The name of the entry “\(DisplayText.clean(text))” has control characters.")
        }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        guard parts.first != "" || parts.count == 1, !hasDrive(text) else {
            throw unsafe("The entry “\(DisplayText.clean(text))” has an absolute path.")
        }
        var names: [Substring] = []
        for part in parts where !part.isEmpty && part != "." {
            guard part == ".." else {
                names.append(part)
                continue
            }
            guard names.popLast() != nil else {
                throw unsafe("The path of the entry “\(DisplayText.clean(text))” leads out of the archive.")
            }
        }
        guard names.count <= FontLimits.archiveDepth else { throw tooLong }
        guard !names.isEmpty, !names.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) else { return nil }
        return names.joined(separator: "/")
    }

    /// Whether a path begins with a drive of Windows.
    private static func hasDrive(_ text: String) -> Bool {
        let start = Array(text.utf8.prefix(3))
        let separators = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        return start.count > 2 && start[1] == UInt8(ascii: ":") && separators.contains(start[2])
    }

    /// - Parameter reason: The reason as a sentence.
    private static func unsafe(_ reason: Message) -> FontError {
        FontError(
            .invalidFontData,
            "The archive is unsafe. \(reason) None of its fonts is registered; obtain them from another source."
        )
    }

    /// The error for a path that is too long or too deep: `exceededResourceLimit` (106).
    package static var tooLong: FontError {
        FontError(
            .exceededResourceLimit,
            "The archive contains an entry whose path is longer than \(length) bytes or \(FontLimits.archiveDepth) names, the limits. Unpack it into a folder, and register that folder."
        )
    }
}
