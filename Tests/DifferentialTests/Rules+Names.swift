import FontModel

extension Rule {
    private typealias Field = Difference.Field

    private static let mainNames: Set<Field> = [.family, .style, .fullName]
    private static let lostNames: Set<Field> = [.familyLost, .styleLost, .fullNameLost]
    private static let addedNames: Set<Field> = [.familyAdded, .styleAdded, .fullNameAdded]

    static let names: [Rule] = [
        Rule(
            "nameless",
            mainNames.union(lostNames).union(addedNames).union([.listedPostScriptName, .openedPostScriptName]),
            "The font has no usable family. fontconfig uses the name of the file, so that any font can pass for "
                + "another; fontd uses another name of the font with the hash of its contents, also for the file in fontd's folders."
        ) { _, face in face.ours.family.contains(#/-[0-9a-f]{12}$/#) },
        Rule(
            "same-but-for-case-and-blanks", addedNames,
            "fontconfig leaves out a name that differs from an earlier one only in case or blanks; fontd keeps it."
        ) { difference, face in face.listedNames(of: difference.field).contains { isLike($0.text, difference.text) } },
        Rule(
            "compatible-full-name", [.fullName, .fullNameLost],
            "fontconfig lists name 18, which is for old Macintosh menus, before name 4; fontd uses name 4."
        ) { difference, face in
            let text = difference.field == .fullName ? difference.theirs : difference.text
            return face.records.contains { $0.nameID == 18 && isLike($0.display, text) }
        },
        Rule(
            "unseen-name", mainNames.union(lostNames).union(addedNames),
            "fontconfig's name has no visible character; fontd uses another name."
        ) { difference, face in
            lostNames.contains(difference.field)
                ? isUnseen(difference.text) : face.listedNames(of: difference.field).contains { isUnseen($0.text) }
        },
        Rule(
            "legacy-name-of-a-language", lostNames,
            "In each language except English fontd keeps one name of each kind, the WWS name (21, 22) or else the "
                + "typographic name (16, 17); fontconfig lists all of them and the name for menus with four styles (1, 2)."
        ) { difference, face in
            let order = difference.field == .styleLost ? [22, 17, 2] : [21, 16, 1]
            return face.records.contains { record in
                guard isLike(record.display, difference.text), let place = order.firstIndex(of: record.nameID) else {
                    return false
                }
                return face.records.contains {
                    order[..<place].contains($0.nameID) && $0.language == record.language
                }
            }
        },
        Rule(
            "one-language-by-two-numbers", lostNames,
            "The font has two names in one language, under two of the numbers that Windows has for the language; fontd keeps one."
        ) { difference, face in
            face.records.contains { record in
                record.platformID == 3 && isLike(record.display, difference.text)
                    && face.records.contains {
                        $0.platformID == 3 && $0.nameID == record.nameID && $0.language == record.language
                            && ($0.languageID != record.languageID || $0.encodingID != record.encodingID)
                    }
            }
        },
        Rule(
            "name-of-another-platform", lostNames,
            "The Windows, Macintosh and Unicode records differ. fontd uses the best record of a language; "
                + "fontconfig lists all."
        ) { difference, face in
            let ids = nameIDs(of: difference.field)
            return face.records.contains {
                ids.contains($0.nameID) && $0.platformID != 3 && isLike($0.display, difference.text)
            }
        },
        Rule(
            "name-of-no-language", lostNames,
            "The number of the language has no meaning. fontd leaves out the name if there are names whose language is known."
        ) { difference, face in
            let ids = nameIDs(of: difference.field)
            return face.records.contains {
                ids.contains($0.nameID) && $0.language == nil && isLike($0.display, difference.text)
            }
        },
        Rule(
            "shift-jis-as-roman", lostNames,
            "A Japanese Macintosh record is marked as Roman. fontd leaves it out; fontconfig reads it as Japanese or as Roman."
        ) { difference, face in
            let ids = nameIDs(of: difference.field)
            return face.records.contains { record in
                ids.contains(record.nameID) && record.platformID == 1 && [0, 11].contains(record.languageID)
                    && record.raw.count { $0 >= 0x80 } * 3 > record.raw.count
            }
        },
        Rule(
            "first-language-of-a-name", [.language],
            "fontconfig lists a name that is the same in several languages once, with the first language; fontd keeps "
                + "it for each language."
        ) { difference, face in
            face.records.contains { record in
                guard isLike(record.display, difference.text) else { return false }
                // fontconfig gives records of the Unicode platform no language, and uses `no` for Norwegian.
                guard let language = record.language else { return difference.theirs == "und" }
                let base = language.prefix { $0 != "-" }.lowercased()
                return difference.theirs.split(separator: " ").contains {
                    let theirs = $0.prefix { $0 != "-" }
                    return theirs == base || theirs == "no" && base == "nb"
                }
            }
        },
        Rule(
            "no-postscript-name", [.openedPostScriptName],
            "The font has no name 6 that is valid as a PostScript name. FreeType returns no name; fontd uses the name "
                + "that fontconfig forms from the family."
        ) { difference, face in
            difference.theirs.isEmpty && face.ours.postscriptName == face.listed.postscriptName
        },
    ]

    private static func nameIDs(of field: Field) -> Set<Int> {
        switch field {
        case .familyLost: [1, 16, 21]
        case .styleLost: [2, 17, 22]
        default: [4, 18]
        }
    }

    /// Compares names as fontconfig does (`FcStrCmpIgnoreBlanksAndCase`).
    private static func isLike(_ a: String, _ b: String) -> Bool {
        func folded(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
        return folded(a) == folded(b)
    }

    /// Whether a name consists of white space and escapes of control characters.
    private static func isUnseen(_ text: String) -> Bool {
        text.replacing(#/\\u\{[0-9a-f]+\}/#, with: "").allSatisfy(\.isWhitespace)
    }
}

extension ComparedFace {
    /// Returns fontconfig's names of the kind that a field concerns.
    fileprivate func listedNames(of field: Difference.Field) -> [NamedText] {
        switch field {
        case .family, .familyLost, .familyAdded: listed.families
        case .style, .styleLost, .styleAdded: listed.styles
        default: listed.fullNames
        }
    }
}
