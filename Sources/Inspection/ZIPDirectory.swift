package import FontModel

/// The central directory of a ZIP archive, and the local headers beside it (APPNOTE 6.3.10, sections 4.3 to 4.5 and 4.6.9).
///
/// Facts that the archive states twice must agree, and no two entries may share bytes, since a small archive could
/// otherwise unpack to a very large one. libarchive decodes the entries one by one, takes the names from the local
/// headers, and compares little.
package struct ZIPDirectory: Sendable {
    /// An entry.
    package struct Entry: Sendable {
        /// The name as it stands in the archive.
        package var name: [UInt8]
        package var isEncrypted: Bool
        /// The size of the file in bytes.
        package var size: Int
    }

    /// The reason why an archive cannot be used.
    package enum Defect: Error, Sendable, Hashable {
        /// It has more entries than the limit.
        case tooMany(Int)
        /// Its list of files is larger than ``mostBytes``.
        case tooLarge
        /// A sentence on the defect.
        case damaged(Message)
    }

    /// The maximum size of the list of files in bytes.
    ///
    /// An entry takes some hundred bytes, but may have extra fields and a comment of 64 KiB each.
    package static let mostBytes = 64 << 20

    /// The entries in the order of their local headers, which is that in which libarchive returns them.
    package let entries: [Entry]

    /// Reads the directory.
    ///
    /// - Parameters:
    ///   - size: The size of the archive in bytes.
    ///   - limit: The maximum number of entries.
    ///   - read: Returns the bytes of a range within the archive, or fewer if they cannot be read.
    package init(size: Int, limit: Int, _ read: @escaping (Range<Int>) -> [UInt8]) throws(Defect) {
        let file = Source(size: size, read: read)
        let place = try Place(file)
        guard place.count <= limit else { throw .tooMany(place.count) }
        guard place.range.count <= Self.mostBytes else { throw .tooLarge }
        let directory = try file.part(place.range, "Its list of files ends too early.")
        var records: [Record] = []
        var start = 0
        for _ in 0..<place.count {
            let record = try Record(directory, at: start)
            records.append(record)
            start = record.end
        }
        guard start == directory.bytes.count else { throw .damaged("The length of its list of files is wrong.") }
        records.sort { $0.start < $1.start }
        var entries: [Entry] = []
        for (number, record) in records.enumerated() {
            let next = number + 1 < records.count ? records[number + 1].start : place.range.lowerBound
            entries.append(try file.entry(record, endingBefore: next))
        }
        self.entries = entries
    }
}

/// Little-endian numbers in a part of an archive.
private struct Part {
    var bytes: [UInt8]

