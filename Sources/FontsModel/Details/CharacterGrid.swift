package import FontModel
import Foundation

/// The characters of a face by blocks of Unicode.
package struct CharacterGrid: Sendable, Hashable {
    /// A block of which a face has characters.
    package struct Block: Sendable, Hashable, Identifiable {
        /// The name in the Unicode standard; empty for characters outside of all blocks.
        package var name: String
        /// The code points of the block.
        package var range: ClosedRange<UInt32>
        /// The ranges that the face has.
        package var covered: [ClosedRange<UInt32>]
        /// The number of characters that the face has.
        package var count: Int

        package var id: UInt32 { range.lowerBound }

        /// The name, or that the characters are in no block.
        package var title: String { name.isEmpty ? tr("Other Characters") : UnicodeBlockName.text(name) }

        /// Returns a character by its place among those that the face has, so that a grid makes only what it shows.
        package subscript(place: Int) -> Unicode.Scalar {
            var place = place
            for range in covered {
                if place < range.count { return Unicode.Scalar(range.lowerBound + UInt32(place)) ?? "\u{FFFD}" }
                place -= range.count
            }
            preconditionFailure("a place beyond the characters of the block")
        }

        /// Returns the place of a character; nil if the face does not have it.
        package func place(of scalar: Unicode.Scalar) -> Int? {
            var before = 0
            for range in covered {
                if range.contains(scalar.value) { return before + Int(scalar.value - range.lowerBound) }
                before += range.count
            }
            return nil
        }
    }

    package let blocks: [Block]

    /// The number of characters.
    package var count: Int { blocks.reduce(0) { $0 + $1.count } }

    package init(_ coverage: CharacterCoverage) {
        var blocks: [Block] = []
        // Surrogates are no characters.
        var rest = coverage.ranges.flatMap { $0.without(0xD800...0xDFFF) }[...]
        func add(_ name: String, _ range: ClosedRange<UInt32>, _ covered: [ClosedRange<UInt32>]) {
            guard !covered.isEmpty else { return }
            blocks.append(
                Block(name: name, range: range, covered: covered, count: covered.reduce(0) { $0 + $1.count }))
        }
        for block in UnicodeBlock.all {
            var (others, covered): ([ClosedRange<UInt32>], [ClosedRange<UInt32>]) = ([], [])
            while let range = rest.first, range.lowerBound <= block.range.upperBound {
                rest.removeFirst()
                if range.lowerBound < block.range.lowerBound {
                    let end = min(range.upperBound, block.range.lowerBound - 1)
                    others.append(range.lowerBound...end)
                }
                if range.upperBound >= block.range.lowerBound {
                    let start = max(range.lowerBound, block.range.lowerBound)
                    covered.append(start...min(range.upperBound, block.range.upperBound))
                }
                if range.upperBound > block.range.upperBound {
                    rest = [block.range.upperBound + 1...range.upperBound] + rest
                    break
                }
            }
            for range in others { add("", range, [range]) }
            add(block.name, block.range, covered)
        }
        for range in rest { add("", range, [range]) }
        self.blocks = blocks
    }

    /// Returns the place of a character: that of its block, and that within the block; nil if the face does not have it.
    package func place(of scalar: Unicode.Scalar) -> (block: Int, place: Int)? {
        guard let block = blocks.lastIndex(where: { $0.range.lowerBound <= scalar.value }) else { return nil }
        return blocks[block].place(of: scalar).map { (block, $0) }
    }

    /// Returns the character that a text means: a code point (`U+0416`, `0416`), a character, or the beginning of the name
    /// of one that the face has; nil if there is none.
    package func character(named text: String) -> Unicode.Scalar? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let scalar = SearchQuery.codePoint(text) { return scalar }
        if text.unicodeScalars.count == 1 { return text.unicodeScalars.first }
        if (4...6).contains(text.count), let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) {
            return scalar
        }
        let name = text.uppercased()
        guard name.count >= 2 else { return nil }
        for block in blocks {
            for range in block.covered {
                for value in range {
                    guard let scalar = Unicode.Scalar(value), let own = scalar.properties.name else { continue }
                    if own.hasPrefix(name) || own.contains(" " + name) { return scalar }
                }
            }
        }
        return nil
    }
}

/// A block of Unicode.
struct UnicodeBlock: Sendable {
    let range: ClosedRange<UInt32>
    let name: String

    /// All blocks, in order.
    static let all: [UnicodeBlock] = UnicodeBlockTable.text.split(whereSeparator: { $0 == ";" || $0 == "\n" })
        .compactMap { entry in
            let parts = entry.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let first = UInt32(parts[0], radix: 16), let last = UInt32(parts[1], radix: 16)
            else { return nil }
            return UnicodeBlock(range: first...last, name: String(parts[2]))
        }

    /// Returns the name of the block of a character; nil if it is in none.
    static func name(of scalar: Unicode.Scalar) -> String? {
        all.first { $0.range.contains(scalar.value) }?.name
    }
}

extension ClosedRange<UInt32> {
    /// Returns the parts outside of another range.
    fileprivate func without(_ other: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard overlaps(other) else { return [self] }
        var parts: [ClosedRange<UInt32>] = []
        if lowerBound < other.lowerBound { parts.append(lowerBound...other.lowerBound - 1) }
        if upperBound > other.upperBound { parts.append(other.upperBound + 1...upperBound) }
        return parts
    }
}

/// The facts of one character.
package struct CharacterDetails: Sendable, Hashable {
    package let scalar: Unicode.Scalar

    package init(_ scalar: Unicode.Scalar) { self.scalar = scalar }

    /// The code point, such as `U+0416`.
    package var codePoint: String { "U+" + String(format: "%04X", Int(scalar.value)) }

    /// The name in the Unicode standard, else its alias, else the code point.
    package var name: String { scalar.properties.name ?? scalar.properties.nameAlias ?? codePoint }

    /// The block; empty if it is in none.
    package var block: String { UnicodeBlock.name(of: scalar).map(UnicodeBlockName.text) ?? "" }

    /// The character as the clipboard takes it.
    package var text: String { String(Character(scalar)) }

    /// The bytes in UTF-8, in hexadecimal.
    package var utf8: String { text.utf8.map { String(format: "%02X", Int($0)) }.joined(separator: " ") }

    /// The character as an entity of HTML.
    package var entity: String { "&#x\(String(scalar.value, radix: 16, uppercase: true));" }

    /// Whether a cell shows the character itself: marks, controls and spaces have no shape of their own.
    package var hasShape: Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The text that a cell draws: a mark on a dotted circle, as a mark alone has no place.
    package var cell: String {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: "\u{25CC}" + text
        default: hasShape ? text : ""
        }
    }

    /// What a screen reader says of a cell.
    package var spoken: String { tr("{name}, {code}").filled(["name": name.lowercased(), "code": codePoint]) }
}
