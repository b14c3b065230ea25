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

    func entries(_ nameID: Int) -> [Entry] { (places[nameID]?.all ?? []).map(entry) }

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
}
