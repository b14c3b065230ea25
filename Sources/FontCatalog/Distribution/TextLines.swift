import Glibc

/// The lines of a text that comes in pieces.
struct TextLines {
    /// The maximum length of a line in bytes; the rest of a longer one is left out.
    private static let limit = 1 << 20

    /// The bytes after the last line end.
    private var rest: [UInt8] = []

    /// Reads the next bytes.
    ///
    /// - Parameter take: Receives each line, with its end.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
        guard let start = bytes.baseAddress else { return }
        var place = 0
        while place < bytes.count, let end = memchr(start + place, 0x0A, bytes.count - place) {
            let next = UnsafeRawPointer(end) - start + 1
            let line = UnsafeRawBufferPointer(rebasing: bytes[place..<next])
            if rest.isEmpty {
                take(line)
            } else {
                rest += line
                rest.withUnsafeBytes(take)
                rest.removeAll(keepingCapacity: true)
            }
            place = next
        }
        if rest.count < Self.limit { rest += bytes[place...] }
    }

    /// Ends the text.
    ///
    /// - Parameter take: Receives what follows the last line end.
    mutating func finish(_ take: (UnsafeRawBufferPointer) -> Void) {
        if !rest.isEmpty { rest.withUnsafeBytes(take) }
        rest = []
    }
}
