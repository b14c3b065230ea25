/// A pattern of paths: `*` and `?` stand for characters within one part of a path, `[abc]` for one of some characters.
struct PathPattern {
    private let parts: [[Unicode.Scalar]]

    init(_ pattern: String) { parts = Self.parts(of: pattern) }

    /// The parts of a path, which a slash separates even if a combining character follows it.
    static func parts(of path: String) -> [[Unicode.Scalar]] {
        path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }

    func matches(_ path: String) -> Bool {
        let names = Self.parts(of: path)
        return names.count == parts.count && zip(parts, names).allSatisfy(Self.matches)
    }

    private static func matches(_ pattern: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Bool {
        // The last asterisk takes one more character after each failure, so that the time grows with the product of
        // the lengths at most.
        var (inPattern, inName) = (0, 0)
        var retry: (pattern: Int, name: Int)?
        while inName < name.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                inPattern += 1
                retry = (inPattern, inName)
            } else if inPattern < pattern.count, let length = one(pattern[inPattern...], name[inName]) {
                inPattern += length
                inName += 1
            } else if let (after, start) = retry {
                retry = (after, start + 1)
                (inPattern, inName) = (after, start + 1)
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }

    /// The length of the element at the beginning of a pattern if it matches a character; nil otherwise.
    private static func one(_ pattern: ArraySlice<Unicode.Scalar>, _ character: Unicode.Scalar) -> Int? {
        guard let first = pattern.first else { return nil }
        guard first == "[" else { return first == "?" || first == character ? 1 : nil }
        var rest = pattern.dropFirst()
        let isNegated = rest.first == "!"
        if isNegated { rest = rest.dropFirst() }
        // A closing bracket at the beginning is a character of the set; without an end the bracket is itself.
        guard let end = rest.dropFirst().firstIndex(of: "]") else { return first == character ? 1 : nil }
        var isIn = false
        var place = rest.startIndex
        while place < end {
            if place + 2 < end, rest[place + 1] == "-" {
                isIn = isIn || (rest[place] <= character && character <= rest[place + 2])
                place += 3
            } else {
                isIn = isIn || rest[place] == character
                place += 1
            }
        }
        return isIn != isNegated ? end - pattern.startIndex + 1 : nil
    }
}
