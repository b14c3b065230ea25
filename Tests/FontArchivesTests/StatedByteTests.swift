import FontArchives
import FontModel
import Inspection
import TestSupport
import Testing

/// What archives state about their bytes: sums, lengths, and names and numbers in two places.
@Suite struct StatedByteTests {
    private static func font(_ salt: UInt8) -> [UInt8] {
        [0, 1, 0, 0, 0, 1] + (0..<42).map { UInt8(truncatingIfNeeded: $0 * $0) ^ salt }
    }

    private static let entries = [
        WrittenArchive.Entry("a/A.ttf", font(1)), .init("OFL.txt", Array("text".utf8)), .init("B.ttf", font(2)),
    ]

    /// An archive, and the places of bytes that it says nothing about.
    private struct Sample {
        var name: String
        var bytes: [UInt8]
        var unstated: [Range<Int>] = []
    }

    private static func samples() throws -> [Sample] {
        var samples = try [WrittenArchive.Form.sevenZip, .gzip, .bzip2, .xz].map {
            Sample(name: $0.rawValue, bytes: try WrittenArchive.bytes($0, entries))
        }
        let tar = try WrittenArchive.bytes(.gnuTar, entries)
        samples.append(Sample(name: "zstd", bytes: ZstandardFrame.bytes(tar)))
        samples.append(Sample(name: "two gzip members", bytes: try twoMembers(of: tar)))
        // A plain tar has sums of its headers only.
        let contents = stride(from: 512, to: tar.count, by: 1_024).map { $0..<$0 + 512 }
        samples.append(Sample(name: "tar", bytes: tar, unstated: contents + [tar.count - 512 * 17..<tar.count - 512]))
        let written = try WrittenArchive.bytes(.zip, entries)
        samples.append(Sample(name: "zip of libarchive", bytes: written, unstated: attributes(written)))
        for isDeflated in [false, true] {
            let zip = ZIPFile(entries.map { .init($0.name, $0.content, deflated: isDeflated) }).bytes
            samples.append(Sample(name: "zip, deflated \(isDeflated)", bytes: zip, unstated: attributes(zip)))
        }
        return samples
    }

    private static func twoMembers(of tar: [UInt8]) throws -> [UInt8] {
        HostileArchive.gzipped(Array(tar.prefix(1_000))) + HostileArchive.gzipped(Array(tar.dropFirst(1_000)))
    }

    /// The kinds of files in the directory of a ZIP archive.
    private static func attributes(_ zip: [UInt8]) -> [Range<Int>] {
        zip.indices.filter { zip[$0...].starts(with: [0x50, 0x4B, 1, 2]) }.flatMap {
            [$0 + 4..<$0 + 6, $0 + 38..<$0 + 42]
        }
    }

    private func parts(_ bytes: [UInt8]) -> Result<[UnpackedPart], FontError> {
        Result { () throws(FontError) in
            nonisolated(unsafe) var parts: [UnpackedPart] = []
            var result = Result<Void, FontError>.success(())
            bytes.withUnsafeBytes { bytes in
                result = Result { () throws(FontError) in try ArchivedFonts.read(bytes) { parts.append($0) } }
            }
            try result.get()
            return parts
        }
    }

    /// With any bit of an archive changed, it is refused, or all fonts and texts are those that were packed.
    @Test func noDamagedByteIsTaken() throws {
        for sample in try Self.samples() {
            let sound = try parts(sample.bytes).get()
            #expect(sound.count == 5, "\(sample.name)")
            // Of large archives the ends, where sums and lengths are, and some of the bytes between them.
            let step = max(1, sample.bytes.count / 300)
            let ends = sample.bytes.count - 24
            for place in sample.bytes.indices
            where (place < 64 || place > ends || place % step == 0)
                && !sample.unstated.contains(where: { $0.contains(place) })
            {
                var bytes = sample.bytes
                bytes[place] ^= 1 << UInt8(place % 8)
                guard case .success(let found) = parts(bytes) else { continue }
                #expect(found == sound, "\(sample.name), byte \(place)")
            }
        }
    }

