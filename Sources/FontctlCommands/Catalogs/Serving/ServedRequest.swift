/// The head of an HTTP/1.1 request for a file (RFC 9110, RFC 9112).
struct ServedRequest: Sendable {
    var method: String
    /// The names of the path, decoded; nil for a path that names no file below the folder.
    var path: [String]?
    /// The values by name in lower case; those of a repeated name are joined.
    var fields: [String: String]
    /// Whether the client sends more requests on the connection.
    var staysOpen: Bool

    /// The greatest length of a head.
    static let limit = 16 << 10

    /// Reads a head without its empty line; nil if it has another form.
    init?(_ head: some Collection<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let name = line[..<colon].lowercased()
            let value = Self.trimmed(line[line.index(after: colon)...])
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        method = String(words[0])
        path = Self.names(of: words[1])
        self.fields = fields
        // A body is not read, so that nothing can follow it.
        let hasBody = fields["transfer-encoding"] != nil || (fields["content-length"] ?? "0") != "0"
        staysOpen = words[2] == "HTTP/1.1" && fields["connection"]?.lowercased() != "close" && !hasBody
    }

    /// Returns the names in the path of a target; nil if one of them is hidden or leads elsewhere.
    private static func names(of target: Substring) -> [String]? {
        guard target.hasPrefix("/") else { return nil }
        let path = target.dropFirst().prefix { $0 != "?" && $0 != "#" }
        var names: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = decoded(part), !name.isEmpty, !name.hasPrefix("."),
                !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            names.append(name)
        }
        return names
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether the client has the version of a file.
    func has(_ tag: String) -> Bool {
        let known = (fields["if-none-match"] ?? "").split(separator: ",").map(Self.trimmed)
        return known.contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }

    /// What to send of a file.
    enum Part: Hashable {
        case whole
        case range(Range<Int>)
        /// The range begins after the end.
        case none
    }

    /// Returns the part of a file that the request asks for; several ranges are answered with the whole file.
    func part(of size: Int, tag: String) -> Part {
        guard method == "GET", let text = fields["range"], text.hasPrefix("bytes="), !text.contains(",") else {
            return .whole
        }
        if let condition = fields["if-range"], condition != tag { return .whole }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
        switch (first, last) {
        case (nil, let length?) where ends[0].isEmpty:
            return length == 0 || size == 0 ? .none : .range(max(0, size - length)..<size)
        case (let first?, nil) where ends[1].isEmpty:
            return first < size ? .range(first..<size) : .none
        case (let first?, let last?) where first <= last:
            return first < size ? .range(first..<min(size, last == .max ? last : last + 1)) : .none
        default: return .whole
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[first...last])
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
