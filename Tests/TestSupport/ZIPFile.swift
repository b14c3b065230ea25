import CZlib

/// A ZIP archive written entry by entry, whose headers may lie.
public struct ZIPFile: Sendable {
    /// An entry with its headers.
    public struct Entry: Sendable {
        public var name: [UInt8]
        public var content: [UInt8]
        public var isDeflated = false
        /// The flags of both headers; bit 0 is encryption.
        public var flags = 0x800
        /// The mode of Unix; 0 for none.
        public var mode = 0o100644
        /// The sum in both headers instead of the right one.
        public var sum: Int?
        /// The size in both headers instead of the right one.
        public var size: Int?
        /// The index of the entry whose bytes the directory names instead.
        public var shares: Int?

        public init(_ name: String, _ content: [UInt8], deflated: Bool = false) {
            self.name = Array(name.utf8)
            self.content = content
            isDeflated = deflated
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// The archive's bytes.
    public var bytes: [UInt8] {
        var file: [UInt8] = []
        func put(_ number: Int, _ size: Int, to bytes: inout [UInt8]) {
            for shift in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
        }
        var starts: [Int] = []
        var directory: [UInt8] = []
        for entry in entries {
            let data = entry.isDeflated ? Self.deflated(entry.content) : entry.content
            let sum = entry.sum ?? Int(crc32(0, entry.content, UInt32(entry.content.count)))
            func common(to bytes: inout [UInt8]) {
                for (number, size) in [
                    (20, 2), (entry.flags, 2), (entry.isDeflated ? 8 : 0, 2), (0, 2), (0x21, 2), (sum, 4),
                    (data.count, 4),
                    (entry.size ?? entry.content.count, 4), (entry.name.count, 2), (0, 2),
                ] { put(number, size, to: &bytes) }
            }
            let start = entry.shares.map { starts[$0] } ?? file.count
            starts.append(start)
            if entry.shares == nil {
                put(0x0403_4B50, 4, to: &file)
                common(to: &file)
                file += entry.name + data
            }
            put(0x0201_4B50, 4, to: &directory)
            put(3 << 8 | 20, 2, to: &directory)
            common(to: &directory)
            for (number, size) in [(0, 2), (0, 2), (0, 2), (entry.mode << 16, 4), (start, 4)] {
                put(number, size, to: &directory)
            }
            directory += entry.name
        }
        let start = file.count
        file += directory
        put(0x0605_4B50, 4, to: &file)
        for (number, size) in [
            (0, 2), (0, 2), (entries.count, 2), (entries.count, 2), (directory.count, 4), (start, 4), (0, 2),
        ] { put(number, size, to: &file) }
        return file
    }

    /// Returns a raw deflated stream.
    public static func deflated(_ data: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // Without the header of zlib.
        guard
            deflateInit2_(
                &stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return data }
        defer { deflateEnd(&stream) }
        var (input, output) = (data, [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(data.count)))))
        return input.withUnsafeMutableBufferPointer { input in
            let count = output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
                return Int(stream.total_out)
            }
            return Array(output.prefix(count))
        }
    }
}
