/// A pattern of the field “Files” of a Debian package's statement of copyright, which is matched with a font's file.
///
/// The patterns are those of the source's files. The package has fonts in another folder, and often in another format than
/// their source, so that the names are compared without both; case is ignored.
struct FilePattern {
    /// How certain it is that the pattern is that of a font, in ascending order.
    enum Match: Comparable {
        case none
        /// The pattern has a folder alone, or is that of a source with whose name the font's begins.
        case possible
        case certain
    }

    private enum Token: Equatable {
        /// `*`
        case any
        /// `?`
        case one
        case literal(Character)
    }

    private static let fontSuffixes = [".ttf", ".otf", ".ttc", ".otc", ".sfd", ".ufo", ".glyphs", ".pfb"]

    private let isWhole: Bool
    private let hasFolder: Bool
    private let hasFontSuffix: Bool
    private let tokens: [Token]

    init(_ text: Substring) {
        var pattern = text.lowercased()[...]
        if pattern.hasPrefix("./") { pattern = pattern.dropFirst(2) }
        let components = pattern.split(separator: "/")
        // The source of a font may be a folder, whose files have other names.
        let ofFont = components.last { component in Self.fontSuffixes.contains(where: component.contains) }
        isWhole = pattern == "*"
        hasFolder = components.count > 1
        hasFontSuffix = ofFont != nil
        tokens = Self.tokens(of: Self.stem(ofFont ?? components.last ?? ""))
    }

    /// Whether fonts are among the files, whatever their names are.
    var namesFonts: Bool { isWhole || hasFontSuffix }

    /// Compares the pattern with the name of a font's file in lower case.
    func match(font name: String) -> Match {
        if isWhole { return .certain }
        guard matches(hasFontSuffix ? Self.stem(name[...]) : name[...]) else {
            // Several styles may be made of one source.
            let source = tokens.compactMap { if case .literal(let character) = $0 { character } else { nil } }
            let isBeginning = !source.isEmpty && source.count == tokens.count && name.starts(with: source)
            let isStyle = isBeginning && name.dropFirst(source.count).first.map("-_[".contains) ?? false
            return hasFontSuffix && isStyle ? .possible : .none
        }
        let isNamed = tokens.contains { if case .literal(let character) = $0 { character.isLetter } else { false } }
        if isNamed { return .certain }
        return !hasFontSuffix ? .none : hasFolder ? .possible : .certain
    }

    private static func stem(_ name: Substring) -> Substring {
        fontSuffixes.first(where: name.hasSuffix).map { name.dropLast($0.count) } ?? name
    }

    private static func tokens(of pattern: Substring) -> [Token] {
        var tokens: [Token] = []
        var rest = pattern
        while let character = rest.popFirst() {
            switch character {
            case "*": tokens.append(.any)
            case "?": tokens.append(.one)
            case "\\": tokens.append(.literal(rest.popFirst() ?? character))
            default: tokens.append(.literal(character))
            }
        }
        return tokens
    }

    private func matches(_ name: Substring) -> Bool {
        let name = Array(name)
        var (place, index) = (0, 0)
        // Where the last wildcard is, and how many characters it has taken up to there.
        var wildcard: (index: Int, place: Int)?
        while place < name.count {
            if index < tokens.count, tokens[index] == .any {
                wildcard = (index, place)
                index += 1
            } else if index < tokens.count, tokens[index] == .one || tokens[index] == .literal(name[place]) {
                (place, index) = (place + 1, index + 1)
            } else if let last = wildcard {
                wildcard = (last.index, last.place + 1)
                (place, index) = (last.place + 1, last.index + 1)
            } else {
                return false
            }
        }
        return tokens[index...].allSatisfy { $0 == .any }
    }
}
