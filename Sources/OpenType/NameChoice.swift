import FontModel

extension NameTable.Entry {
    /// Whether the name is in English according to the record.
    var isEnglish: Bool {
        record.language == "en" || record.language?.hasPrefix("en-") == true
    }

    /// The preference for the record as the English name; lower is better.
    ///
    /// The order is: American English for Windows, other English for Windows, English for Macintosh, no language (the
    /// Unicode platform), any other language.
    var rank: Int {
        switch (record.platformID, isEnglish) {
        case (3, true): record.languageID == 0x409 ? 0 : 1
        case (1, true): 2
        case (0, true): 3
        case (0, false) where record.language == nil: 4
        case (_, true): 5
        case (3, false): 6
        case (0, false): 7
        default: 8
        }
    }

    fileprivate var isForEnglish: Bool { rank < 6 }
    fileprivate var isForWindows: Bool { rank < 2 }
}

extension NameTable {
    /// Returns the best usable record for the English name among several name IDs.
    ///
    /// The first ID that has an English record is preferred; without English records, any record is taken. As in
    /// fontconfig, an ID with an English Windows record precedes one that has only a Macintosh record, because a
    /// typographic family that appears only in Macintosh records is often left over from another font.
    func best(ofFirst nameIDs: Int...) -> Entry? {
        let entries = nameIDs.compactMap { best($0) }
        return entries.first { $0.isForWindows } ?? entries.first { $0.isForEnglish }
            ?? entries.min { $0.rank < $1.rank }
    }

    /// Returns the usable records of one name ID, best first.
    func candidates(_ nameID: Int) -> [Entry] {
        let usable = entries(nameID).filter { $0.usableText != nil }
        return usable.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    /// Returns the families, styles and full names in languages other than those of the chosen records, one per
    /// language.
    func localized(family: Entry?, style: Entry?, fullName: Entry?) -> [LocalizedName] {
        localized(.family, [21, 16, 1], chosen: family) + localized(.style, [22, 17, 2], chosen: style)
            + localized(.fullName, [4], chosen: fullName)
    }

    private func localized(_ kind: LocalizedName.Kind, _ nameIDs: [Int], chosen: Entry?) -> [LocalizedName] {
        var seen: Set<String> = []
        if let language = chosen?.record.language { seen.insert(language) }
        var names: [LocalizedName] = []
        for nameID in nameIDs {
            // If there are several records, the Windows one is the most reliable and comes first.
            for entry in candidates(nameID) where entry.record.display != chosen?.record.display || !entry.isEnglish {
                guard let language = entry.record.language, seen.insert(language).inserted else { continue }
                names.append(LocalizedName(kind: kind, language: language, text: entry.record.display))
            }
        }
        return names.sorted { $0.language < $1.language }
    }
}
