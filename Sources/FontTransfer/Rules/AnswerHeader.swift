/// The header of a server's answer, line by line.
package struct AnswerHeader: Sendable {
    package private(set) var status = 0
    /// The `ETag`, if it is a strong one (RFC 9110, section 8.8.1).
    package private(set) var tag: String?
    /// The number of bytes that follow, as they are sent.
    package private(set) var bodyLength: Int64?
    /// The place of a part, and the length of the whole file if it is known.
    package private(set) var part: (start: Int64, whole: Int64?)?
    /// Whether the server compressed the body.
    package private(set) var isCompressed = false
    /// Whether the answer leads to another address.
    package var isRedirection: Bool { hasLocation && [301, 302, 303, 307, 308].contains(status) }
    /// Whether it is an answer before the answer.
    package var isInterim: Bool { status / 100 == 1 }
    private var hasLocation = false

    package init() {}

    /// Reads a line; a status line begins a new answer.
    ///
    /// - Returns: Whether the line ends the header.
    package mutating func read(_ line: String) -> Bool {
        let line = line.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        if line.hasPrefix("HTTP/") {
            self = AnswerHeader()
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return false
        }
        guard !line.isEmpty else { return true }
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        switch line[..<colon].lowercased() {
        case "etag": tag = Self.strongTag(value)
        case "content-length": bodyLength = Int64(value).flatMap { $0 >= 0 ? $0 : nil }
        case "content-range": part = Self.part(value)
        case "content-encoding": isCompressed = value.lowercased() != "identity"
        case "location": hasLocation = true
        default: break
        }
        return false
    }

    /// The head for a request that began at a place.
    ///
    /// - Returns: Nil if the server sends another part than was asked for.
    package func head(from offset: Int64, at address: String) -> FileHead? {
        var head = FileHead(status: status, tag: tag, address: address)
        switch status {
        case 200: head.length = isCompressed ? nil : bodyLength
        case 206:
            guard let part, part.start == offset, offset > 0 else { return nil }
            head.offset = offset
            head.length = part.whole
        default: break
        }
        return head
    }

    private static func strongTag(_ value: Substring) -> String? {
        let bytes = value.utf8
        guard bytes.count >= 2, bytes.count <= 1_024, bytes.first == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\""), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return String(value)
    }

    /// Reads `bytes 5-9/10` or `bytes 5-9/*`.
    private static func part(_ value: Substring) -> (start: Int64, whole: Int64?)? {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let start = Int64(ends[0]), let last = Int64(ends[1]), start >= 0,
            last >= start
        else { return nil }
        let whole = Int64(parts[1])
        guard parts[1] == "*" || whole.map({ $0 > last }) == true else { return nil }
        return (start, whole)
    }
}
