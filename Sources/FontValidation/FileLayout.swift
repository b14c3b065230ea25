import FontModel
import OpenType

/// The ranges of a file that directories and tables occupy, for the examination of the gaps between them.
struct FileLayout {
    private let file: FontBytes
    /// The ranges with the tags of tables; nil for a directory.
    private var stretches: [(range: Range<Int>, tag: Tag?)] = []

    init(_ file: FontBytes) { self.file = file }

    /// Adds the directory of a face and its tables.
    mutating func add(_ tables: TableDirectory) {
        stretches.append((tables.start..<(tables.start + 12 + 16 * tables.records.count), nil))
        for record in tables.records where record.length > 0 && file.holds(record.length, of: 1, at: record.offset) {
            stretches.append((record.offset..<(record.offset + record.length), record.tag))
        }
    }

    /// Reports nonzero padding and unused bytes between tables.
    mutating func checkGaps(isCollection: Bool, log: inout FindingLog) {
        if isCollection, let version = file.u16(4), let count = file.u32(8), file.holds(count, of: 4, at: 12) {
            let end = 12 + 4 * count
            stretches.append((0..<(version == 2 ? min(end + 12, file.count) : end), nil))
            // The signature of a version 2 collection, whose offset follows the face offsets.
            if version == 2, let length = file.u32(end + 4), let offset = file.u32(end + 8),
                length > 0, file.holds(length, of: 1, at: offset)
            {
                stretches.append((offset..<(offset + length), nil))
            }
        }
        stretches.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        guard var last = stretches.first else { return }
        for next in stretches.dropFirst() {
            if next.range.lowerBound > last.range.upperBound {
                checkGap(last.range.upperBound..<next.range.lowerBound, after: last.tag, log: &log)
            }
            if next.range.upperBound > last.range.upperBound { last = next }
        }
        let end = last.range.upperBound
        // Bytes after the padding of the last table are reported elsewhere.
        if end < file.count { checkGap(end..<min(file.count, end + (4 - end % 4) % 4), after: last.tag, log: &log) }
    }

    private func checkGap(_ gap: Range<Int>, after tag: Tag?, log: inout FindingLog) {
        guard gap.count < 4 else {
            log.add(
                .unusedBytes, .noTable(gap.lowerBound),
                tag.map { "The table '\($0.text)' is followed by \(counted(gap.count, "unused byte"))." }
                    ?? "A directory is followed by \(counted(gap.count, "unused byte")).")
            return
        }
        guard let place = gap.first(where: { file.u8($0) != 0 }), let tag else { return }
        log.add(
            .paddingNotZero, .table(tag, place),
            "The padding of the table '\(tag.text)' has a byte with the value \(file.u8(place) ?? 0).")
    }
}
