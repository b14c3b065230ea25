extension SampleFile {
    /// Returns a WOFF 1 file with one face, whose tables are not compressed, as the format allows.
    public static func woff(wrapping font: [UInt8]) -> [UInt8] {
        let entries = SyntheticDirectoryEntry.all(in: font)
        var offset = 44 + 20 * entries.count
        let padded = entries.reduce(0) { $0 + ($1.length + 3) & ~3 }
        var file = SyntheticWriter(capacity: offset + padded)
        file.tag("wOFF")
        file.append(font.prefix(4))
        file.u32(offset + padded)
        file.u16(entries.count)
        file.u16(0)
        file.u32(12 + 16 * entries.count + padded)
        // Version 1.0, no metadata, no private data.
        file.u32(0x0001_0000)
        file.zeros(20)
        for entry in entries {
            file.tag(entry.tag)
            file.u32(offset)
            file.u32(entry.length)
            file.u32(entry.length)
            file.u32(Int(entry.checksum))
            offset += (entry.length + 3) & ~3
        }
        for entry in entries {
            file.append(font[entry.range])
            file.pad(to: 4)
        }
        return file.bytes
    }

    /// Returns a Macintosh resource file, as in the data fork of a `.dfont`, with a font as its only `sfnt` resource.
    public static func dfont(wrapping font: [UInt8]) -> [UInt8] {
        let dataStart = 256
        let dataLength = 4 + font.count
        let mapLength = 28 + 2 + 8 + 12
        var file = SyntheticWriter(capacity: dataStart + dataLength + mapLength)
        func header(_ file: inout SyntheticWriter) {
            for number in [dataStart, dataStart + dataLength, dataLength, mapLength] { file.u32(number) }
        }
        header(&file)
        file.zeros(dataStart - file.count)
        file.u32(font.count)
        file.append(font)
        // The map repeats the header, followed by a handle, a file number and attributes that are used only in memory.
        header(&file)
        file.zeros(8)
        // Type list after 28 bytes, name list at the end, since there are no names.
        file.u16(28)
        file.u16(mapLength)
        // One type, `sfnt`, with one resource (counts are stored minus one), whose reference is 10 bytes into the type
        // list.
        file.u16(0)
        file.tag("sfnt")
        file.u16(0)
        file.u16(10)
        // Number 128, no name, attributes and offset 0, handle.
        file.u16(128)
        file.u16(0xFFFF)
        file.u32(0)
        file.u32(0)
        return file.bytes
    }

    /// Returns an Embedded OpenType file with a font: version 0x00020001, not compressed, without names.
    public static func eot(wrapping font: [UInt8]) -> [UInt8] {
        // Sizes, version, flags, PANOSE, character set, italic, weight, embedding, magic, ranges, adjustment, padding.
        let headerSize = 82 + 2 * 9
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize + font.count)
        func little(_ value: Int, _ width: Int) {
            for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
        }
        little(headerSize + font.count, 4)
        little(font.count, 4)
        little(0x0002_0001, 4)
        little(0, 4)
        little(0, 10)
        little(1, 1)
        little(0, 1)
        little(400, 4)
        little(0, 2)
        little(0x504C, 2)
        for _ in 0..<6 { little(0, 4) }
        little(0, 4)
        for _ in 0..<4 { little(0, 4) }
        // Family, style, version, full name and root string, each padding and length.
        while bytes.count < headerSize { bytes.append(0) }
        return bytes + font
    }
}
