import FontModel

/// The records of a `name` table (OpenType `name`, versions 0 and 1).
package struct NameTable {
    /// A record with its decoded text, before it is cleaned for display.
    package struct Entry {
        var record: NameRecord
        /// The decoded text; nil if the encoding is unknown and the bytes are not ASCII.
        var text: String?

        /// The text if it is known and contains a visible character, so that it can identify the font.
        var usableText: String? {
            guard let text, text.unicodeScalars.contains(where: NameText.isVisible) else { return nil }
            return text
        }
    }

    /// The records in file order.
    ///
    /// Faces that share the table share this array.
    private(set) var records: [NameRecord] = []
    private var texts: [String?] = []
    /// The offset of each record in the file.
    private var offsets: [Int] = []
    /// The indices of the records by name ID, and the index of the best one for the English name.
    private var places: [Int: (all: [Int], best: Int?)] = [:]

    /// Returns the best usable record for the English name.
    package func best(_ nameID: Int) -> Entry? { places[nameID]?.best.map(entry) }

    private func entry(_ place: Int) -> Entry { Entry(record: records[place], text: texts[place]) }

    private mutating func append(_ entry: Entry, at offset: Int) {
        var known = places[entry.record.nameID] ?? ([], nil)
        if entry.usableText != nil, entry.rank < known.best.map({ self.entry($0).rank }) ?? .max {
            known.best = records.count
        }
        // Remove the value first; otherwise the array of indices is copied for each record.
        places[entry.record.nameID] = nil
        known.all.append(records.count)
        places[entry.record.nameID] = known
        records.append(entry.record)
        texts.append(entry.text)
        offsets.append(offset)
    }

    init() {}

    init(_ table: FontBytes, log: inout FindingLog, budget: inout WorkBudget) {
        guard let version = table.u16(0), let count = table.u16(2), let storageOffset = table.u16(4) else {
            log.add(.tableTooShort, .table("name", table.start), "The table 'name' has fewer than 6 bytes.")
            return
        }
        guard table.holds(count, of: 12, at: 6) else {
            log.add(
                .namesPastEnd, .table("name", table.start + 2),
                "The \(count) records run past the end of the table 'name'.")
            return
        }
        guard budget.spend(12 * count) else { return }
        let storage = table.slice(from: storageOffset)
        let tags = version == 1 ? Self.languageTags(table, after: 6 + 12 * count, storage, &log, &budget) : []
        for index in 0..<count {
            let place = 6 + 12 * index
            guard let platform = table.u16(place), let encoding = table.u16(place + 2),
                let language = table.u16(place + 4), let nameID = table.u16(place + 6),
                let length = table.u16(place + 8), let offset = table.u16(place + 10)
            else { continue }
            guard let bytes = storage?.slice(at: offset, count: length) else {
                log.add(
                    .nameBeyondStorage, .table("name", table.start + place),
                    "Name \(nameID) of \(length) bytes is located outside the table 'name' and is ignored.")
                continue
            }
            // Records may share bytes, so their sum can far exceed the size of the table, and text is slow to process.
            guard budget.spend(4 * length) else { return }
            let raw = bytes.copy()
            let text = NameText.decode(raw, platform: platform, encoding: encoding, language: language)
            let shown = text ?? NameText.asciiPart(raw)
            let record = NameRecord(
                nameID: nameID, platformID: platform, encodingID: encoding, languageID: language,
                language: LanguageTag.of(platform: platform, language: language, tags: tags), raw: raw,
                display: NameText.display(shown))
            append(Entry(record: record, text: text), at: table.start + place)
        }
    }

    /// Returns the BCP 47 tags of the language numbers from 0x8000 on (version 1).
    private static func languageTags(
        _ table: FontBytes, after records: Int, _ storage: FontBytes?, _ log: inout FindingLog,
        _ budget: inout WorkBudget
    ) -> [String?] {
        guard let count = table.u16(records), table.holds(count, of: 4, at: records + 2) else {
            log.add(
                .namesPastEnd, .table("name", table.start + records),
                "The language tags run past the end of the table 'name'.")
            return []
        }
        var tags: [String?] = []
        for index in 0..<count {
            guard let length = table.u16(records + 2 + 4 * index), let offset = table.u16(records + 4 + 4 * index),
                budget.spend(4 + length)
            else { break }
            let bytes = storage?.slice(at: offset, count: length)
            tags.append(bytes.flatMap { LanguageTag.valid(NameText.utf16($0.copy())) })
        }
        return tags
    }

    /// Reports identifying names that exceed ``FontLimits/nameLength``, and returns false if there is one.
    func checkLengths(instanceNames: Set<Int>, log: inout FindingLog) -> Bool {
        let identifying: Set<Int> = [1, 2, 4, 6, 16, 17, 21, 22, 25]
        var areShort = true
        for (record, offset) in zip(records, offsets) where record.raw.count > FontLimits.nameLength {
            guard identifying.contains(record.nameID) || instanceNames.contains(record.nameID) else { continue }
            areShort = false
            log.add(
                .nameTooLong, .table("name", offset),
                "Name \(record.nameID) has \(record.raw.count) bytes; at most \(FontLimits.nameLength) are accepted.")
        }
        return areShort
    }

    /// Returns the best usable record for the English name among several name IDs.
    ///
    /// The first ID that has an English record is preferred; without English records, any record is taken. As in
    /// fontconfig, an ID with an English Windows record precedes one that has only a Macintosh record, because a
    /// typographic family that appears only in Macintosh records is often left over from another font.
    func best(ofFirst nameIDs: Int...) -> Entry? {
        let entries = nameIDs.compactMap { best($0) }
        // English for Windows, else for any platform.
        return entries.first { $0.rank < 2 } ?? entries.first { $0.rank < 6 } ?? entries.min { $0.rank < $1.rank }
    }

    /// Returns the number of records of one name ID.
    func count(of nameID: Int) -> Int { places[nameID]?.all.count ?? 0 }

    /// Returns the usable records of one name ID, best first.
    func candidates(_ nameID: Int) -> [Entry] {
        let usable = (places[nameID]?.all ?? []).map(entry).filter { $0.usableText != nil }
        return usable.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    /// Returns the names of a kind in languages other than that of the chosen record, one per language.
    func localized(_ kind: LocalizedName.Kind, _ nameIDs: [Int], chosen: Entry?) -> [LocalizedName] {
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
}

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
        // FreeType takes the best valid record as well, but ignores the Unicode platform.
        let postscriptName = table.candidates(6).lazy.compactMap(\.usableText).first(where: PostScriptName.isValid)
        self.style = style?.record.display ?? "Regular"
        version = table.best(5)?.record.display ?? ""

        let anyName = family?.usableText ?? postscriptName ?? fullName?.usableText
        self.fileName =
            fileName
            ?? FontFace.fileName(
                readable: DisplayText.clean(anyName ?? "Unnamed"), contentHash: contentHash)
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
        localized =
            table.localized(.family, [21, 16, 1], chosen: family)
            + table.localized(.style, [22, 17, 2], chosen: style)
            + table.localized(.fullName, [4], chosen: fullName)
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
}
