import CSystemd
import Glibc

/// A decoder of a message's arguments.
///
/// sd-bus has validated types, lengths, nesting and UTF-8 of the message when it was received.
struct MessageReader {
    private let message: OpaquePointer
    private let limit: Int
    private let textLimit: Int
    private var values = 0
    private var textBytes = 0

    /// - Parameter limit: The maximum number of values, including nested ones. A hostile message can be small in bytes
    ///   and large in memory.
    private init(_ message: OpaquePointer, limit: Int) {
        self.message = message
        self.limit = limit
        textLimit = limit == .max ? .max : Self.mostText
    }

    /// The maximum size in bytes of all texts of a message whose values are limited.
    private static let mostText = 4 << 20

    /// The approximate memory of a value in bytes besides its text: in the message, and decoded in an array or
    /// dictionary.
    private static let bytesPerValue = 144

    /// Returns the first arguments, and does not read the others.
    static func arguments(
        of message: OpaquePointer, first count: Int = .max, limit: Int = .max
    ) throws(BusFailure) -> [BusValue] {
        var reader = MessageReader(message, limit: limit)
        return try reader.all(upTo: count)
    }

    /// Returns all arguments, and the approximate memory that they and the message take.
    static func measuredArguments(
        of message: OpaquePointer, limit: Int
    ) throws(BusFailure) -> (arguments: [BusValue], bytes: Int) {
        var reader = MessageReader(message, limit: limit)
        let arguments = try reader.all()
        return (arguments, 2 * reader.textBytes + bytesPerValue * reader.values)
    }

    private mutating func all(upTo count: Int = .max) throws(BusFailure) -> [BusValue] {
        var values: [BusValue] = []
        while values.count < count, let value = try next() { values.append(value) }
        return values
    }

    private mutating func next() throws(BusFailure) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
        values += 1
        guard values <= limit else { throw .limitsExceeded("The message holds too many values.") }
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "b"): return .boolean(try basic(type, Int32(0)) != 0)
        case UInt8(ascii: "y"): return .byte(try basic(type, UInt8(0)))
        case UInt8(ascii: "n"): return .int32(Int32(try basic(type, Int16(0))))
        case UInt8(ascii: "q"): return .uint32(UInt32(try basic(type, UInt16(0))))
        case UInt8(ascii: "i"): return .int32(try basic(type, Int32(0)))
        case UInt8(ascii: "u"): return .uint32(try basic(type, UInt32(0)))
        case UInt8(ascii: "x"): return .int64(try basic(type, Int64(0)))
        case UInt8(ascii: "t"): return .uint64(try basic(type, UInt64(0)))
        case UInt8(ascii: "d"): return .double(try basic(type, 0.0))
        case UInt8(ascii: "s"), UInt8(ascii: "g"), UInt8(ascii: "o"): return .string(try text(type))
        case UInt8(ascii: "h"):
            guard let descriptor = BusDescriptor(duplicating: try basic(type, Int32(-1))) else {
                throw .limitsExceeded("Too many files are open.")
            }
            return .descriptor(descriptor)
        case UInt8(ascii: "v"):
            guard let value = try enclosed(type, contents).first else { throw Self.malformed }
            return .variant(value)
        case UInt8(ascii: "r"), UInt8(ascii: "e"): return .structure(try enclosed(type, contents))
        case UInt8(ascii: "a"): return try array(type, contents)
        default: throw Self.malformed
        }
    }

    private mutating func array(_ type: CChar, _ contents: UnsafePointer<CChar>?) throws(BusFailure) -> BusValue {
        let element = contents.map { String(cString: $0) } ?? ""
        let values = try enclosed(type, contents)
        guard element == "{sv}" else { return .array(values, of: element) }
        var dictionary: [String: BusValue] = [:]
        for entry in values {
            guard case .structure(let pair) = entry, case .string(let key)? = pair.first,
                case .variant(let value)? = pair.last
            else { throw Self.malformed }
            dictionary[key] = value
        }
        return .dictionary(dictionary)
    }

    private mutating func enclosed(
        _ type: CChar, _ contents: UnsafePointer<CChar>?
    ) throws(BusFailure) -> [BusValue] {
        try check(sd_bus_message_enter_container(message, type, contents))
        let values = try all()
        try check(sd_bus_message_exit_container(message))
        return values
    }

    private func basic<Value>(_ type: CChar, _ initial: Value) throws(BusFailure) -> Value {
        var value = initial
        try check(withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(message, type, $0) })
        return value
    }

    private mutating func text(_ type: CChar) throws(BusFailure) -> String {
        let pointer: UnsafePointer<CChar>? = try basic(type, nil)
        guard let pointer else { throw Self.malformed }
        textBytes += strlen(pointer)
        guard textBytes <= textLimit else { throw .limitsExceeded("The texts of the message are too long.") }
        return String(cString: pointer)
    }

    @discardableResult
    private func check(_ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else { throw BusFailure("read a message", result: result) }
        return result
    }

    private static var malformed: BusFailure { .invalidArguments("The message cannot be read.") }
}
