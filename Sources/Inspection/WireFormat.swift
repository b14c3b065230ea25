/// An encoder of values into bytes for ``WireReader``.
package struct WireWriter {
    package var bytes: [UInt8] = []
    /// The number of bytes after which nothing is written any more: texts that many faces share are written for each.
    private let limit: Int

    /// - Parameter limit: The number of bytes above which the result is incomplete and of no use.
    package init(upTo limit: Int = .max) { self.limit = limit }

    package mutating func put(_ number: some FixedWidthInteger) {
        guard bytes.count <= limit else { return }
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes += $0 }
    }

    package mutating func put(_ number: Double) { put(number.bitPattern) }

    package mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

    package mutating func put(_ block: [UInt8]) {
        put(UInt32(block.count))
        guard bytes.count <= limit else { return }
        bytes += block
    }

    package mutating func put(_ text: String) { put(Array(text.utf8)) }

    package mutating func put<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    package mutating func put<Element>(_ list: [Element], _ body: (inout WireWriter, Element) -> Void) {
        put(UInt32(list.count))
        for element in list { body(&self, element) }
    }
}

/// The error for bytes from a worker that are not a valid reply; the worker is not trusted any more.
package struct MalformedAnswer: Error, Sendable, Hashable {
    /// The reason, as a clause.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// A decoder of untrusted bytes.
///
/// It never traps, and allocates no more memory than the bytes hold.
package struct WireReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func block(_ count: Int) throws(MalformedAnswer) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw MalformedAnswer("it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads all that is left.
    package mutating func rest(upTo limit: Int) throws(MalformedAnswer) -> [UInt8] {
        guard rest.count <= limit else { throw MalformedAnswer("it is too long") }
        return Array(try block(rest.count))
    }

    package mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type = Number.self
    ) throws(MalformedAnswer) -> Number {
        try block(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// Reads an integer within a range.
    package mutating func count(in range: ClosedRange<Int>, _ what: String) throws(MalformedAnswer) -> Int {
        let number = Int(try number(UInt32.self))
        guard range.contains(number) else { throw MalformedAnswer("\(what) is \(number)") }
        return number
    }

    package mutating func flag() throws(MalformedAnswer) -> Bool {
        switch try number(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw MalformedAnswer("a flag is neither 0 nor 1")
        }
    }

    /// Reads a text with a maximum number of bytes.
    package mutating func text(upTo limit: Int) throws(MalformedAnswer) -> String {
        let count = try count(in: 0...limit, "the length of a text")
        guard let text = String(validating: try block(count), as: UTF8.self) else {
            throw MalformedAnswer("a text is not UTF-8")
        }
        return text
    }

    package mutating func optional<Value>(
        _ body: (inout WireReader) throws(MalformedAnswer) -> Value
    ) throws(MalformedAnswer) -> Value? {
        try flag() ? try body(&self) : nil
    }

    package mutating func list<Element>(
        of range: ClosedRange<Int>, _ what: String,
        _ body: (inout WireReader, _ index: Int) throws(MalformedAnswer) -> Element
    ) throws(MalformedAnswer) -> [Element] {
        let count = try count(in: range, "the number of \(what)")
        var elements: [Element] = []
        for index in 0..<count { elements.append(try body(&self, index)) }
        return elements
    }
}
