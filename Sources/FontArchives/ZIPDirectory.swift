import FontModel

/// The central directory of a ZIP archive (APPNOTE 6.3, sections 4.3 and 4.5.3).
///
/// libarchive decodes the entries one by one and does not compare them: the directory is checked before, so that no two
/// entries share bytes, which is how a small archive unpacks to a large one.
struct ZIPDirectory {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Checks that the directory is complete and its entries lie in the file beside each other.
    ///
    /// - Throws: `unrecognizedFormat` (103) if an entry is encrypted, `invalidFontData` (104) if the directory is damaged,
    ///   `exceededResourceLimit` (106) if it has too many entries.
    func check() throws(FontError) {
        let (start, count) = try place()
        guard count <= FontLimits.archiveEntries else {
            throw FontError(
                .exceededResourceLimit,
                "The archive has \(count) entries; the limit is \(FontLimits.archiveEntries). Unpack it into a folder, and register that folder."
            )
        }
        var ranges: [Range<Int>] = []
        var place = start
        for _ in 0..<count {
            guard number(place, 4) == 0x0201_4B50, let flags = number(place + 8, 2), let name = number(place + 28, 2),
                let extra = number(place + 30, 2), let comment = number(place + 32, 2)
            else { throw ArchivedFonts.damaged("its list of files ends too early") }
            guard flags & 0x2041 == 0 else { throw ArchivedFonts.encrypted }
            ranges.append(try range(ofEntryAt: place, extra: place + 46 + name..<place + 46 + name + extra))
            place += 46 + name + extra + comment
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        guard ranges.allSatisfy({ $0.upperBound <= start }),
            zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound })
        else { throw ArchivedFonts.damaged("its files overlap") }
    }

    /// Returns the bytes of an entry, from its local header on.
    private func range(ofEntryAt place: Int, extra: Range<Int>) throws(FontError) -> Range<Int> {
        guard var packed = number(place + 20, 4), let size = number(place + 24, 4), var start = number(place + 42, 4)
        else { throw ArchivedFonts.damaged("its list of files ends too early") }
        if packed == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
            // Only those numbers stand there that do not fit into four bytes.
            guard var field = large(extra) else { throw ArchivedFonts.damaged("the size of a file is missing") }
            if size == 0xFFFF_FFFF { field += 8 }
            if packed == 0xFFFF_FFFF {
                packed = number(field, 8) ?? -1
                field += 8
            }
            if start == 0xFFFF_FFFF { start = number(field, 8) ?? -1 }
        }
        guard packed >= 0, start >= 0, number(start, 4) == 0x0403_4B50, let name = number(start + 26, 2),
            let other = number(start + 28, 2), packed <= bytes.count - start - 30 - name - other
        else { throw ArchivedFonts.damaged("a file lies outside of it") }
        return start..<start + 30 + name + other + packed
    }

    /// Returns the place of the large numbers in the extra fields of an entry; nil if they are not there.
    private func large(_ extra: Range<Int>) -> Int? {
        var place = extra.lowerBound
        while let kind = number(place, 2), let size = number(place + 2, 2), place + 4 + size <= extra.upperBound {
            if kind == 1 { return place + 4 }
            place += 4 + size
        }
        return nil
    }

    /// Returns the place of the first entry and the number of entries.
    private func place() throws(FontError) -> (start: Int, count: Int) {
        // A comment of at most 65,535 bytes ends the file.
        let ends = stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 0xFFFF), by: -1)
        guard
            let end = ends.first(where: {
                number($0, 4) == 0x0605_4B50 && $0 + 22 + (number($0 + 20, 2) ?? 0) == bytes.count
            })
        else { throw ArchivedFonts.damaged("its list of files is missing, as in an incomplete download") }
        var (count, size, start) = (number(end + 10, 2) ?? 0, number(end + 12, 4) ?? 0, number(end + 16, 4) ?? 0)
        var directoryEnd = end
        if let place = number(end - 20, 4) == 0x0706_4B50 ? number(end - 12, 8) : nil {
            guard number(place, 4) == 0x0606_4B50, let numbers = [32, 40, 48].map({ number(place + $0, 8) }) as? [Int]
            else {
                throw ArchivedFonts.damaged("the place of its list of files is wrong")
            }
            (count, size, start) = (numbers[0], numbers[1], numbers[2])
            directoryEnd = place
        }
        guard start >= 0, size >= 0, count >= 0, start <= directoryEnd, size <= directoryEnd - start else {
            throw ArchivedFonts.damaged("the place of its list of files is wrong")
        }
        return (start, count)
    }

    /// Returns the little-endian number of some bytes; nil if they lie outside or it is larger than a place.
    private func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return Int(exactly: bytes[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