    /// Without its end, wherever it is cut, an archive is refused.
    @Test func noCutArchiveIsTaken() throws {
        for sample in try Self.samples() where sample.name != "tar" {
            for count in stride(from: 6, to: sample.bytes.count, by: max(7, sample.bytes.count / 40)) {
                #expect(throws: FontError.self, "\(sample.name), \(count) bytes") {
                    try parts(Array(sample.bytes.prefix(count))).get()
                }
            }
        }
    }

    /// liblzma takes bytes whose checksum has a type that it does not know.
    @Test func everyStreamOfXZHasAChecksumOfAKnownType() throws {
        let tar = try WrittenArchive.bytes(.gnuTar, Self.entries)
        let padding: [UInt8] = [0, 0, 0, 0]
        func file(_ types: [UInt8]) -> [UInt8] {
            XZStream.bytes(Array(tar.prefix(1_000)), checksumType: types[0]) + padding
                + XZStream.bytes(Array(tar[1_000..<2_000]), checksumType: types[1])
                + XZStream.bytes(Array(tar.dropFirst(2_000)), checksumType: types[2]) + padding
        }
        #expect(try parts(file([1, 1, 1])).get().count == 5)
        for types: [UInt8] in [[2, 1, 1], [1, 3, 1], [1, 1, 2]] {
            let error = #expect(throws: FontError.self, "\(types)") { try parts(file(types)).get() }
            #expect(error?.code == .invalidFontData)
            #expect(error?.message.contains("The type of its checksums is unknown.") == true)
        }
    }

    /// A tar ends with empty blocks, and another one may follow, also after the compression of the first.
    @Test func theFontsOfAllTarsInAFileAreFound() throws {
        func tar(_ family: String) throws -> [UInt8] {
            try WrittenArchive.bytes(.gnuTar, [.init("\(family).ttf", Self.font(UInt8(family.utf8.count)))])
        }
        let tars = try [tar("A"), tar("Other")]
        let files: [String: [[UInt8]]] = [
            "tar": tars, "gzip": tars.map(HostileArchive.gzipped), "zstd": tars.map { ZstandardFrame.bytes($0) },
            "xz": tars.map { XZStream.bytes($0) },
            "one gzip": [HostileArchive.gzipped(tars[0] + tars[1])],
            "one empty block": [Array(tars[0].prefix(1_536)) + tars[1]],
        ]
        for (name, files) in files {
            let fonts = try parts(Array(files.joined())).get().compactMap {
                if case .font(let path) = $0 { path } else { nil }
            }
            #expect(fonts == ["A.ttf", "Other.ttf"], "\(name)")
        }
        // What follows and is no tar is damage, as it is after the compression.
        let other = [UInt8](repeating: 1, count: 512) + [UInt8](repeating: 0, count: 512)
        let error = #expect(throws: FontError.self) { try parts(tars[0] + other).get() }
        #expect(error?.code == .invalidFontData)
    }

    /// The record with large numbers may state as many entries as no file has.
    @Test func anImpossibleNumberOfEntriesIsDamage() {
        let none = [UInt8](repeating: 0, count: 16)
        let most = [UInt8](repeating: 0xFF, count: 16)
        var bytes: [UInt8] = [0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0]
        bytes += none.prefix(12)
        bytes += most
        bytes += none
        bytes += [0x50, 0x4B, 6, 7]
        bytes += none
        bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        bytes += most.prefix(12)
        bytes += [0, 0]
        let file = bytes
        #expect(throws: ZIPDirectory.Defect.damaged("The place of its list of files is wrong.")) {
            try ZIPDirectory(size: file.count, limit: 100) { Array(file[$0]) }
        }
    }

    /// A list of files that would take much memory is not read.
    @Test func aLargeListOfFilesIsRefused() {
        let count = ZIPDirectory.mostBytes + 1
        let size = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) }
        let end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + size + [0, 0, 0, 0, 0, 0]
        #expect(throws: ZIPDirectory.Defect.tooLarge) {
            try ZIPDirectory(size: count + end.count, limit: 100) { range in
                range.map { $0 < count ? 0 : end[$0 - count] }
            }
        }
    }

    /// A field that an archive states, and the value that it gets.
    enum Claim: String, CaseIterable {
        case sum, size, name, method, flags, otherSum, otherName, gzipSum, gzipLength, entryCount, directorySize
        case textSum, hiddenSum, folderSum
    }

    /// Each claim of an archive that is wrong, one by one, with the error that a user gets.
    @Test(arguments: Claim.allCases) func aWrongClaimIsRefused(_ claim: Claim) throws {
        let font = SyntheticFont(family: "Claim").build()
        var file = ZIPFile([
            .init("Claim.ttf", font), .init("OFL.txt", Array("text".utf8)), .init(".hidden", [1, 2]),
            .init("readme.txt", [1, 2]),
        ])
        func local(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
            var zip = file.bytes
            zip.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return zip
        }
        func end(_ offset: Int) -> [UInt8] {
            var zip = file.bytes
            zip[zip.count - 22 + offset] ^= 1
            return zip
        }
        let bytes: [UInt8]
        switch claim {
        case .sum: file.entries[0].sum = 1; bytes = file.bytes
        case .size: (file.entries[0].isDeflated, file.entries[0].size) = (true, 10); bytes = file.bytes
        case .name: bytes = local(30, Array("Other".utf8))
        case .method: bytes = local(8, [8])
        case .flags: bytes = local(6, [8])
        case .otherSum: bytes = local(14, [1, 2, 3, 4])
        case .otherName: bytes = local(26, [8])
        case .entryCount: bytes = end(10)
        case .directorySize: bytes = end(12)
        case .textSum: file.entries[1].sum = 1; bytes = file.bytes
        case .hiddenSum: file.entries[2].sum = 1; bytes = file.bytes
        case .folderSum: file.entries[3].sum = 1; bytes = file.bytes
        case .gzipSum, .gzipLength:
            var packed = HostileArchive.gzipped(try WrittenArchive.bytes(.gnuTar, [.init("Claim.ttf", font)]))
            packed[packed.count - (claim == .gzipSum ? 8 : 4)] ^= 1
            bytes = packed
        }
        let error = #expect(throws: FontError.self) { try parts(bytes).get() }
        #expect(error?.code == .invalidFontData)
        #expect(error?.message.contains("damaged") == true)
    }

}
