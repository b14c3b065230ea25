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
}
