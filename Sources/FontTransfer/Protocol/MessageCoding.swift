/// The bytes of a message.
struct MessageWriter {
    /// The length, which is known at the end, and the parts of the message.
    var bytes: [UInt8] = [0, 0, 0, 0]

    mutating func put(_ value: UInt8) { bytes.append(value) }
    mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    mutating func put(_ value: UInt32) {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    mutating func put(_ value: UInt64) {
        put(UInt32(truncatingIfNeeded: value))
        put(UInt32(truncatingIfNeeded: value >> 32))
    }
    mutating func put(_ text: String) {
        put(UInt32(text.utf8.count))
        bytes += text.utf8
    }
    mutating func put(_ text: String?) {
        put(text != nil)
        if let text { put(text) }
    }

    /// The message after its length.
    var message: [UInt8] {
        var length = MessageWriter()
        length.bytes = []
        length.put(UInt32(bytes.count - 4))
        var message = bytes
        message.replaceSubrange(0..<4, with: length.bytes)
        return message
    }
}

/// The parts of a message, which the other side may have made up.
struct MessageReader {
    /// The message has another form.
    struct Invalid: Error {}

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func byte() throws(Invalid) -> UInt8 {
        guard let byte = bytes.popFirst() else { throw Invalid() }
        return byte
    }

    mutating func flag() throws(Invalid) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw Invalid() }
        return byte == 1
    }

    mutating func number() throws(Invalid) -> UInt32 {
        guard bytes.count >= 4 else { throw Invalid() }
        defer { bytes = bytes.dropFirst(4) }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A number of parts that follow.
    mutating func count() throws(Invalid) -> Int {
        let count = Int(try number())
        guard count <= bytes.count else { throw Invalid() }
        return count
    }

    mutating func long() throws(Invalid) -> Int64 {
        let low = try number()
        return Int64(bitPattern: UInt64(try number()) << 32 | UInt64(low))
    }

    mutating func text() throws(Invalid) -> String {
        let count = try count()
        guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { throw Invalid() }
        bytes = bytes.dropFirst(count)
        return text
    }

    mutating func optionalText() throws(Invalid) -> String? { try flag() ? try text() : nil }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}

/// Cuts the bytes of a socket into messages.
package struct MessageBuffer: Sendable {
    /// A message is longer than ``FetchProtocol/length``.
    package struct TooLong: Error {}

    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    package mutating func append(_ part: some Sequence<UInt8>) {
        if start > 0 { bytes.removeSubrange(..<start) }
        start = 0
        bytes += part
    }

    /// The next message without its length; nil until it is complete.
    package mutating func next() throws(TooLong) -> [UInt8]? {
        guard bytes.count - start >= 4 else { return nil }
        let length = bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= FetchProtocol.length else { throw TooLong() }
        guard bytes.count - start >= 4 + length else { return nil }
        defer { start += 4 + length }
        return Array(bytes[(start + 4)..<(start + 4 + length)])
    }
}
