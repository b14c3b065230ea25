/// The differences of two texts in the unified form, as `diff -u` and `patch` use it.
package enum UnifiedDiff {
    /// The number of equal lines around a difference.
    private static let context = 3

    /// A line of the result.
    private enum Line {
        case equal([UInt8])
        case removed([UInt8])
        case added([UInt8])
    }

    /// Returns the differences, with the names of both files.
    ///
    /// - Parameters:
    ///   - old: The text before; nil if there is no file.
    ///   - new: The text after; nil if the file is removed.
    ///   - path: The path of both.
    /// - Returns: Lines that end with a line feed; empty for equal texts.
    package static func text(from old: String?, to new: String?, path: String) -> String {
        let lines = compared(split(old ?? ""), split(new ?? ""))
        let hunks = hunks(of: lines)
        guard !hunks.isEmpty || (old == nil) != (new == nil) else { return "" }
        var text = "--- \(old == nil ? "/dev/null" : "a/\(path)")\n+++ \(new == nil ? "/dev/null" : "b/\(path)")\n"
        for range in hunks { text += hunk(range, of: lines) }
        return text
    }

    /// Returns the lines with their line feeds; the last may have none.
    private static func split(_ text: String) -> [[UInt8]] {
        var (lines, line) = ([[UInt8]](), [UInt8]())
        for byte in text.utf8 {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            lines.append(line)
            line = []
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func compared(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Line] {
        var (removed, added) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var (lines, before, after) = ([Line](), 0, 0)
        while before < old.count || after < new.count {
            if removed.contains(before) {
                lines.append(.removed(old[before]))
                before += 1
            } else if added.contains(after) {
                lines.append(.added(new[after]))
                after += 1
            } else {
                lines.append(.equal(old[before]))
                before += 1
                after += 1
            }
        }
        return lines
    }

    /// Returns the ranges of lines that are printed: differences with their context, joined where they meet.
    private static func hunks(of lines: [Line]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (index, line) in lines.enumerated() {
            if case .equal = line { continue }
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func hunk(_ range: Range<Int>, of lines: [Line]) -> String {
        let before = counts(lines[..<range.lowerBound])
        let inside = counts(lines[range])
        var text = "@@ -\(place(before.old, inside.old)) +\(place(before.new, inside.new)) @@\n"
        for line in lines[range] {
            let (mark, content) =
                switch line {
                case .equal(let content): (" ", content)
                case .removed(let content): ("-", content)
                case .added(let content): ("+", content)
                }
            text += mark + String(decoding: content, as: UTF8.self)
            if content.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n" }
        }
        return text
    }

    private static func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
        var counts = (old: 0, new: 0)
        for line in lines {
            switch line {
            case .equal:
                counts.old += 1
                counts.new += 1
            case .removed: counts.old += 1
            case .added: counts.new += 1
            }
        }
        return counts
    }

    /// Returns the first line and the number of lines; of no lines, the line before them.
    private static func place(_ before: Int, _ count: Int) -> String {
        switch count {
        case 0: "\(before),0"
        case 1: "\(before + 1)"
        default: "\(before + 1),\(count)"
        }
    }
}
