import CFontconfig

/// The patterns of a set by the hashes of names that they have, such as those of their families.
///
/// A list asks for each of thousands of fonts. It takes a tenth of the time of a table of strings, because no name is copied.
final class PatternIndex: @unchecked Sendable {
    // Sendable: like those of the catalogue, the patterns are only read, and the configuration keeps them.

    /// A pattern with its position in fontconfig's order.
    struct Item {
        var position: Int
        var pattern: PatternView
    }

    private struct Entry {
        var hash: UInt64
        var item: Item
        /// The next entry with the same remainder; -1 if there is none.
        var next: Int
    }

    private var entries: [Entry] = []
    /// The first entry for each remainder of a hash; -1 if there is none.
    private var first: [Int] = []

    /// Reads the system's fonts of a configuration.
    ///
    /// - Parameter hashNames: Calls its second argument with the hash of each name of a pattern.
    init(of config: ConfigHandle, _ hashNames: (PatternView, _ add: (UInt64) -> Void) -> Void) {
        var position = 0
        config.forEachPattern(in: FcSetSystem) { pattern in
            hashNames(pattern) { hash in
                entries.append(Entry(hash: hash, item: Item(position: position, pattern: pattern), next: -1))
            }
            position += 1
        }
        var size = 16
        while size < entries.count { size *= 2 }
        first = Array(repeating: -1, count: size)
        // From the end, so that the entries of a remainder are in fontconfig's order.
        for place in entries.indices.reversed() {
            let remainder = Int(entries[place].hash % UInt64(size))
            entries[place].next = first[remainder]
            first[remainder] = place
        }
    }

    /// Calls `body` with the patterns that have a name with a hash, in fontconfig's order.
    ///
    /// Other names may have the same hash.
    func forEach(_ hash: UInt64, _ body: (Item) -> Void) {
        var place = first[Int(hash % UInt64(first.count))]
        while place >= 0 {
            if entries[place].hash == hash { body(entries[place].item) }
            place = entries[place].next
        }
    }
}

/// The hash of a sequence of bytes (FNV-1a), which is the same for a name in a pattern and in a string.
struct ByteHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// Returns the hash of a C string.
    static func of(_ text: UnsafePointer<CChar>) -> UInt64 {
        var (hash, place) = (ByteHash(), text)
        while place.pointee != 0 {
            hash.add(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return hash.value
    }
}
