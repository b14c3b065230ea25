import FontModel

extension ComparedFace {
    func nameDifferences() -> [Difference] {
        var differences: [Difference] = []
        differences += compare(
            listed.families, .family, main: ours.family, legacy: ours.legacyFamily, (.family, .familyLost, .familyAdded)
        )
        differences += compare(
            listed.styles, .style, main: ours.style, legacy: ours.legacyStyle, (.style, .styleLost, .styleAdded))
        differences += compare(
            listed.fullNames, .fullName, main: ours.fullName, legacy: nil, (.fullName, .fullNameLost, .fullNameAdded))
        differences += difference(.listedPostScriptName, ours.postscriptName, listed.postscriptName ?? "")
        differences += difference(.openedPostScriptName, ours.postscriptName, opened.postscriptName ?? "")
        return differences
    }

    /// Returns the differences in the main name, the names that only one side lists, and the languages of common names.
    private func compare(
        _ theirs: [NamedText], _ kind: LocalizedName.Kind, main: String, legacy: String?,
        _ fields: (main: Difference.Field, lost: Difference.Field, added: Difference.Field)
    ) -> [Difference] {
        let localized = ours.localizedNames.filter { $0.kind == kind }
        let our = [main] + (legacy.map { [$0] } ?? []) + localized.map(\.text)
        var differences: [Difference] = []
        let theirMain = theirs.first { $0.language == "en" || $0.language.hasPrefix("en-") } ?? theirs.first
        differences += difference(fields.main, main, theirMain?.text ?? "")
        for name in theirs where !our.contains(name.text) {
            differences.append(
                Difference(
                    field: fields.lost, face: ours.index, ours: our.joined(separator: " | "),
                    theirs: "\(name.text) (\(name.language))", text: name.text))
        }
        for text in our where !theirs.contains(where: { $0.text == text }) {
            differences.append(
                Difference(
                    field: fields.added, face: ours.index, ours: text,
                    theirs: theirs.map { "\($0.text) (\($0.language))" }.joined(separator: " | "), text: text))
        }
        for name in localized {
            let said = theirs.filter { $0.text == name.text }.map(\.language)
            if !said.isEmpty, !said.contains(where: { Self.isSame($0, name.language) }) {
                differences.append(
                    Difference(
                        field: .language, face: ours.index, ours: "\(name.text) (\(name.language))",
                        theirs: said.joined(separator: " | "), text: name.text))
            }
        }
        return differences
    }

    /// Whether two language tags have the same primary language.
    ///
    /// fontd distinguishes Chinese by script, fontconfig by country, and fontconfig changes tags to lower case.
    private static func isSame(_ theirs: String, _ ours: String) -> Bool {
        theirs.split(separator: "-").first.map(String.init) == ours.split(separator: "-").first?.lowercased()
    }
}
