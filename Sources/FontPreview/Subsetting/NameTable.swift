import FontModel

/// The names of a font (OpenType table `name`), which can be changed.
struct NameTable {
    private struct Record {
        var platform: Int
        var encoding: Int
        var language: Int
        var nameID: Int
        var bytes: [UInt8]

        /// The text; nil in an encoding of Macintosh or Windows other than Unicode, unless it is ASCII.
        var text: String? {
            if platform == 1 { return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            return String(decoding: units, as: UTF16.self)
        }

        /// Returns the bytes of a text in the record's encoding; nil if it cannot have the text.
        func bytes(of text: String) -> [UInt8]? {
            if platform == 1 { return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil }
            return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
    }

    private var records: [Record] = []
    /// The language tags of a table of version 1.
    private var languageTags: [[UInt8]]?

    /// Reads a table; nil if it is damaged.
    init?(_ table: [UInt8]) {
        func number(_ offset: Int) -> Int? {
            offset + 2 <= table.count ? Int(table[offset]) << 8 | Int(table[offset + 1]) : nil
        }
        guard let version = number(0), let count = number(2), let storage = number(4) else { return nil }
        func bytes(_ length: Int?, _ offset: Int?) -> [UInt8]? {
            guard let length, let offset, storage + offset + length <= table.count else { return nil }
            return Array(table[storage + offset..<storage + offset + length])
        }
        for index in 0..<count {
            let place = 6 + 12 * index
            guard let platform = number(place), let encoding = number(place + 2), let language = number(place + 4),
                let nameID = number(place + 6), let bytes = bytes(number(place + 8), number(place + 10))
            else { return nil }
            records.append(
                Record(platform: platform, encoding: encoding, language: language, nameID: nameID, bytes: bytes))
        }
        guard version > 0 else { return }
        let start = 6 + 12 * count
        var tags: [[UInt8]] = []
        for index in 0..<(number(start) ?? 0) {
            guard let bytes = bytes(number(start + 2 + 4 * index), number(start + 4 + 4 * index)) else { return nil }
            tags.append(bytes)
        }
        languageTags = tags
    }

    private func english(_ nameIDs: Int...) -> String? {
        for nameID in nameIDs {
            let named = records.filter { $0.nameID == nameID && $0.text?.isEmpty == false }
            if let record = named.first(where: { $0.platform == 3 && $0.language == 0x409 }) ?? named.first {
                return record.text
            }
        }
        return nil
    }

    /// Gives the font another family in all names of the table by which programs and people call it.
    ///
    /// Copyright, trademark, licence and the names of styles remain. So do the names within the table `CFF `, which OpenType
    /// does not use.
    mutating func rename(to family: String) {
        let oldFamily = english(16, 1) ?? ""
        let oldPrefix = english(25) ?? english(6).map { String($0.prefix { $0 != "-" }) } ?? ""
        let style = english(17, 2) ?? "Regular"
        let full = style == "Regular" ? family : "\(family) \(style)"
        let prefix = PostScriptName.formed(family: family, style: "") ?? "Renamed"
        let postscriptName = PostScriptName.formed(family: family, style: style) ?? prefix
        records = records.compactMap { record in
            var record = record
            let text: String?
            switch record.nameID {
            case 16, 21: text = family
            // The family of the four-style model has the rest of the style: Lora SemiBold.
            case 1:
                let old = record.text ?? ""
                text = old.hasPrefix(oldFamily) ? family + old.dropFirst(oldFamily.count) : family
            case 3, 4, 18: text = full
            case 6, 20: text = postscriptName
            case 25: text = prefix
            // Names of instances.
            case 256...:
                guard let old = record.text, !oldPrefix.isEmpty, old.hasPrefix(oldPrefix) else { return record }
                text = prefix + old.dropFirst(oldPrefix.count)
            default: return record
            }
            guard let bytes = text.flatMap(record.bytes) else { return nil }
            record.bytes = bytes
            return record
        }
    }

    /// The table; nil if its texts are longer than it can have.
    var encoded: [UInt8]? {
        var head: [UInt8] = []
        var storage: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        func put(_ number: Int) { head += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)] }
        func putPlace(of bytes: [UInt8]) {
            let place = places[bytes] ?? storage.count
            if places.updateValue(place, forKey: bytes) == nil { storage += bytes }
            put(bytes.count)
            put(place)
        }
        put(languageTags == nil ? 0 : 1)
        put(records.count)
        put(6 + 12 * records.count + (languageTags.map { 2 + 4 * $0.count } ?? 0))
        for record in records {
            for number in [record.platform, record.encoding, record.language, record.nameID] { put(number) }
            putPlace(of: record.bytes)
        }
        if let languageTags {
            put(languageTags.count)
            for tag in languageTags { putPlace(of: tag) }
        }
        return storage.count <= Int(UInt16.max) ? head + storage : nil
    }
}
