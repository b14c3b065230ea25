import FontModel
import Foundation
import TestSupport
import Testing
import WebFonts

/// The fonts in files packed for the web, read in this process.
@Suite struct UnwrappingTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func unwrap(_ file: [UInt8]) throws -> [UInt8] {
        try file.withUnsafeBytes { bytes throws in try WebFontFile.font(in: bytes) }
    }

    private func failure(_ file: [UInt8]) -> FontError.Code? {
        do {
            _ = try unwrap(file)
            return nil
        } catch { return (error as? FontError)?.code }
    }

    @Test func aWOFFFileHasTheFontByteForByte() throws {
        for font in [SyntheticFont(family: "Web").build(), SyntheticFont(family: "Web") { $0.outlines = .cff }.build()]
        {
            #expect(try unwrap(PackedFonts.woff(font)) == font)
            // Stored blocks are allowed as well.
            #expect(try unwrap(SampleFile.woff(wrapping: font)) == font)
        }
    }

    @Test(.enabled(if: PackedFonts.canPackWOFF2)) func aWOFF2FileHasTheTablesOfTheFont() throws {
        let font = SyntheticFont(family: "Web").build()
        let unwrapped = try unwrap(try PackedFonts.woff2(font, in: home))
        let tags = ["name", "OS/2", "cmap", "post"]
        func tables(_ font: [UInt8]) -> [ArraySlice<UInt8>] {
            SyntheticDirectoryEntry.all(in: font).filter { tags.contains($0.tag) }.map { font[$0.range] }
        }
        #expect(tables(unwrapped) == tables(font))
        // Unwrapping again gives the same bytes, so that the same file is the same registration.
        #expect(try unwrap(try PackedFonts.woff2(font, in: home)) == unwrapped)
    }

    @Test func claimsAreCheckedBeforeAnythingIsDecoded() throws {
        let font = SyntheticFont(family: "Web").build()
        // The sum is another one; a table ends outside; tables share a block; a table shrinks while it is packed.
        #expect(failure(PackedFonts.woff(font, total: 1_000)) == .invalidFontData)
        #expect(failure(PackedFonts.woff(font) { $1.0 += $0 == 3 ? 1 << 24 : 0 }) == .invalidFontData)
        #expect(failure(PackedFonts.woff(font) { if $0 > 0 { $1.0 = 44 + 20 * 9 } }) == .invalidFontData)
        #expect(failure(PackedFonts.woff(font) { if $0 == 2 { $1.2 = $1.1 - 1 } }) == .invalidFontData)
        #expect(failure(PackedFonts.woff(font) { if $0 == 2 { $1.2 = 200 << 20 } }) == .exceededResourceLimit)
        #expect(failure(PackedFonts.woff(font) + [0]) == .invalidFontData)
        #expect(failure(PackedFonts.woff(font).dropLast()) == .invalidFontData)
        #expect(failure(Array("wOFF".utf8)) == .invalidFontData)
        #expect(failure(Array("wOF2".utf8)) == .invalidFontData)
        #expect(failure([]) == .unrecognizedFormat)
        #expect(failure(font) == .unrecognizedFormat)
    }

    /// Zeros by the dozen megabytes: over the ratio, and below the ratio but over the size.
    @Test func bombsAreRefused() throws {
        var bomb = SyntheticFont(family: "Bomb")
        bomb.extraTables["zzzz"] = [UInt8](repeating: 0, count: 25 << 20)
        #expect(failure(PackedFonts.woff(bomb.build())) == .exceededResourceLimit)
        var large = SyntheticFont(family: "Large")
        // Noise makes the file larger, and so the ratio smaller.
        var random = SplitMix64(state: 5)
        large.extraTables["noise"] = nil
        large.extraTables["aaaa"] = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) }
        large.extraTables["zzzz"] = [UInt8](repeating: 0, count: 65 << 20)
        #expect(failure(PackedFonts.woff(large.build())) == .exceededResourceLimit)
        if PackedFonts.canPackWOFF2 {
            #expect(failure(try PackedFonts.woff2(bomb.build(), in: home)) == .exceededResourceLimit)
        }
    }

    @Test func anotherSizeInTheHeaderOfAWOFF2FileIsNotUsed() throws {
        guard PackedFonts.canPackWOFF2 else { return }
        let font = SyntheticFont(family: "Web").build()
        let file = try PackedFonts.woff2(font, in: home)
        for size in [0, 1_000, Int(UInt32.max)] {
            var lying = file
            lying.replaceSubrange(16..<20, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
            // It decodes or it is refused.
            if let result = try? unwrap(lying) { #expect(result == (try unwrap(file))) }
        }
    }

    /// With any bit of a WOFF file changed, it is refused, or the font is the one that was packed; only the version of the
    /// font, its flavour and the tags of its tables stand nowhere else.
    @Test func noDamagedByteIsTaken() throws {
        let font = SyntheticFont().build()
        for file in [PackedFonts.woff(font), SampleFile.woff(wrapping: font)] {
            let sound = try unwrap(file)
            let tables = Int(file[12]) << 8 | Int(file[13])
            let unstated = [4..<8, 14..<16, 20..<24] + (0..<tables).map { 44 + 20 * $0..<48 + 20 * $0 }
            // The sum of `head` leaves out the adjustment in it.
            let head = (0..<tables).map { 44 + 20 * $0 }.filter { file[$0..<$0 + 4].elementsEqual("head".utf8) }
                .map { file[$0 + 4..<$0 + 8].reduce(0) { $0 << 8 | Int($1) } + 8 }.map { $0..<$0 + 4 }
            for place in file.indices
            where !head.contains(where: { $0.contains(place) }) && !unstated.contains(where: { $0.contains(place) }) {
                var bytes = file
                bytes[place] ^= 1 << UInt8(place % 8)
                guard let found = try? unwrap(bytes) else { continue }
                #expect(found == sound, "byte \(place)")
            }
        }
    }

    /// Metadata and private data after the tables.
    @Test func blocksAreWhereTheHeaderSays() throws {
        let font = SyntheticFont().build()
        let metadata = Array("<metadata/>".utf8)
        func file(
            _ change: (inout (offset: Int, length: Int, unpacked: Int, data: Int, dataLength: Int)) -> Void = { _ in },
            more: [UInt8] = []
        ) -> [UInt8] {
            var file = PackedFonts.woff(font)
            let packed = PackedFonts.deflated(metadata)
            var numbers = (
                offset: file.count, length: packed.count, unpacked: metadata.count, data: 0, dataLength: 4
            )
            file += packed
            while file.count % 4 != 0 { file.append(0) }
            numbers.data = file.count
            file += [1, 2, 3, 4] + more
            change(&numbers)
            func put(_ number: Int, at place: Int) {
                for byte in 0..<4 { file[place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
            }
            put(file.count, at: 8)
            for (index, number) in [
                numbers.offset, numbers.length, numbers.unpacked, numbers.data, numbers.dataLength,
            ].enumerated() { put(number, at: 24 + 4 * index) }
            return file
        }
        #expect(try unwrap(file()) == unwrap(PackedFonts.woff(font)))
        for damaged in [
            file { $0.unpacked += 1 }, file { $0.length += 40 }, file { $0.offset = 44 }, file { $0.data = 44 },
            file { $0.dataLength += 1 }, file { $0.dataLength = 0x7FFF_FFFF }, file(more: [5, 6, 7, 8]),
            file { ($0.offset, $0.length) = (0, 0) },
        ] {
            #expect(throws: FontError.self) { try unwrap(damaged) }
        }
    }

    /// What a WOFF2 file states about its lengths; its data have no sums.
    @Test(
        .enabled(if: PackedFonts.canPackWOFF2),
        arguments: [8..<12, 12..<14, 20..<24, 28..<32, 32..<36, 40..<44, 44..<48])
    func wrongLengthsOfWOFF2AreRefused(_ field: Range<Int>) throws {
        let file = try PackedFonts.woff2(SyntheticFont().build(), in: home)
        _ = try unwrap(file)
        for change in [0x40, 0x80] as [UInt8] {
            var bytes = file
            bytes[field.upperBound - 1] ^= change
            // Both numbers of a block are 0 in a file without one.
            if field.lowerBound >= 28 { bytes[field.lowerBound] = 0x7F }
            #expect(throws: FontError.self, "\(field)") { try unwrap(bytes) }
        }
    }
}
