/// A D-Bus value that is independent of a message.
///
/// Messages stay on the connection's thread; values can leave it.
public indirect enum BusValue: Sendable, Hashable {
    case boolean(Bool)
    case byte(UInt8)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// A text; in a received message also an object path or a signature.
    case string(String)
    /// The path of an object, to be sent.
    case path(String)
    case descriptor(BusDescriptor)
    /// Values of one type, with the signature of that type.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// A dictionary `a{sv}`, with the values without their variants.
    case dictionary([String: BusValue])
    case variant(BusValue)

    /// Returns an array of strings, `as`.
    public static func strings(_ texts: [String]) -> BusValue { .array(texts.map(BusValue.string), of: "s") }

    /// Returns an array of dictionaries, `aa{sv}`.
    public static func dictionaries(_ dictionaries: [[String: BusValue]]) -> BusValue {
        .array(dictionaries.map(BusValue.dictionary), of: "a{sv}")
    }

    /// The signature of the type, in the format of the D-Bus specification.
    public var signature: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .descriptor: "h"
        case .array(_, let element): "a" + element
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }

    /// The maximum number of bytes that the value takes in a message, at any position.
    public var wireSize: Int {
        // Values are aligned to 1 to 8 bytes.
        let padding = 7
        func ofText(_ text: String) -> Int { 4 + text.utf8.count + 1 }
        switch self {
        case .boolean, .byte, .int32, .uint32, .descriptor: return padding + 4
        case .int64, .uint64, .double: return padding + 8
        case .string(let text), .path(let text): return padding + ofText(text)
        case .array(let values, _): return 2 * padding + 4 + values.reduce(0) { $0 + $1.wireSize }
        case .structure(let values): return padding + values.reduce(0) { $0 + $1.wireSize }
        case .variant(let value): return value.signature.utf8.count + 2 + value.wireSize
        case .dictionary(let members):
            return 2 * padding + 4
                + members.reduce(0) { $0 + padding + ofText($1.key) + BusValue.variant($1.value).wireSize }
        }
    }
}

extension BusValue {
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var descriptor: BusDescriptor? { if case .descriptor(let value) = self { value } else { nil } }
    public var structure: [BusValue]? { if case .structure(let fields) = self { fields } else { nil } }
    public var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }
    public var elements: [BusValue]? { if case .array(let values, _) = self { values } else { nil } }

    /// The integer value of any integer type, since bindings of languages differ in the type they choose.
    public var integer: Int64? {
        switch self {
        case .byte(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    public var number: Double? {
        if case .double(let value) = self { return value }
        return integer.map(Double.init)
    }

    /// The elements of an array of strings; nil if an element is not a string.
    public var strings: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// The elements of an array of dictionaries; nil if an element is not a dictionary.
    public var dictionaries: [[String: BusValue]]? {
        guard let elements else { return nil }
        let dictionaries = elements.compactMap(\.dictionary)
        return dictionaries.count == elements.count ? dictionaries : nil
    }
}
