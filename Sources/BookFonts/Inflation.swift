import CZlib
import Foundation

/// Deflated data without a header (RFC 1951), read by zlib.
enum Inflation {
    /// Returns the inflated data; nil if it is damaged or larger than a limit.
    ///
    /// It may be at most 100 times as large as the deflated data, which no font is.
    /// - Parameter isStart: Whether the data is the start of the deflated data, of which the first bytes up to the limit
    ///   are returned.
    static func inflate(_ deflated: Data, upTo limit: Int, isStart: Bool = false) -> Data? {
        let limit = isStart ? limit : min(limit, 100 * deflated.count)
        var stream = z_stream()
        guard czlib_begin_raw(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = [UInt8](deflated)
        var result = Data()
        var block = [UInt8](repeating: 0, count: isStart ? limit : 1 << 16)
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while true {
                let status = block.withUnsafeMutableBufferPointer { block in
                    stream.next_out = block.baseAddress
                    stream.avail_out = UInt32(block.count)
                    return CZlib.inflate(&stream, Z_NO_FLUSH)
                }
                result.append(contentsOf: block.prefix(block.count - Int(stream.avail_out)))
                guard result.count <= limit else { return nil }
                if status == Z_STREAM_END || isStart && [Z_OK, Z_BUF_ERROR].contains(status) { return result }
                guard status == Z_OK, stream.avail_in > 0 || stream.avail_out == 0 else { return nil }
            }
        }
    }
}
