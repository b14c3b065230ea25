/// A run of bytes of a font file, read as big-endian numbers.
///
/// Every access is checked, in release builds too: what lies outside is nil, never a trap. Offsets are relative to
/// the run. A run is a view; it must not outlive the call that lent the bytes, so it never becomes part of a result.
struct FontBytes {
    // SAFETY: the only unsafe code of the module. `buffer` is lent by the caller of `FontReader` or `FontSniffer` for
    // the length of that call, and no `FontBytes` is stored in anything they return. Every load below is preceded by
    // `0 <= offset <= buffer.count - width`, which implies `offset + width <= buffer.count` without adding numbers
    // that could overflow; an empty buffer (whose base address may be nil) fails that test for every width > 0.
    private let buffer: UnsafeRawBufferPointer
    /// Where the run begins in the file.
    let start: Int

    init(file: UnsafeRawBufferPointer) {
        buffer = file
        start = 0
    }

    private init(buffer: UnsafeRawBufferPointer, start: Int) {
        self.buffer = buffer
        self.start = start
    }

    var count: Int { buffer.count }

    @inline(__always)
    private func has(_ width: Int, at offset: Int) -> Bool { offset >= 0 && offset <= buffer.count - width }

    @inline(__always)
    private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type) -> T? {
        guard has(MemoryLayout<T>.size, at: offset) else { return nil }
        return T(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: type))
    }

    func u8(_ offset: Int) -> Int? { load(offset, as: UInt8.self).map(Int.init) }

    func u16(_ offset: Int) -> Int? { load(offset, as: UInt16.self).map(Int.init) }

    func i16(_ offset: Int) -> Int? { load(offset, as: Int16.self).map(Int.init) }

    /// Nil also where the number does not fit the platform's `Int`.
    func u32(_ offset: Int) -> Int? { load(offset, as: UInt32.self).flatMap(Int.init(exactly:)) }

    /// A signed 16.16 fixed-point number.
    func fixed(_ offset: Int) -> Double? { load(offset, as: Int32.self).map { Double($0) / 65_536 } }

    func tag(_ offset: Int) -> Tag? { load(offset, as: UInt32.self).map(Tag.init) }

    /// Whether `number` elements of `size` bytes lie within the run from `offset` on; never overflows.
    func holds(_ number: Int, of size: Int, at offset: Int) -> Bool {
        guard number >= 0, size > 0, offset >= 0, offset <= count else { return false }
        return number <= (count - offset) / size
    }

    /// A part of the run; nil unless all of it lies within.
    func slice(at offset: Int, count length: Int) -> FontBytes? {
        guard length >= 0, has(length, at: offset) else { return nil }
        return FontBytes(
            buffer: UnsafeRawBufferPointer(rebasing: buffer[offset..<(offset + length)]), start: start + offset)
    }

    /// The run from an offset to its end; nil if the offset lies behind the end.
    func slice(from offset: Int) -> FontBytes? { slice(at: offset, count: count - offset) }

    /// A copy of the bytes.
    func copy() -> [UInt8] { [UInt8](buffer) }
}
