/// A Debian package's statement of copyright in its machine-readable form
/// (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/).
///
/// It has the licences of all files of the source: of fonts, and of the packaging, of descriptions and of programs beside.
enum PackageCopyright {
    private static let fontNames = [".ttf", ".otf", ".ttc", ".otc", ".sfd", ".ufo", ".glyphs", ".pfb"]

    /// Returns the licences of the fonts with their texts; nil if the text has another form or does not say which they are.
    static func licenses(of text: String) -> String? {
        guard text.hasPrefix("Format"), text.prefix(256).lowercased().contains("copyright-format") else { return nil }
        var stated: [String] = []
        // A field that many packages have beside, with the words by which the licence was given.
        var grants: [String] = []
        var texts: [(name: String, text: String)] = []
        for fields in paragraphs(of: text) {
            guard let license = fields["license"] else { continue }
            if let files = fields["files"] {
                let patterns = files.lowercased().split(whereSeparator: \.isWhitespace)
                if patterns.contains(where: { pattern in pattern == "*" || fontNames.contains(where: pattern.contains) }
                ) {
                    stated.append(license)
                    if let grant = fields["license-grant"] { grants.append(grant) }
                }
            } else {
                texts.append((name(of: license), license))
            }
        }
        var result = grants + stated
        for license in stated {
            // A paragraph may name several, such as “GPL-2+ with Font exception or OFL-1.1”.
            let names = [name(of: license)] + name(of: license).split(separator: " ").map(String.init)
            let found = texts.filter { names.contains($0.name) }.map(\.text)
            // Without the text that it names, nothing can be singled out.
            guard !found.isEmpty || license.contains(where: \.isNewline) else { return nil }
            result += found
        }
        return result.isEmpty ? nil : result.joined(separator: "\n")
    }

    /// The name of a licence, which is the first line of the field.
    private static func name(of license: String) -> String {
        license.prefix { !$0.isNewline }.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The paragraphs with their fields by name in lower case.
    private static func paragraphs(of text: String) -> [[String: String]] {
        var paragraphs: [[String: String]] = [[:]]
        var field = ""
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([:])
                field = ""
            } else if line.first?.isWhitespace == true {
                guard !field.isEmpty else { continue }
                paragraphs[paragraphs.count - 1][field, default: ""] += "\n" + line
            } else if let colon = line.firstIndex(of: ":") {
                field = line[..<colon].lowercased()
                let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
                paragraphs[paragraphs.count - 1][field] = String(value)
            }
        }
        return paragraphs
    }
}
