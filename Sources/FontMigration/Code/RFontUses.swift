import Foundation

/// The fonts of R.swift in a source: `R.font.loraBold`.
enum RFontUses {
    /// Replaces the names of fonts by those of FontNames.
    ///
    /// A font that is drawn, `R.font.loraBold(size: 12)`, is a `UIFont`, which does not exist on Linux: it gets a remark.
    ///
    /// - Parameters:
    ///   - edit: The source.
    ///   - constants: The constants, such as `FontName.loraBold`, by the names that R.swift gives the fonts.
    static func replace(in edit: inout SourceEdit, constants: [String: String]) {
        let tokens = edit.tokens.tokens
        var (found, others, imports) = (false, false, [SwiftTokens.Token]())
        for index in tokens.indices {
            if tokens[index].word == "import", index + 1 < tokens.count,
                ["Rswift", "RswiftResources"].contains(tokens[index + 1].word)
            {
                imports.append(tokens[index + 1])
            }
            guard let chain = edit.tokens.chain(at: index), chain.words.first == "R", chain.words.count > 1 else {
                continue
            }
            guard chain.words[1] == "font", chain.words.count > 2 else {
                others = true
                continue
            }
            found = true
            let isCalled = chain.end < tokens.count && tokens[chain.end].isMark("(")
            replace(chain.words, chain.tokens, isCalled: isCalled, in: &edit, constants: constants)
        }
        if found && !others {
            for token in imports { edit.remark("Remove this import with the last use of R.font.", at: token) }
        }
    }

    private static func replace(
        _ words: [String], _ tokens: [SwiftTokens.Token], isCalled: Bool, in edit: inout SourceEdit,
        constants: [String: String]
    ) {
        let written = edit.text(tokens[0], through: tokens[tokens.count - 1])
        guard words[2] != "validate" || !isCalled else {
            return edit.remark("\(written)() is not necessary: the build checks the fonts.", at: tokens[0])
        }
        guard let name = constants[words[2]] else {
            return edit.remark("\(written) is no font of this target.", at: tokens[0])
        }
        switch (words.count, words.last) {
        case (3, _) where !isCalled: edit.replace(tokens[0], through: tokens[2], with: name)
        case (4, "name"), (4, "fontName"):
            edit.replace(tokens[0], through: tokens[3], with: "\(name).rawValue")
        case (3, _):
            edit.remark("\(written)(…) is a UIFont, which does not exist on Linux; draw with \(name).", at: tokens[0])
        default: edit.remark("\(written) has no counterpart; \(name) is the font's name.", at: tokens[0])
        }
    }

    /// Returns the name that R.swift gives a font.
    ///
    /// It is made of the PostScript name as R.swift does: without punctuation and leading digits, parts after the first
    /// capitalised, leading capitals lowered.
    static func name(of postscriptName: String) -> String {
        let parts = postscriptName.components(separatedBy: disallowed)
        let joined = parts.dropFirst().reduce(parts[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        let name = String(joined.drop { $0.isASCII && $0.isNumber })
        let capitals = name.prefix { $0.isASCII && $0.isUppercase }.count
        // A capital before a small letter begins the next word, and a name of capitals alone keeps its last.
        let next = name.dropFirst(capitals).first
        let lowered =
            if let next { next.isASCII && next.isLowercase ? max(1, capitals - 1) : max(1, capitals) } else {
                max(1, capitals - 1)
            }
        return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
    }

    private static let disallowed = CharacterSet.whitespacesAndNewlines.union(.punctuationCharacters).union(.symbols)
        .union(.illegalCharacters).union(.controlCharacters).subtracting(CharacterSet(charactersIn: "_"))
}
