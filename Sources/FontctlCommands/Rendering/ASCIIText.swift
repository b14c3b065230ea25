/// Output for readers that have no other characters than ASCII.
enum ASCIIText {
    /// The characters of our own texts, and what stands for them.
    private static let similar: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "×": "x", "°": " deg",
        "≤": "<=", "≥": ">=",
    ]

    /// Returns text in UTF-8 with ASCII characters only; those of names and paths become `\u{…}`, as unsafe ones do.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        converted(bytes) { scalar in similar[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}" }
    }

    /// Returns a JSON document in UTF-8 with other characters as escapes, which mean the same.
    static func json(_ bytes: [UInt8]) -> [UInt8] {
        converted(bytes) { scalar in scalar.utf16.map(JSON.escape).joined() }
    }

    private static func converted(_ bytes: [UInt8], _ escape: (Unicode.Scalar) -> String) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var result: [UInt8] = []
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.isASCII { result.append(UInt8(scalar.value)) } else { result += escape(scalar).utf8 }
        }
        return result
    }
}
