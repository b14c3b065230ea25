import FontModel

/// A document that is not JSON, or not of the restricted form of ``JSONValue``.
public struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The offset of the byte that does not fit.
    public let offset: Int
    /// What is wrong there.
    public let reason: String

    public var description: String { "\(reason) (byte \(offset))" }
}

/// A reader of JSON (RFC 8259) for signed documents.
struct JSONParser {
    private let bytes: [UInt8]
    private var place = 0
    /// Whether what was read since this was set is written as in the canonical form.
    private var isCanonical = true
    /// The places of the values of the outermost object that are written in their canonical form.
    private(set) var canonicalMembers: [String: Range<Int>] = [:]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONFault) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw fault("There is text after the document") }
        return value
    }

    private func fault(_ reason: String) -> JSONFault { JSONFault(offset: place, reason: reason) }

    private mutating func skipSpace() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D:
                place += 1
                isCanonical = false
            default: return
            }
        }
    }

    /// Passes a byte; false if the next one is another.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth < JSONValue.greatestDepth else { throw fault("The document has too many levels") }
        skipSpace()
        guard place < bytes.count else { throw fault("The document ends too early") }
        switch bytes[place] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .integer(try integer())
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw fault("A value is missing") }
        place += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var members: [JSONValue.Member] = []
        // The keys of an object whose members are not in order; of those in order none can be there twice.
        var keys: Set<ExactText> = []
        var isSorted = true
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            let start = place
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw fault("A name is missing") }
            let key = try string()
            if isSorted, let last = members.last, !last.key.utf8.lexicographicallyPrecedes(key.utf8) {
                (isSorted, isCanonical) = (false, false)
                keys = Set(members.map { ExactText($0.key) })
            }
            guard isSorted || keys.insert(ExactText(key)).inserted else {
                throw JSONFault(offset: start, reason: "The object has a member twice")
            }
            skipSpace()
            guard take(":") else { throw fault("A colon is missing") }
            members.append(JSONValue.Member(key, try member(key, depth: depth)))
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault("The object does not end") }
        return .object(members)
    }

    /// Reads the value of a member; of the outermost object it is noted whether it is in canonical form.
    private mutating func member(_ key: String, depth: Int) throws(JSONFault) -> JSONValue {
        guard depth == 0 else { return try value(depth: depth + 1) }
        skipSpace()
        let start = place
        isCanonical = true
        let value = try value(depth: depth + 1)
        if isCanonical { canonicalMembers[key] = start..<place }
        return value
    }

    private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
        place += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("The array does not end") }
        return .array(elements)
    }

    private mutating func integer() throws(JSONFault) -> Int64 {
        let start = place
        _ = take("-")
        let first = place
        while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
        guard place > first else { throw fault("A value is missing") }
        guard bytes[first] != 0x30 || place == first + 1 else { throw fault("A number begins with 0") }
        if place < bytes.count, [0x2E, 0x45, 0x65].contains(bytes[place]) { throw fault("A number is not an integer") }
        guard let number = Int64(String(decoding: bytes[start..<place], as: UTF8.self)) else {
            throw fault("A number has more than 64 bits")
        }
        if number == 0, first > start { isCanonical = false }
        return number
    }

    private mutating func string() throws(JSONFault) -> String {
        place += 1
        var text: [UInt8] = []
        while true {
            // What is not escaped is taken as a whole.
            let start = place
            while place < bytes.count, bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\""),
                bytes[place] != UInt8(ascii: "\\")
            { place += 1 }
            guard place < bytes.count else { throw fault("A string does not end") }
            switch bytes[place] {
            case UInt8(ascii: "\""):
                if !text.isEmpty { text += bytes[start..<place] }
                let string = text.isEmpty ? Self.text(bytes.span.extracting(start..<place)) : Self.text(text.span)
                place += 1
                guard let string else { throw fault("A string is not UTF-8") }
                return string
            case UInt8(ascii: "\\"):
                text += bytes[start..<place]
                place += 1
                text += try escaped()
            default: throw fault("A string has a control character")
            }
        }
    }

    /// The text of UTF-8; nil if it is damaged.
    private static func text(_ bytes: Span<UInt8>) -> String? {
        // Twice as fast as String(validating:as:), which finds its types again for each call.
        guard let bytes = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: bytes)
    }

    private mutating func escaped() throws(JSONFault) -> [UInt8] {
        guard place < bytes.count else { throw fault("A string does not end") }
        let byte = bytes[place]
        place += 1
        if byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { isCanonical = false }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var unit = try codeUnit()
            if unit & 0xFC00 == 0xD800, take("\\"), take("u") {
                let low = try codeUnit()
                guard low & 0xFC00 == 0xDC00 else { throw fault("Half of a surrogate pair is missing") }
                unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
            }
            guard let scalar = Unicode.Scalar(unit) else { throw fault("Half of a surrogate pair is missing") }
            return Array(String(Character(scalar)).utf8)
        default: throw fault("An escape is unknown")
        }
    }

    private mutating func codeUnit() throws(JSONFault) -> UInt32 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("An escape is incomplete") }
        place += 4
        return unit
    }
}
