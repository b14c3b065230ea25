import FontModel

/// A file that a process has mapped, as a line of `/proc/PID/maps` names it.
struct MappedPath {
    /// The number of the device, which differs from that of `stat` on some file systems.
    var device: UInt64?
    var inode: UInt64
    /// The bytes of the path, with the mark of a deleted file.
    private let text: ArraySlice<UInt8>

    /// The path as the kernel writes it, with a mark if the file is deleted.
    var markedPath: String { String(decoding: text, as: UTF8.self) }

    /// The path without that mark.
    var path: String { Self.withoutMark(markedPath) }

    /// Returns the mapped files of a process, each at least once; nil if it may not be inspected.
    static func all(of process: Int32) -> [MappedPath]? {
        guard let maps = try? fileContents("/proc/\(process)/maps") else { return nil }
        var last: (inode: UInt64, text: ArraySlice<UInt8>) = (0, [])
        return maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // The fields are address, permissions, offset, device, inode and path.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count == 6, let inode = UInt64(String(decoding: fields[4], as: UTF8.self)), inode != 0
            else { return nil }
            let text = fields[5].drop { $0 == UInt8(ascii: " ") }
            // A file has a line for each of its segments, one after the other.
            guard text != last.text || inode != last.inode else { return nil }
            last = (inode, text)
            return MappedPath(device: device(fields[3]), inode: inode, text: text)
        }
    }

    /// Returns a path without the kernel's mark of a deleted file.
    static func withoutMark(_ path: String) -> String {
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.utf8.count)) : path
    }

    /// Converts `major:minor` in hexadecimal digits to the device number of `stat`.
    private static func device(_ field: ArraySlice<UInt8>) -> UInt64? {
        let parts = field.split(separator: UInt8(ascii: ":")).map {
            UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        return (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | (minor & 0xFF) | (minor & ~0xFF) << 12
    }
}
