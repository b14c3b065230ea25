/// A range of bytes of a font file, read as big-endian numbers.
///
/// Every access is checked, also in release builds: a read out of bounds returns nil and never traps. Offsets are
/// relative to the range. The value is a view. It must not outlive the call that lends the bytes, so it is never part
/// of a result.
@safe
package struct FontBytes {
    // SAFETY: the only loads from raw memory in the module. `buffer` is lent by the caller of `FontReader` or `FontSniffer` for
    // the duration of that call, and no `FontBytes` is stored in anything they return. Every load below is preceded by
    // `0 <= offset <= buffer.count - width`, which implies `offset + width <= buffer.count` without an addition that
    // could overflow. An empty buffer (whose base address may be nil) fails that test for every width > 0.
    private let buffer: UnsafeRawBufferPointer
    /// The offset of the range in the file.
    package let start: Int

    package init(file: UnsafeRawBufferPointer) {
        unsafe buffer = file
        start = 0
    }

    private init(buffer: UnsafeRawBufferPointer, start: Int) {
        unsafe self.buffer = buffer
        self.start = start
    }

    package var count: Int { unsafe buffer.count }

    @inline(__always)
    private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type) -> T? {
        guard offset >= 0, offset <= count - MemoryLayout<T>.size else { return nil }
        return unsafe T(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: type))
    }

    package func u8(_ offset: Int) -> Int? { load(offset, as: UInt8.self).map(Int.init) }

    package func u16(_ offset: Int) -> Int? { load(offset, as: UInt16.self).map(Int.init) }

    package func i16(_ offset: Int) -> Int? { load(offset, as: Int16.self).map(Int.init) }

    /// Returns a 32-bit number, or nil also if it does not fit the platform's `Int`.
    package func u32(_ offset: Int) -> Int? { load(offset, as: UInt32.self).flatMap(Int.init(exactly:)) }

    /// Returns a signed 16.16 fixed-point number.
    package func fixed(_ offset: Int) -> Double? { load(offset, as: Int32.self).map { Double($0) / 65_536 } }

    package func tag(_ offset: Int) -> Tag? { load(offset, as: UInt32.self).map(Tag.init) }

    /// Whether `number` elements of `size` bytes from `offset` on lie within the range; never overflows.
    package func holds(_ number: Int, of size: Int, at offset: Int) -> Bool {
        guard number >= 0, size > 0, offset >= 0, offset <= count else { return false }
        return number <= (count - offset) / size
    }

    /// Returns a part of the range, or nil unless it lies entirely within.
    package func slice(at offset: Int, count length: Int) -> FontBytes? {
        guard holds(length, of: 1, at: offset) else { return nil }
        return unsafe FontBytes(
            buffer: UnsafeRawBufferPointer(rebasing: buffer[offset..<(offset + length)]), start: start + offset)
    }

    /// Returns the rest of the range from an offset on, or nil if the offset is past the end.
    package func slice(from offset: Int) -> FontBytes? { slice(at: offset, count: count - offset) }

    /// Returns a copy of the bytes.
    package func copy() -> [UInt8] { unsafe [UInt8](buffer) }

    /// Returns the sum of the 32-bit numbers; the last one is padded with zeros.
    ///
    /// In this module, as the loop takes twice the time in another one.
    package func checksum() -> UInt32 {
        var sum: UInt32 = 0
        var place = 0
        while let number = u32(place) {
            sum &+= UInt32(truncatingIfNeeded: number)
            place += 4
        }
        var shift: UInt32 = 24
        while let byte = u8(place) {
            sum &+= UInt32(truncatingIfNeeded: byte) << shift
            shift &-= 8
            place += 1
        }
        return sum
    }
}

/// A tag of four bytes that identifies a table, an axis or a container.
package struct Tag: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral text: String) {
        rawValue = text.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The tag as text: four characters, with escapes for bytes that are not printable ASCII.
    package var text: String {
        var text = ""
        for shift: UInt32 in [24, 16, 8, 0] {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\u{\(String(byte, radix: 16))}"
            }
        }
        return text
    }

    package static func < (lhs: Tag, rhs: Tag) -> Bool { lhs.rawValue < rhs.rawValue }
}
