import Foundation

/// A page of the help, written in the small part of Markdown that its pages use.
package struct HelpDocument: Sendable, Hashable {
    /// A part of a page.
    package enum Block: Sendable, Hashable {
        /// A heading; 1 is the title of the page.
        case heading(level: Int, text: String)
        case paragraph([Run])
        /// An item of a list.
        case item([Run])
        /// A picture beside the page, with what it shows.
        case picture(file: String, description: String)
        /// Commands, a line each.
        case code(String)
    }

    /// A part of a text with one look.
    package struct Run: Sendable, Hashable {
        package enum Look: Sendable, Hashable {
            case plain, strong, code
            /// The address, or the heading (`#…`) of the page.
            case link(String)
        }

        package var text: String
        package var look: Look

        package init(_ text: String, _ look: Look = .plain) {
            self.text = text
            self.look = look
        }
    }

    package private(set) var blocks: [Block] = []

    package init(_ markdown: String) {
        var paragraph: [String] = []
        var code: [String]?
        func finish() {
            guard !paragraph.isEmpty else { return }
            let text = paragraph.joined(separator: " ")
            if text.hasPrefix("- ") {
                blocks.append(.item(Self.runs(String(text.dropFirst(2)))))
            } else if let picture = Self.picture(text) {
                blocks.append(picture)
            } else {
                blocks.append(.paragraph(Self.runs(text)))
            }
            paragraph = []
        }
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                finish()
                if let lines = code { blocks.append(.code(lines.joined(separator: "\n"))) }
                code = code == nil ? [] : nil
            } else if code != nil {
                code?.append(String(line))
            } else if line.hasPrefix("#") {
                finish()
                let level = line.prefix { $0 == "#" }.count
                blocks.append(.heading(level: level, text: line.dropFirst(level).trimmingCharacters(in: .whitespaces)))
            } else if line.allSatisfy(\.isWhitespace) {
                finish()
            } else {
                if line.hasPrefix("- ") { finish() }
                paragraph.append(line.trimmingCharacters(in: .whitespaces))
            }
        }
        finish()
    }

    /// The title of the page; empty if it has none.
    package var title: String {
        for case .heading(level: 1, let text) in blocks { return text }
        return ""
    }

    /// The name by which links mean a heading: its words in lower case, joined by hyphens.
    package static func anchor(of heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
    }

    private static func picture(_ text: String) -> Block? {
        guard let match = text.wholeMatch(of: /!\[([^\]]*)\]\(([^)]+)\)/) else { return nil }
        return .picture(file: String(match.2), description: String(match.1))
    }

    /// Divides a text at `**strong**`, `` `code` `` and `[links](address)`.
    private static func runs(_ text: String) -> [Run] {
        var runs: [Run] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/) {
            if match.range.lowerBound > rest.startIndex {
                runs.append(Run(String(rest[..<match.range.lowerBound])))
            }
            if let strong = match.1 {
                runs.append(Run(String(strong), .strong))
            } else if let code = match.2 {
                runs.append(Run(String(code), .code))
            } else if let label = match.3, let address = match.4 {
                runs.append(Run(String(label), .link(String(address))))
            }
            rest = rest[match.range.upperBound...]
        }
        if !rest.isEmpty { runs.append(Run(String(rest))) }
        return runs
    }
}
