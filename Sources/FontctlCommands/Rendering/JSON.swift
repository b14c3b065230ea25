import FontModel

/// A JSON document that preserves the order of its keys.
///
/// `JSONEncoder` supports only sorted or random order, and does not escape control characters above ASCII, which matter
/// if a document is printed to a terminal.
enum JSON: Sendable, Hashable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Sendable, Hashable {
        var key: String
        var value: JSON
    }

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Int64) { self = .integer(number) }
    init(_ number: Double?) { self = number.map(JSON.number) ?? .null }
    init(_ truth: Bool) { self = .bool(truth) }
    init(_ texts: [String]) { self = .array(texts.map(JSON.string)) }

    /// Returns the object with members appended; those without a value are left out.
    func adding(_ members: (String, JSON?)...) -> JSON { adding(members) }

    /// Returns the object with a member behind another one.
    func inserting(_ key: String, _ value: JSON, after other: String) -> JSON {
        guard case .object(var members) = self, let place = members.firstIndex(where: { $0.key == other }) else {
            return self
        }
        members.insert(Member(key: key, value: value), at: place + 1)
        return .object(members)
    }

    /// Returns the object without some members.
    func without(_ keys: String...) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// Returns the object with the members that have a value.
    func adding(_ members: [(String, JSON?)]) -> JSON {
        guard case .object(let own) = self else { return self }
        return .object(own + members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// Members without a value are left out.
    init(dictionaryLiteral elements: (String, JSON?)...) { self = JSON.object([]).adding(elements) }

    init(arrayLiteral elements: JSON...) { self = .array(elements) }

    init(stringLiteral value: String) { self = .string(value) }

    /// The document on one line, with a line ending.
    var document: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .integer(let number): bytes += "\(number)".utf8
        case .number(let number): bytes += Self.text(number).utf8
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Returns integral numbers without a fraction, and null for infinity, which JSON does not have.
    private static func text(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes += text.utf8
        } else {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": bytes += "\\\"".utf8
                case "\\": bytes += "\\\\".utf8
                case "\n": bytes += "\\n".utf8
                case "\t": bytes += "\\t".utf8
                case _ where DisplayText.isHostile(scalar): scalar.utf16.forEach { bytes += escape($0).utf8 }
                default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns the escape of a unit of UTF-16.
    static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
