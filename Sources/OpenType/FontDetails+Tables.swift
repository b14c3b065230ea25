import FontModel

extension FontDetails {
    /// Collects the details from the tables of a face.
    ///
    /// - Parameter lines: The metrics of `hhea`.
    init(
        _ tables: TableDirectory, head: HeadTable, os2: OS2Table, post: PostTable, lines: LineMetrics?,
        names: NameTable, variations: Variations
    ) {
        let opticalSizes =
            variations.axes.first { $0.tag == "opsz" && $0.minimum <= $0.maximum }.map { $0.minimum...$0.maximum }
            ?? os2.opticalSizes
        let usesTypographic = os2.selection & 0x80 != 0 || lines.map { $0.ascender == 0 && $0.descender == 0 } ?? true
        let lines = usesTypographic ? os2.lineMetrics ?? lines : lines
        self.init(
            texts: FontText.Kind.allCases.flatMap(names.texts), vendor: os2.vendor, familyClass: os2.familyClass,
            panose: os2.panose.map { $0.map(String.init).joined(separator: " ") }, fsType: os2.embeddingFlags,
            fsSelection: tables.contains("OS/2") ? os2.selection : nil, unitsPerEm: head.unitsPerEm,
            ascender: lines?.ascender ?? 0, descender: lines?.descender ?? 0,
            lineGap: lines?.lineGap ?? 0, xHeight: os2.xHeight, capHeight: os2.capHeight,
            underlinePosition: post.underlinePosition, underlineThickness: post.underlineThickness,
            minimumOpticalSize: opticalSizes?.lowerBound, maximumOpticalSize: opticalSizes?.upperBound,
            colorFormats: Self.colorFormats(tables))
    }

    private static func colorFormats(_ tables: TableDirectory) -> [String] {
        var formats: [String] = []
        if tables.contains("COLR") { formats.append(tables["COLR"]?.u16(0) == 0 ? "COLRv0" : "COLRv1") }
        for (tag, name) in [("SVG ", "SVG"), ("CBDT", "CBDT"), ("sbix", "sbix")] as [(Tag, String)]
        where tables.contains(tag) {
            formats.append(name)
        }
        return formats
    }
}

extension NameTable {
    /// Returns the texts of a kind, one per language, the default first.
    fileprivate func texts(_ kind: FontText.Kind) -> [FontText] {
        var seen: Set<String?> = []
        return candidates(kind.nameID).compactMap { entry in
            guard let text = entry.usableText, seen.insert(entry.record.language).inserted else { return nil }
            return FontText(kind: kind, language: entry.record.language, text: NameText.paragraphs(text))
        }
    }
}

extension NameText {
    /// Returns the display form of a text of several lines.
    fileprivate static func paragraphs(_ text: String) -> String {
        let limit = 16_384
        // Finding the characters of a license takes longer than all else in many fonts.
        let text = text.utf8.count <= limit ? text : String(text.prefix(limit))
        guard text.unicodeScalars.contains(where: { Character($0).isNewline }) else {
            return DisplayText.harmless(text)
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { DisplayText.harmless(String($0)) }.joined(separator: "\n")
    }
}
