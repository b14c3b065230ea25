package import FontModel

/// The archive of an export: a tar in the format ustar (POSIX.1-2024, pax) of regular files with short names.
///
/// It is read and written here, since the library that reads archives would take time at each start of fontctl, and
/// accepts links, devices and extensions, which no export has.
package enum TarArchive {
    static let blockSize = 512

    /// A file in an archive.
    package struct Entry {
        package var name: String
        /// The place of its bytes in the archive.
        package var range: Range<Int>
    }

    /// The places of the fields in the header of an entry.
    fileprivate enum Field {
        static let name = 0..<100
        static let mode = 100..<108
        static let user = 108..<116
        static let group = 116..<124
        static let size = 124..<136
        static let time = 136..<148
        static let checksum = 148..<156
        static let type = 156
        static let magic = 257..<265
        static let prefix = 345
    }

    fileprivate static let magic = Array("ustar\u{0}00".utf8)

    /// Returns the sum of a header's bytes, in which the checksum itself counts as spaces.
    fileprivate static func checksum(_ header: [UInt8]) -> Int {
        header.enumerated().reduce(0) { sum, byte in
            sum + (Field.checksum.contains(byte.offset) ? 0x20 : Int(byte.element))
        }
    }

    /// Returns the number of bytes that fill the last block of a file.
    fileprivate static func padding(_ size: Int) -> Int { (blockSize - size % blockSize) % blockSize }
}

extension TarArchive {
    /// A defect of an archive, as a sentence.
    package struct Defect: Error { package var reason: Message }

    /// Returns the files in an archive; folders are left out.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - isFolder: Returns whether the archive may have an entry of a folder with this name, which ends with a slash.
    package static func entries(
        of source: SourceFile, limit: Int, isFolder: (String) -> Bool
    ) throws(Defect) -> [Entry] {
        var entries: [Entry] = []
        var start = 0
        for _ in 0...limit {
            let header = try header(at: start, of: source)
            if header.allSatisfy({ $0 == 0 }) {
                guard try self.header(at: start + blockSize, of: source).allSatisfy({ $0 == 0 }) else {
                    throw Defect(reason: "The end of the archive is missing.")
                }
                return entries
            }
            let (name, size, isRegular) = try facts(of: header)
            start += blockSize
            guard size <= source.size - start else { throw Defect(reason: "The archive is incomplete.") }
            if isRegular {
                entries.append(Entry(name: name, range: start..<start + size))
            } else if !isFolder(name) || size != 0 {
                throw Defect(reason: "The entry \(name) is not a regular file.")
            }
            start += size + padding(size)
        }
        throw Defect(reason: "The archive has too many entries.")
    }

    private static func header(at start: Int, of source: SourceFile) throws(Defect) -> [UInt8] {
        guard let header = source.file.bytes(at: start, most: blockSize), header.count == blockSize else {
            throw Defect(reason: "The archive is incomplete.")
        }
        return header
    }

    private static func facts(of header: [UInt8]) throws(Defect) -> (name: String, size: Int, isRegular: Bool) {
        guard header[Field.magic].elementsEqual(magic) else {
            throw Defect(reason: "The archive is not in the tar format ustar; an archive of fonts can be registered.")
        }
        guard number(header[Field.checksum]) == checksum(header) else {
            throw Defect(reason: "The archive has a header with a wrong checksum.")
        }
        let name = header[Field.name].prefix { $0 != 0 }
        guard name.allSatisfy({ (0x21...0x7E).contains($0) }), header[Field.prefix] == 0 else {
            throw Defect(reason: "The archive contains an unexpected entry.")
        }
        let text = String(decoding: name, as: UTF8.self)
        guard let size = number(header[Field.size]) else {
            throw Defect(reason: "The entry \(text) has no size.")
        }
        return (text, size, header[Field.type] == 0 || header[Field.type] == UInt8(ascii: "0"))
    }

    /// Returns the number of a field: octal digits, ended by spaces or zero bytes.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.prefix { $0 != 0 && $0 != 0x20 }
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }),
            field.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == 0x20 })
        else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }
}

/// A writer of an archive, whose bytes depend on the names and contents only.
package struct TarWriter {
    private let descriptor: Int32
    /// The path for messages.
    private let path: String
    /// The number of bytes written.
    package private(set) var size = 0

    package init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Adds a file.
    ///
    /// - Throws: `registrationFailed` (301) if the archive cannot be written.
    package mutating func add(_ name: String, _ bytes: [UInt8]) throws(FontError) {
        try write(Self.header(name, size: bytes.count))
        try write(bytes)
        try write([UInt8](repeating: 0, count: TarArchive.padding(bytes.count)))
    }

    /// Adds a copy of a file of fontd.
    ///
    /// - Returns: The hash of the bytes.
    /// - Throws: `registrationFailed` (301) if it cannot be read or the archive cannot be written, or
    ///   `invalidFontData` (104) if its size changed.
    package mutating func add(_ name: String, _ source: SourceFile) throws(FontError) -> String {
        try write(Self.header(name, size: source.size))
        let copied = try ByteCopy.append(source, to: descriptor, targetPath: path)
        guard copied.size == source.size else {
            throw FontError(.invalidFontData, "The file changed while it was read. Try again.", file: source.path)
        }
        size += copied.size
        try write([UInt8](repeating: 0, count: TarArchive.padding(copied.size)))
        return copied.sha256
    }

    /// Ends the archive.
    package mutating func end() throws(FontError) { try write([UInt8](repeating: 0, count: 2 * TarArchive.blockSize)) }

    private mutating func write(_ bytes: [UInt8]) throws(FontError) {
        try ByteCopy.writeAll(bytes, to: descriptor, path: path)
        size += bytes.count
    }

    /// Returns the header of a file of root with the permissions 0644 and no date.
    private static func header(_ name: String, size: Int) -> [UInt8] {
        typealias Field = TarArchive.Field
        precondition(name.utf8.count <= Field.name.count && size < 1 << 33, "a file that no export has")
        var header = [UInt8](repeating: 0, count: TarArchive.blockSize)
        func set(_ start: Int, _ bytes: some Collection<UInt8>) {
            header.replaceSubrange(start..<start + bytes.count, with: bytes)
        }
        func set(_ field: Range<Int>, _ number: Int) {
            let digits = String(number, radix: 8)
            set(field.lowerBound, (String(repeating: "0", count: field.count - 1 - digits.count) + digits).utf8)
        }
        set(Field.name.lowerBound, name.utf8)
        set(Field.mode, 0o644)
        for field in [Field.user, Field.group, Field.time] { set(field, 0) }
        set(Field.size, size)
        set(Field.type, "0".utf8)
        set(Field.magic.lowerBound, TarArchive.magic)
        // Six digits, a zero byte and a space.
        set(Field.checksum.lowerBound..<Field.checksum.upperBound - 1, TarArchive.checksum(header))
        header[Field.checksum.upperBound - 1] = 0x20
        return header
    }
}
