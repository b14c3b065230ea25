import FontModel

/// A value of a JSON document with the restrictions of canonical JSON.
///
/// Numbers are integers, a member of an object has one value, and a string has valid UTF-8. Members are in the order of
/// the document. Strings are compared by their bytes, since two different texts can be equal as `String`.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The nesting that a document may have.
    public static let greatestDepth = 32

    /// Reads a document.
    ///
    /// - Throws: ``JSONFault`` with the place of the first byte that does not fit: damaged syntax, a number that is not
    ///   an integer of 64 bits, a member twice, invalid UTF-8, or more nesting than ``greatestDepth``.
    public init(_ bytes: [UInt8]) throws(JSONFault) {
        var parser = JSONParser(bytes)
        self = try parser.document()
    }

    /// The member of an object; nil if the value is none or has no such member.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.hasBytes(of: key) }?.value
    }

    /// The text of a string.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The number of an integer.
    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The truth of a Boolean value.
    public var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }

    /// The elements of an array.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(booleanLiteral truth: Bool) { self = .bool(truth) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0, $1) })
    }
}

extension JSONValue: Equatable {
    /// Whether two values have the same canonical form.
    public static func == (one: JSONValue, other: JSONValue) -> Bool { one.canonical == other.canonical }
}

extension JSONValue {
    /// The canonical form, which signatures cover: members sorted by their UTF-8, no spaces, and only the quotation mark and the
    /// backslash escaped (OLPC's canonical JSON).
    public var canonical: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, isDocument: false)
        return bytes
    }

    /// The canonical form with control characters escaped, as a document must have them (RFC 8259, 7).
    public var document: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, isDocument: true)
        return bytes
    }

    private func write(to bytes: inout [UInt8], isDocument: Bool) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .string(let text): Self.write(text, to: &bytes, isDocument: isDocument)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes, isDocument: isDocument)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in Self.sorted(members).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes, isDocument: isDocument)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes, isDocument: isDocument)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func sorted(_ members: [Member]) -> [Member] {
        func precedes(_ one: Member, _ other: Member) -> Bool {
            one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        // Most documents are written in their canonical form.
        let isSorted = members.indices.dropFirst().allSatisfy { precedes(members[$0 - 1], members[$0]) }
        return isSorted ? members : members.sorted(by: precedes)
    }

    private static func write(_ text: String, to bytes: inout [UInt8], isDocument: Bool) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes += text.utf8
        // Most texts have nothing to escape.
        let isPlain = bytes[start...].allSatisfy {
            $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && (!isDocument || $0 >= 0x20)
        }
        if !isPlain {
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                if isDocument, byte < 0x20 {
                    bytes += "\\u00\(Digest.hexadecimal([byte]))".utf8
                    continue
                }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
