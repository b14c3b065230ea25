/// The name IDs that the names of axes and instances have in the `name` table.
struct SyntheticNameIDs {
    /// The name IDs by text, from 256, one for each text.
    private(set) var numbers: [String: Int] = [:]
    /// The texts in order of name IDs.
    private(set) var texts: [String] = []

    init(_ font: SyntheticFont) {
        guard !font.axes.isEmpty else { return }
        for axis in font.axes { add(axis.name) }
        for instance in font.instances {
            add(instance.name)
            if let name = instance.postscriptName { add(name) }
        }
    }

    private mutating func add(_ text: String) {
        guard numbers[text] == nil else { return }
        numbers[text] = 256 + texts.count
        texts.append(text)
    }

    /// Returns the name ID of a text.
    func number(_ text: String) -> Int { numbers[text] ?? 0xFFFF }
}

extension SyntheticFont {
    /// Returns the `name` table.
    func nameTable(_ ids: SyntheticNameIDs) -> [UInt8] {
        let records = nameRecords(ids)
        let languages = languageTags.map(SyntheticFont.utf16)
        var storage = SyntheticWriter()
        var places: [[UInt8]: Int] = [:]
        // Equal texts share their bytes, since the storage is limited to 64 KiB.
        func place(_ bytes: [UInt8]) -> Int {
            if let known = places[bytes] { return known }
            let offset = storage.count
            precondition(offset <= 0xFFFF, "The names of \(family) are longer than a name table can hold.")
            places[bytes] = offset
            storage.append(bytes)
            return offset
        }

        var table = SyntheticWriter(capacity: 6 + 12 * records.count)
        table.u16(languages.isEmpty ? 0 : 1)
        table.u16(records.count)
        let languageBytes = languages.isEmpty ? 0 : 2 + 4 * languages.count
        table.u16(6 + 12 * records.count + languageBytes)
        for record in records {
            table.u16(record.platformID)
            table.u16(record.encodingID)
            table.u16(record.languageID)
            table.u16(record.nameID)
            table.u16(record.bytes.count)
            table.u16(place(record.bytes))
        }
        if !languages.isEmpty {
            table.u16(languages.count)
            for language in languages {
                table.u16(language.count)
                table.u16(place(language))
            }
        }
        table.append(storage.bytes)
        return table.bytes
    }

    /// Returns all records in the order that the table requires.
    private func nameRecords(_ ids: SyntheticNameIDs) -> [RawName] {
        var records: [RawName] = []
        for (nameID, text) in generatedNames(ids) {
            if namePlatforms.contains(.unicode) { records.append(.unicode(nameID, text)) }
            if namePlatforms.contains(.macintosh) { records.append(.macintosh(nameID, text)) }
            if namePlatforms.contains(.windows) { records.append(.windows(nameID, text)) }
        }
        records += localizedNames.map { .windows($0.nameID, $0.text, language: $0.language) }
        let replaced = Set(rawNames.map(\.sortKey))
        records.removeAll { replaced.contains($0.sortKey) }
        records += rawNames
        return records.enumerated()
            .sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
            .map(\.element)
    }

    private func generatedNames(_ ids: SyntheticNameIDs) -> [(Int, String)] {
        let hasLegacyNames = legacyFamily != nil || legacyStyle != nil
        var names: [(Int, String?)] = [
            (1, legacyFamily ?? family), (2, legacyStyle ?? style), (3, uniqueID), (4, fullName),
            (5, versionText), (6, postscriptName),
        ]
        if hasLegacyNames { names += [(16, family), (17, style)] }
        names.append((25, variationsPostScriptNamePrefix))
        names += ids.texts.enumerated().map { (256 + $0.offset, $0.element) }
        return names.compactMap { nameID, text in
            guard let text, !text.isEmpty else { return nil }
            return (nameID, text)
        }
    }
}

extension SyntheticFont.RawName {
    /// The key for the order of records: platform, encoding, language and name.
    fileprivate var sortKey: UInt64 {
        [platformID, encodingID, languageID, nameID].reduce(0) {
            $0 << 16 | UInt64(UInt16(truncatingIfNeeded: $1))
        }
    }
}
