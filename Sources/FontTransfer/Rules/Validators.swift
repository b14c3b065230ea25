/// The validators of a response, by which a server recognises an unchanged document (RFC 9110, section 8.8).
package struct Validators: Sendable, Hashable, Codable {
    /// The `ETag`.
    package var tag: String?
    /// The `Last-Modified`.
    package var date: String?

    package init() {}

    /// Reads a line of a response's header.
    ///
    /// The lines of an earlier response, such as that of a proxy, count no more after a further status line.
    package mutating func read(_ line: String) {
        if line.hasPrefix("HTTP/") { self = Validators() }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        switch line[..<colon].lowercased() {
        case "etag": tag = Self.safe(value)
        case "last-modified": date = Self.safe(value)
        default: break
        }
    }

    /// The lines of a request that asks only for a changed document.
    package var conditions: [String] {
        [
            tag.flatMap { Self.safe($0[...]) }.map { "If-None-Match: " + $0 },
            date.flatMap { Self.safe($0[...]) }.map { "If-Modified-Since: " + $0 },
        ].compactMap(\.self)
    }

    /// Returns a text that can be part of a header; nil for one that is empty, long, or has control characters, such as
    /// a line end, after which another header would follow.
    private static func safe(_ text: Substring) -> String? {
        let trimmed = String(text.reversed().drop { $0.isWhitespace }.reversed())
        let isSafe = trimmed.utf8.count <= 1_024 && trimmed.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isSafe && !trimmed.isEmpty ? trimmed : nil
    }
}
