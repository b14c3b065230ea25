/// A pack of hash bins: transport without a signature of its own, as each bin in it is verified.
///
/// It is a gzip file of parts: a line with the name of a file below `metadata/` and its length, the bytes, a line end.
package enum BinPack {
    /// The greatest size of a pack, packed or not.
    package static let limit = 64 << 20

    /// Returns a pack of files.
    package static func pack(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        for file in files {
            bytes += "\(file.name) \(file.bytes.count)\n".utf8
            bytes += file.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return PublishedFolder.gzip(bytes)
    }

    /// Returns the files of a pack with some names; nil if it is damaged.
    ///
    /// Anyone can make a pack: what is not asked for takes no memory.
    package static func files(in pack: [UInt8], named names: Set<String>) -> [String: [UInt8]]? {
        guard pack.count <= limit, let bytes = PublishedFolder.gunzip(pack, atMost: limit) else { return nil }
        var files: [String: [UInt8]] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let end = rest.prefix(512).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            rest = rest[(end + 1)...]
            guard words.count == 2, let length = Int(words[1]), length >= 0, length < rest.count else { return nil }
            let name = String(words[0])
            if names.contains(name) { files[name] = Array(rest.prefix(length)) }
            guard rest[rest.startIndex + length] == UInt8(ascii: "\n") else { return nil }
            rest = rest.dropFirst(length + 1)
        }
        return files
    }
}
