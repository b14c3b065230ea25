import FontModel

/// The names of one face, chosen from its `name` table or, if that has no usable names, derived.
struct FaceNames {
    var family: String
    var style: String
    var fullName: String
    var postscriptName: String
    var legacyFamily: String?
    var legacyStyle: String?
    var localized: [LocalizedName] = []
    var version: String
    var isDerived = false
    /// Whether the font has no PostScript name.
    var hasFormedPostScriptName: Bool
    /// The beginning of the PostScript names of instances, before characters are removed.
    var instancePrefix: String
    /// The name of the file in fontd's folders, without its extension.
    var fileName: String

    /// - Parameters:
    ///   - place: The place where the names are, or should be.
    ///   - fileName: The name of the file as determined by its first face; nil for the first face.
    init(
        _ table: NameTable, at place: FindingLog.Place, contentHash: String, fileName: String?, log: inout FindingLog
    ) {
        let family = table.best(ofFirst: 21, 16, 1)
        let style = table.best(ofFirst: 22, 17, 2)
        let fullName = table.best(4)
        let postscriptName = Self.postscriptName(table)
        self.style = style?.record.display ?? "Regular"
        version = table.best(5)?.record.display ?? ""

        let anyName = family?.usableText ?? postscriptName ?? fullName?.usableText
        self.fileName =
            fileName
            ?? FontFace.fileName(readable: DisplayText.clean(anyName ?? "Unnamed"), contentHash: contentHash)
        // Like fontconfig: without a family, the name of the file is used, even if there are other names; without a
        // PostScript name, it is formed from the family.
        let familyText = family?.usableText ?? self.fileName
        self.family = DisplayText.clean(familyText)
        hasFormedPostScriptName = postscriptName == nil
        self.postscriptName = DisplayText.clean(postscriptName ?? PostScriptName.formed(family: familyText))
        // Apple forms the names of instances without the WWS names.
        instancePrefix =
            table.best(ofFirst: 16, 1)?.usableText ?? family?.usableText ?? fullName?.usableText ?? postscriptName
            ?? self.fileName
        if anyName == nil {
            isDerived = true
            log.add(.noName, place, "The font has no usable name; it is called '\(self.family)'.")
        }
        self.fullName = fullName?.record.display ?? "\(self.family) \(self.style)"
        if !isDerived, postscriptName == nil {
            log.add(
                .noPostScriptName, place,
                "The font has no valid PostScript name; it is called '\(self.postscriptName)'.")
        }

        // All names by which programs may know the face are kept, since fontconfig lists them too.
        let legacyFamily = table.best(1)?.record.display
        let legacyStyle = table.best(2)?.record.display
        self.legacyFamily = legacyFamily == self.family ? nil : legacyFamily
        self.legacyStyle = legacyStyle == self.style ? nil : legacyStyle
        localized = table.localized(family: family, style: style, fullName: fullName)
        if family?.record.nameID == 21 { keep(table.best(16), .family, beside: [self.family, legacyFamily]) }
        if style?.record.nameID == 22 { keep(table.best(17), .style, beside: [self.style, legacyStyle]) }
    }

    /// Keeps a typographic name that is preceded by a WWS name.
    private mutating func keep(_ entry: NameTable.Entry?, _ kind: LocalizedName.Kind, beside known: [String?]) {
        guard let record = entry?.record, let language = record.language, !known.contains(record.display) else {
            return
        }
        localized.append(LocalizedName(kind: kind, language: language, text: record.display))
    }

    /// Returns the text of the best valid record with name ID 6.
    ///
    /// FreeType does the same, but ignores the Unicode platform.
    private static func postscriptName(_ table: NameTable) -> String? {
        table.candidates(6).lazy.compactMap(\.usableText).first(where: PostScriptName.isValid)
    }
}
