/// A Debian package's statement of copyright in its machine-readable form
/// (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/).
///
/// It has the licences of all files of the source: of fonts, and of the packaging, of descriptions and of programs beside.
enum PackageCopyright {
    /// Returns the licences of fonts with their texts; nil if the text has another form or does not say which they are.
    ///
    /// - Parameter fonts: The paths of the fonts; empty for all fonts of the source.
    static func licenses(of text: String, fonts: [String]) -> String? {
        guard text.hasPrefix("Format"), text.prefix(256).lowercased().contains("copyright-format") else { return nil }
        let paragraphs = paragraphs(of: text)
        let statements = paragraphs.filter { $0["files"] != nil && $0["license"] != nil }
        let patterns = statements.map {
            ($0["files"] ?? "").split(whereSeparator: \.isWhitespace).map(FilePattern.init)
        }
        var own = Set(fonts.flatMap { chosen(for: $0, of: patterns) })
        if own.isEmpty { own = Set(patterns.indices.filter { patterns[$0].contains(where: \.namesFonts) }) }
        let held = own.sorted().map { statements[$0] }
        let stated = held.compactMap { $0["license"] }
        // A field that many packages have beside, with the words by which the licence was given.
        let grants = held.compactMap { $0["license-grant"] }
        let texts = paragraphs.filter { $0["files"] == nil }.compactMap { $0["license"] }.map {
            (name: name(of: $0), text: $0)
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

    /// Returns the paragraphs that hold for a font: the last one that matches it, and those after that may match it.
    private static func chosen(for font: String, of patterns: [[FilePattern]]) -> [Int] {
        let name = (font.split(separator: "/").last ?? "").lowercased()
        var chosen: [Int] = []
        for (index, patterns) in patterns.enumerated() {
            switch patterns.map({ $0.match(font: name) }).max() ?? FilePattern.Match.none {
            case .certain: chosen = [index]
            case .possible: chosen.append(index)
            case .none: break
            }
        }
        return chosen
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
