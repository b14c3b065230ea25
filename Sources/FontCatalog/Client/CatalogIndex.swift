import FontModel
import Foundation
import Glibc
package import ReaderFonts

/// The families of a catalogue, as its signed hash bins have them: a file with a line for each, which a search reads
/// without decoding all of them.
///
/// The first line is the ``Head``. Each other line has the identifier, the names,
/// the words of the names for the search, and the summary, separated by tabs.
package struct CatalogIndex: Sendable {
    /// A family of the index.
    package struct Family: Sendable {
        package let id: String
        package let summary: FamilySummary
    }

    /// What an index says of itself: the version of the snapshot, and how much follows.
    package struct Head: Sendable, Hashable {
        /// The most bytes that it has.
        static let limit = 128
        private static let format: Substring = "3"

        package let snapshot: Int64
        /// The number of families.
        package let count: Int
        /// The number of bytes after the line.
        let size: Int

        init(snapshot: Int64, count: Int, size: Int) {
            (self.snapshot, self.count, self.size) = (snapshot, count, size)
        }

        /// Reads the first line of an index; nil if it has another form.
        init?(_ line: some Collection<UInt8>) {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 4, words[0] == Self.format, let snapshot = Int64(words[1]), let count = Int(words[2]),
                let size = Int(words[3])
            else { return nil }
            self.init(snapshot: snapshot, count: count, size: size)
        }

        fileprivate var line: String { "\(Self.format) \(snapshot) \(count) \(size)\n" }
    }

    /// A family by the places of its parts.
    private struct Line: Sendable {
        let id: Range<Int>
        let names: Range<Int>
        let words: Range<Int>
        let summary: Range<Int>
    }

    private static let (lineEnd, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))
    /// What is between the words of two names, which no name has.
    private static let separator: UInt8 = 0x1F

    /// The version of the snapshot.
    package let snapshot: Int64
    private let bytes: [UInt8]
    private let lines: [Line]

    package init?(_ bytes: [UInt8]) {
        guard let first = bytes.firstIndex(of: Self.lineEnd), let head = Head(bytes[..<first]),
            head.size == bytes.count - first - 1, let lines = Self.lines(in: bytes, after: first),
            lines.count == head.count
        else { return nil }
        (snapshot, self.bytes, self.lines) = (head.snapshot, bytes, lines)
    }

    /// The lines after a place; nil if one of them has another form.
    private static func lines(in bytes: [UInt8], after first: Int) -> [Line]? {
        bytes.withUnsafeBytes { buffer in
            /// Returns the place of the first byte of a kind, which is found in large steps.
            func place(of byte: UInt8, in range: Range<Int>) -> Int? {
                guard let base = buffer.baseAddress,
                    let found = memchr(base + range.lowerBound, Int32(byte), range.count)
                else { return nil }
                return base.distance(to: UnsafeRawPointer(found))
            }
            var lines: [Line] = []
            var begin = first + 1
            while begin < buffer.count {
                let end = place(of: lineEnd, in: begin..<buffer.count) ?? buffer.count
                guard let id = place(of: tab, in: begin..<end), let names = place(of: tab, in: id + 1..<end),
                    let words = place(of: tab, in: names + 1..<end)
                else { return nil }
                lines.append(
                    Line(id: begin..<id, names: id + 1..<names, words: names + 1..<words, summary: words + 1..<end))
                begin = end + 1
            }
            return lines
        }
    }

    /// The bytes of an index.
    static func bytes(snapshot: Int64, families: [(id: String, summary: FamilySummary)]) -> [UInt8] {
        bytes(snapshot: snapshot, entries: families.map { Entry(id: $0.id, summary: $0.summary) })
    }

    /// The bytes of an index.
    static func bytes(snapshot: Int64, entries: [Entry]) -> [UInt8] {
        let head = Head(
            snapshot: snapshot, count: entries.count { !$0.line.isEmpty },
            size: entries.reduce(0) { $0 + $1.line.count }
        ).line
        var bytes = Array(head.utf8)
        bytes.reserveCapacity(bytes.count + entries.reduce(0) { $0 + $1.line.count })
        for entry in entries.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) { bytes += entry.line }
        return bytes
    }

    /// A family of an index that is written.
    struct Entry: Sendable {
        let id: String
        /// The line of the family; empty if its summary cannot be written.
        let line: [UInt8]

        /// - Parameter json: The summary in JSON without line ends and tabs, if it is at hand.
        init(id: String, summary: FamilySummary, json: [UInt8]? = nil) {
            self.id = id
            guard let json = json ?? Self.json(summary) else {
                line = []
                return
            }
            let names = ([id] + summary.allNames + summary.faces).map(Self.inOneLine)
            var line = Array(id.utf8)
            for (place, name) in names.enumerated() {
                line.append(place == 0 ? tab : UInt8(ascii: "|"))
                line += name.utf8
            }
            line.append(tab)
            for name in names + summary.designers {
                FamilySearch.append(wordsOf: name, to: &line)
                line.append(separator)
            }
            line.append(tab)
            line += json
            line.append(lineEnd)
            self.line = line
        }

        private static func json(_ summary: FamilySummary) -> [UInt8]? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(summary)).map { Array($0) }
        }

        private static func inOneLine(_ name: String) -> String {
            // Most names have no space.
            name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
                ? name : name.split { $0.isWhitespace }.joined(separator: " ")
        }
    }

    /// The number of families.
    package var count: Int { lines.count }

    /// The families whose identifier and names, with `|` between them, satisfy a condition, in the order of their
    /// identifiers.
    package func families(where matches: (_ id: Substring, _ names: Substring) -> Bool) -> [Family] {
        families { line in matches(Substring(text(line.id)), Substring(text(line.names))) }
    }

    /// The families that a search finds by a name or by a designer, in the order of their identifiers.
    package func families(foundBy search: FamilySearch) -> [Family] {
        // In scripts without spaces a word may also lie within another one.
        let wanted = search.words.map { word in
            Array((word.utf8.allSatisfy { $0 < 0x80 } ? " " + word : word).utf8)
        }
        return families { line in
            guard wanted.allSatisfy({ has($0, in: line.words) }) else { return false }
            return wanted.count == 1
                || bytes[line.words].split(separator: Self.separator).contains { name in
                    wanted.allSatisfy { has($0, in: name.startIndex..<name.endIndex) }
                }
        }
    }

    private func families(_ isIncluded: (Line) -> Bool) -> [Family] {
        let decoder = JSONDecoder()
        return lines.compactMap { line in
            guard isIncluded(line),
                let summary = try? decoder.decode(FamilySummary.self, from: Data(bytes[line.summary]))
            else { return nil }
            return Family(id: text(line.id), summary: summary)
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether a part of the index has some bytes.
    private func has(_ wanted: [UInt8], in range: Range<Int>) -> Bool {
        guard let first = wanted.first else { return true }
        var place = range.lowerBound
        while place + wanted.count <= range.upperBound {
            if bytes[place] == first {
                var length = 1
                while length < wanted.count, bytes[place + length] == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            place += 1
        }
        return false
    }
}
