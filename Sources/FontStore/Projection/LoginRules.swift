import FontModel

/// The rules by which the user's service manager removes hidden fonts at the next login (systemd-tmpfiles --user), when no
/// program can open them again; see tmpfiles.d(5).
///
/// The next operation finds that they are gone. Without systemd it removes them.
struct LoginRules: Sendable, Hashable {
    private let files: [String]

    /// Creates the rules for the files that other rules hide.
    init(_ rules: RejectRules) {
        files = rules.rules.flatMap { rule -> [String] in
            switch rule {
            case .file(let path): [path]
            case .folder(_, let files): files
            case .pattern: []
            }
        }
    }

    /// The contents of the file; nil if there are no rules.
    var document: String? {
        let lines = files.compactMap(Self.text).map { "r! \"\($0)\"\n" }
        guard !lines.isEmpty else { return nil }
        return "# Written by fontd: the fonts that it hides, removed at the next login. See tmpfiles.d(5).\n"
            + lines.joined()
    }

    /// Returns a path as a glob without specifiers, for quotation marks; nil for one that cannot be written so, which
    /// the next operation removes.
    private static func text(_ path: String) -> String? {
        var text = ""
        for character in path.unicodeScalars {
            switch character {
            case "%": text += "%%"
            case "[", "*", "?", "{": text += "[\(character)]"
            case "\\", "\"": return nil
            case _ where character.value < 0x20 || character.value == 0x7F: return nil
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Writes the file, or removes it if there are no rules.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    func write(_ paths: FontPaths) throws(FontError) {
        guard let path = paths.loginRules else { return }
        try RuleFile.write(document, to: path, paths)
    }
}