    /// Returns the number of some bytes; nil if they lie outside or it is larger than a place.
    func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return Int(exactly: bytes[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Returns the bytes of a range; nil if they lie outside.
    func slice(_ start: Int, _ count: Int) -> [UInt8]? {
        guard start >= 0, count >= 0, start <= bytes.count - count else { return nil }
        return Array(bytes[start..<start + count])
    }
}

/// The place of the central directory.
private struct Place {
    var range: Range<Int>
    /// The number of entries.
    var count: Int

    init(_ file: Source) throws(ZIPDirectory.Defect) {
        // A comment of at most 65,535 bytes ends the file.
        let tailStart = max(0, file.size - 22 - 0xFFFF)
        let tail = try file.part(tailStart..<file.size, "Its list of files is missing.")
        let found = stride(from: tail.bytes.count - 22, through: 0, by: -1).first {
            tail.number($0, 4) == 0x0605_4B50 && $0 + 22 + (tail.number($0 + 20, 2) ?? 0) == tail.bytes.count
        }
        guard let end = found else { throw .damaged("Its list of files is missing, as in an incomplete download.") }
        func numbers(_ part: Part, _ places: [(Int, Int)]) -> [Int] {
            places.map { part.number($0.0, $0.1) ?? -1 }
        }
        // The number of this part, that of the directory, and the entries here and in all parts.
        var parts = numbers(tail, [(end + 4, 2), (end + 6, 2), (end + 8, 2), (end + 10, 2)])
        var place = numbers(tail, [(end + 12, 4), (end + 16, 4)])
        var directoryEnd = tailStart + end
        if let large = try Self.largeRecord(file, endingAt: directoryEnd) {
            let wide = numbers(large.part, [(16, 4), (20, 4), (24, 8), (32, 8)])
            let widePlace = numbers(large.part, [(40, 8), (48, 8)])
            // Only those numbers stand in the large record alone that do not fit.
            for (narrow, wide) in zip(parts, wide) where narrow != 0xFFFF && narrow != wide { throw Self.wrong }
            for (narrow, wide) in zip(place, widePlace) where narrow != 0xFFFF_FFFF && narrow != wide {
                throw Self.wrong
            }
            (parts, place) = (wide, widePlace)
            directoryEnd = large.start
        }
        guard parts[0] == 0, parts[1] == 0, parts[2] == parts[3] else { throw .damaged("It is one of several parts.") }
        // A number that is larger than a place is −1.
        guard parts[3] >= 0 else { throw Self.wrong }
        guard place.allSatisfy({ $0 >= 0 }), place[1] <= directoryEnd, place[0] == directoryEnd - place[1] else {
            throw Self.wrong
        }
        range = place[1]..<directoryEnd
        count = parts[3]
    }

    private static let wrong = ZIPDirectory.Defect.damaged("The place of its list of files is wrong.")

    /// Returns the record with large numbers, whose place a locator before the end states; nil if there is none.
    private static func largeRecord(
        _ file: Source, endingAt end: Int
    ) throws(ZIPDirectory.Defect) -> (start: Int, part: Part)? {
        guard end >= 20 else { return nil }
        let locator = try file.part(end - 20..<end, "Its list of files is missing.")
        guard locator.number(0, 4) == 0x0706_4B50 else { return nil }
        guard let start = locator.number(8, 8), start <= end - 20 - 56 else { throw wrong }
        // The record may go on with data of other programs, which are not read.
        let part = try file.part(start..<start + 56, "The place of its list of files is wrong.")
        guard part.number(0, 4) == 0x0606_4B50, part.number(4, 8) == end - 20 - start - 12 else { throw wrong }
        return (start, part)
    }
}

/// An entry of the central directory.
private struct Record {
    var flags: Int
    var method: Int
    var sum: Int
    var packed: Int
    var size: Int
    /// The name in the header, which the local header repeats.
    var headerName: [UInt8]
    /// The name, perhaps of an extra field.
    var name: [UInt8]
    /// The place of the local header.
    var start: Int
    /// The end of the entry in the directory.
    var end: Int

    init(_ directory: Part, at place: Int) throws(ZIPDirectory.Defect) {
        let early = ZIPDirectory.Defect.damaged("Its list of files ends too early.")
        guard directory.number(place, 4) == 0x0201_4B50,
            let flags = directory.number(place + 8, 2), let method = directory.number(place + 10, 2),
            let sum = directory.number(place + 16, 4), let packed = directory.number(place + 20, 4),
            let size = directory.number(place + 24, 4), let nameLength = directory.number(place + 28, 2),
            let extraLength = directory.number(place + 30, 2), let comment = directory.number(place + 32, 2),
            let part = directory.number(place + 34, 2), let start = directory.number(place + 42, 4),
            let name = directory.slice(place + 46, nameLength),
            let extra = directory.slice(place + 46 + nameLength, extraLength)
        else { throw early }
        end = place + 46 + nameLength + extraLength + comment
        guard end <= directory.bytes.count else { throw early }
        guard part == 0 || part == 0xFFFF else { throw .damaged("It is one of several parts.") }
        var large = LargeNumbers(extra)
        self.size = try large.next(size)
        self.packed = try large.next(packed)
        self.start = try large.next(start)
        (self.flags, self.method, self.sum) = (flags, method, sum)
        headerName = name
        self.name = try ExtraFields.name(of: name, extra) ?? name
    }

    /// Whether the sum and the sizes follow the bytes of the file.
    var hasDescriptor: Bool { flags & 8 != 0 }
    var isEncrypted: Bool { flags & 0x2041 != 0 }
}

/// The extra fields of an entry: pairs of a kind and bytes.
private enum ExtraFields {
    /// Returns the bytes of a field; nil if there is none.
    static func bytes(_ kind: Int, in extra: [UInt8]) -> Part? {
        let part = Part(bytes: extra)
        var place = 0
        while let found = part.number(place, 2), let size = part.number(place + 2, 2) {
            if found == kind { return part.slice(place + 4, size).map(Part.init) }
            place += 4 + size
        }
        return nil
    }

    /// Returns the name of an entry in Info-ZIP's Unicode Path field (0x7075); nil if there is none.
    ///
    /// The field states the sum of the name in the header.
    static func name(of name: [UInt8], _ extra: [UInt8]) throws(ZIPDirectory.Defect) -> [UInt8]? {
        guard let field = bytes(0x7075, in: extra), field.number(0, 1) == 1 else { return nil }
        guard let sum = field.number(1, 4), sum == CyclicSum.of(name) else {
            throw .damaged("A file has two different names.")
        }
        return Array(field.bytes.dropFirst(5))
    }
}

/// The numbers of an entry that do not fit into four bytes, in the order of their places.
private struct LargeNumbers {
    private let field: Part?
    private var place = 0

    init(_ extra: [UInt8]) { field = ExtraFields.bytes(1, in: extra) }

    /// Returns a number, or the next large one in its place.
    mutating func next(_ number: Int) throws(ZIPDirectory.Defect) -> Int {
        guard number == 0xFFFF_FFFF else { return number }
        guard let large = field?.number(place, 8) else { throw .damaged("The size of a file is missing.") }
        place += 8
        return large
    }
}

/// The file of an archive.
private struct Source {
    var size: Int
    var read: (Range<Int>) -> [UInt8]

    func part(_ range: Range<Int>, _ reason: Message) throws(ZIPDirectory.Defect) -> Part {
        guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged(reason) }
        let bytes = read(range)
        guard bytes.count == range.count else { throw .damaged(reason) }
        return Part(bytes: bytes)
    }

    /// Returns the entry of a record after a comparison with its local header, and with the numbers after its bytes.
    ///
    /// - Parameter next: The place of the next entry or of the directory.
    func entry(_ record: Record, endingBefore next: Int) throws(ZIPDirectory.Defect) -> ZIPDirectory.Entry {
        let outside: Message = "A file extends past its end."
        let start = record.start
        guard start <= size - 30 else { throw .damaged(outside) }
        let header = try part(start..<start + 30, outside)
        guard header.number(0, 4) == 0x0403_4B50, let flags = header.number(6, 2), let method = header.number(8, 2),
            let sum = header.number(14, 4), let packed = header.number(18, 4), let unpacked = header.number(22, 4),
            let nameLength = header.number(26, 2), let extraLength = header.number(28, 2)
        else { throw .damaged(outside) }
        let content = start + 30 + nameLength + extraLength
        guard content <= size, record.packed <= size - content else { throw .damaged(outside) }
        // Comes before the names and extra fields are read: entries that share them would multiply the time for these.
        guard content + record.packed <= next else { throw .damaged("Its files overlap.") }
        let names = try part(start + 30..<content, outside)
        let extra = Array(names.bytes[nameLength...])
        let name = Array(names.bytes[..<nameLength])
        guard name == record.headerName, try ExtraFields.name(of: name, extra) ?? record.name == record.name else {
            throw .damaged("A file has two different names.")
        }
        // Bits 0, 6 and 13 are of encryption, bit 3 says that the numbers follow.
        guard method == record.method, (flags ^ record.flags) & 0x2049 == 0 else {
            throw .damaged("The two headers of a file differ.")
        }
        var large = LargeNumbers(extra)
        let stated = (sum: sum, size: try large.next(unpacked), packed: try large.next(packed))
        let isOpen = record.hasDescriptor
        guard stated.sum == record.sum || isOpen && stated.sum == 0,
            stated.size == record.size || isOpen && stated.size == 0,
            stated.packed == record.packed || isOpen && stated.packed == 0
        else { throw .damaged("The two headers of a file differ.") }
        guard method != 0 || record.isEncrypted || record.size == record.packed else {
            throw .damaged("The size of a file is wrong.")
        }
        let end = content + record.packed
        if isOpen { try checkDescriptor(record, at: end) }
        return ZIPDirectory.Entry(name: record.name, isEncrypted: record.isEncrypted, size: record.size)
    }

    /// Checks the sum and the sizes after the bytes of an entry, with or without a signature and with short or long sizes.
    private func checkDescriptor(_ record: Record, at place: Int) throws(ZIPDirectory.Defect) {
        let found = try part(place..<min(size, place + 24), "A file extends past its end.")
        // Some programs that copy entries leave the numbers out.
        let next = found.number(0, 4)
        if next == 0x0403_4B50 || next == 0x0201_4B50 { return }
        let isSame = [(0, 4), (0, 8), (4, 4), (4, 8)].contains { start, width in
            (start == 0 || next == 0x0807_4B50)
                && [(start, 4, record.sum), (start + 4, width, record.packed), (start + 4 + width, width, record.size)]
                    .allSatisfy { found.number($0.0, $0.1) == $0.2 }
        }
        guard isSame else { throw .damaged("The two headers of a file differ.") }
    }
}

/// The cyclic sum of ZIP (CRC-32 of ISO 3309), of names.
private enum CyclicSum {
    static func of(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
