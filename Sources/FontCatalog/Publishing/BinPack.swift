/// A pack of hash bins: transport without a signature of its own, as each bin in it is verified.
///
/// It is a gzip file of parts: a line with the name of a file below `metadata/` and its length, the bytes, a line end.
package enum BinPack {
    /// The greatest size of a pack, packed or not.
    package static let limit = 64 << 20

    /// Returns a pack of files.
    package static func pack(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        PublishedFolder.gzip(joined(files))
    }

    /// Returns the parts of a pack, as they are before compression.
    static func joined(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.reduce(0) { $0 + $1.name.utf8.count + $1.bytes.count + 24 })
        for file in files {
            bytes += "\(file.name) \(file.bytes.count)\n".utf8
            bytes += file.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Returns the files of a pack with some names; nil if it is damaged.
    ///
    /// Anyone can make a pack: what is not asked for takes no memory.
    package static func files(in pack: [UInt8], named names: Set<String>) -> [String: [UInt8]]? {
        guard pack.count <= limit, let bytes = PublishedFolder.gunzip(pack, atMost: limit) else { return nil }
        return places(in: bytes, named: names)?.mapValues { Array(bytes[$0]) }
    }

    /// Returns where files are in the parts of a pack, by name; nil if it is damaged.
    ///
    /// - Parameter names: The names that are asked for; nil for all.
    static func places(in bytes: [UInt8], named names: Set<String>? = nil) -> [String: Range<Int>]? {
        var places: [String: Range<Int>] = [:]
        var place = 0
        while place < bytes.count {
            guard let end = bytes[place...].prefix(512).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let words = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
            place = end + 1
            guard words.count == 2, let length = Int(words[1]), length >= 0, length < bytes.count - place,
                bytes[place + length] == UInt8(ascii: "\n")
            else { return nil }
            let name = String(words[0])
            if names?.contains(name) != false { places[name] = place..<(place + length) }
            place += length + 1
        }
        return places
    }
}
