import FontModel

extension Rule {
    static let styles: [Rule] = [
        Rule(
            "weight-class-in-hundreds", [.weight],
            "The weight class (`OS/2`) is 1 to 9, which old fonts use for 100 to 900. fontconfig treats the font as thin."
        ) { difference, face in
            guard let weight = face.opened.weightClass, face.ours.axes.isEmpty else { return false }
            return (1...9).contains(weight) && difference.theirs == "100" && difference.ours == "\(100 * weight)"
        },
        Rule(
            "weight-class-below-100", [.weight],
            "The weight class is below 100, which CSS and OpenType allow; fontconfig's scale begins at 100."
        ) { difference, face in
            guard let weight = face.opened.weightClass, face.ours.axes.isEmpty else { return false }
            return (10..<100).contains(weight) && difference.theirs == "100" && difference.ours == "\(weight)"
        },
        Rule(
            "no-weight-class", [.weight],
            "There is no `OS/2`. fontconfig uses the names of styles or 500; CSS and fontd use 400, or the default of "
                + "the axis."
        ) { _, face in face.opened.weightClass == nil },
        Rule(
            "weight-class-beside-axis", [.weight],
            "The weight class is not the default of the axis `wght`. fontd uses the axis, which determines what is "
                + "drawn; fontconfig uses the class."
        ) { difference, face in
            guard let axis = face.opened.axes.first(where: { $0.tag == "wght" }), let weight = face.opened.weightClass
            else { return false }
            return Double(weight) != axis.defaultValue
                && difference.ours == "\(ComparedFace.rounded(axis.defaultValue))"
        },
        Rule(
            "slant-by-name", [.slant],
            "fontconfig regards a style named italic, kursiv or oblique as slanted, whatever the font's tables state."
        ) { difference, face in
            difference.ours == "false"
                && face.listed.styles.contains { style in
                    ["italic", "kursiv", "oblique"].contains { style.text.lowercased().contains($0) }
                }
        },
        Rule(
            "slant-by-angle", [.slant, .italic],
            "The letters are slanted according to the angle in `post`, and upright according to the flags. fontd accepts either."
        ) { difference, face in difference.ours == "true" && face.opened.italicAngle != 0 },
        Rule(
            "style-by-head", [.bold, .italic, .slant],
            "`head` has the flag for bold or italic, `OS/2` does not. fontd accepts either; FreeType uses `OS/2` if there is one."
        ) { difference, face in
            let bit = difference.field == .bold ? 1 : 2
            return difference.ours == "true" && face.opened.macStyle & bit != 0 && face.opened.selection != nil
        },
        Rule(
            "monospace-for-letters", [.spacing],
            "fontd regards a font as monospaced if Latin letters and digits have one width; fontconfig if all characters do, so "
                + "that a wide sign or a Chinese character makes the font proportional."
        ) { difference, face in difference.ours == "true" && face.hasLetters },
        Rule(
            "monospace-by-flag", [.spacing],
            "The font has fewer than two letters to measure, so fontd uses `post.isFixedPitch`; fontconfig measures the characters that exist."
        ) { _, face in !face.hasLetters },
        Rule(
            "letters-without-width", [.spacing],
            "fontconfig leaves out characters without an advance width; fontd measures every Latin letter and digit."
        ) { difference, face in difference.ours == "false" && face.hasLetters },
        Rule(
            "fixed-width-flag", [.fixedWidth],
            "FreeType returns `post.isFixedPitch`, which is wrong in many fonts; fontd measures letters and digits."
        ) { _, face in face.hasLetters },
    ]
}

extension ComparedFace {
    /// Whether the face has at least two Latin letters, from which its pitch can be measured.
    fileprivate var hasLetters: Bool {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars.count(where: coverage.contains) > 1
    }
}
