import FontModel
import OpenType

extension FaceExamination {
    /// Checks the table directory and the checksums in it.
    mutating func checkDirectory() {
        let records = tables.records
        checkSearchFields()
        for (index, record) in records.enumerated() {
            let place = tables.start + 12 + 16 * index
            if record.length > 0, !record.offset.isMultiple(of: 4) {
                warn(
                    .tableUnaligned, record.tag, place + 8,
                    "The table '\(record.tag.text)' begins at byte \(record.offset), which is not a multiple of 4.")
            }
            checkSum(record, at: place)
        }
        // A collection has no checksum of its own.
        if !facts.isInCollection { checkFileSum() }
    }

    /// Checks the fields that old programs use for binary search.
    private mutating func checkSearchFields() {
        let count = tables.records.count
        let expected = Self.searchFields(count: count, size: 16)
        let found = [6, 8, 10].compactMap { file.u16(tables.start + $0) }
        guard found != expected else { return }
        log.add(
            .searchFields, .directory(tables.start + 6),
            "The search fields are \(found) and should be \(expected) for \(count) tables.")
    }

    private mutating func checkSum(_ record: TableDirectory.Record, at place: Int) {
        guard let declared = file.u32(place + 4), let bytes = file.slice(at: record.offset, count: record.length),
            let tag = tables[record.tag], tag.start == bytes.start,
            once(record.tag, -1, declared) != nil, budget.spend(bytes.count / 4)
        else { return }
        var sum = bytes.checksum()
        // The checksum of `head` excludes its own field with the checksum of the whole font.
        if record.tag == "head" || record.tag == "bhed" { sum &-= UInt32(truncatingIfNeeded: bytes.u32(8) ?? 0) }
        guard sum != UInt32(truncatingIfNeeded: declared) else { return }
        warn(
            .tableChecksum, record.tag, place + 4,
            "The checksum of '\(record.tag.text)' is \(Self.hexadecimal(Int(sum))); the directory declares "
                + "\(Self.hexadecimal(declared)).")
    }

    private mutating func checkFileSum() {
        guard let head = once("head", -2), let adjustment = head.u32(8), budget.spend(file.count / 4) else { return }
        let expected = 0xB1B0_AFBA &- (file.checksum() &- UInt32(truncatingIfNeeded: adjustment))
        guard expected != UInt32(truncatingIfNeeded: adjustment) else { return }
        warn(
            .fileChecksum, "head", head.start + 8,
            "The checksum adjustment of the font is \(Self.hexadecimal(adjustment)) and should be "
                + "\(Self.hexadecimal(Int(expected))).")
    }

    /// Returns the three fields that help old programs with a binary search among records of a size.
    static func searchFields(count: Int, size: Int) -> [Int] {
        let selector = count > 0 ? Int.bitWidth - 1 - count.leadingZeroBitCount : 0
        let range = count > 0 ? size << selector : 0
        return [range & 0xFFFF, selector, (size * count - range) & 0xFFFF]
    }
}
