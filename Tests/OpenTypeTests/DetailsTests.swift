import FontModel
import TestSupport
import Testing

@testable import OpenType

/// The legal texts, classification and metrics of a face, and what is read of a file for them.
struct DetailsTests {
    private static let rich = SyntheticFont(family: "Details") { font in
        font.unitsPerEm = 2_000
        font.fsType = 0x108
        font.localizedNames += [
            .init(0, language: 0x409, "© 2026 Example"),
            .init(9, language: 0x409, "Ada"),
            .init(13, language: 0x407, "Freie Lizenz"),
            .init(13, language: 0x409, "Free license.\r\nSecond\u{202E} line"),
            .init(14, language: 0x409, "https://example.org/license"),
            .init(19, language: 0x409, "Quick zephyrs blow"),
        ]
        font.isColor = true
    }

    private func read(_ font: SyntheticFont) throws -> FontDetails {
        try #require(try FontReader.read(font.build(), contentHash: "00", file: nil).faces.first).details
    }

    /// A registration stores the face and its characters.
    @Test func whatIsOnlyShownCanBeLeftOut() throws {
        let bytes = Self.rich.build()
        let whole = try #require(try FontReader.read(bytes, contentHash: "00", file: nil).faces.first)
        let contents = try bytes.withUnsafeBytes {
            try FontReader.read($0, contentHash: "00", file: nil, isDetailed: false)
        }
        let face = try #require(contents.faces.first)
        #expect(face.face == whole.face && face.names == whole.names && face.coverage == whole.coverage)
        #expect(face.tables.isEmpty && face.details == FontDetails())
        #expect(!whole.tables.isEmpty && whole.details.unitsPerEm == 2_000)
    }

    @Test func everyFactIsRead() throws {
        let details = try read(Self.rich)
        #expect(details.text(.copyright) == "© 2026 Example")
        #expect(details.text(.designer) == "Ada")
        #expect(details.text(.license) == "Free license.\nSecond\\u{202e} line")
        #expect(details.texts.filter { $0.kind == .license }.map(\.language) == ["en", "de"])
        #expect(details.text(.licenseURL) == "https://example.org/license")
        #expect(details.text(.sampleText) == "Quick zephyrs blow")
        #expect(details.text(.trademark) == nil)
        #expect(details.vendor == "SYNT")
        #expect(details.familyClass == 0)
        #expect(details.panose == "0 0 0 0 0 0 0 0 0 0")
        #expect(details.fsType == 0x108)
        #expect(details.isMarkedRegular && details.fsSelection == 0x40)
        let embedding = try #require(details.embedding)
        #expect(embedding.permission == .editable && !embedding.allowsSubsetting && !embedding.isBitmapOnly)
        #expect(details.unitsPerEm == 2_000)
        #expect([details.ascender, details.descender, details.lineGap] == [1_600, -400, 200])
        #expect([details.xHeight, details.capHeight] == [1_000, 1_400])
        #expect(details.underlineThickness != nil && details.underlinePosition != nil)
        #expect(details.colorFormats == ["COLRv0"])
        #expect(details.minimumOpticalSize == nil)
    }

    @Test func opticalSizesAreThoseOfTheAxisOrTheTable() throws {
        let axis = try read(
            SyntheticFont { $0.axes = [.init("opsz", minimum: 8, defaultValue: 12, maximum: 72)] })
        #expect(axis.minimumOpticalSize == 8 && axis.maximumOpticalSize == 72)
        // Version 5 of the table appends the sizes in twentieths of a point.
        let plain = SyntheticFont().build()
        let entry = try #require(SyntheticDirectoryEntry.all(in: plain).first { $0.tag == "OS/2" })
        var table = Array(plain[entry.offset..<entry.offset + entry.length])
        table.replaceSubrange(0..<2, with: [0, 5])
        table += [0, 120, 0, 240]
        let details = try read(SyntheticFont { $0.extraTables["OS/2"] = table })
        #expect(details.minimumOpticalSize == 6 && details.maximumOpticalSize == 12)
    }

    @Test func typographicMetricsCountIfTheFontAsksForThem() throws {
        let plain = SyntheticFont().build()
        let entry = try #require(SyntheticDirectoryEntry.all(in: plain).first { $0.tag == "OS/2" })
        var table = Array(plain[entry.offset..<entry.offset + entry.length])
        table.replaceSubrange(68..<70, with: [0x03, 0xE8])
        #expect(try read(SyntheticFont { $0.extraTables["OS/2"] = table }).ascender == 800)
        table[63] |= 0x80
        #expect(try read(SyntheticFont { $0.extraTables["OS/2"] = table }).ascender == 1_000)
    }

    /// Of a file, only the tables with the details are read, and the result is that of reading all of it.
    @Test(arguments: [0, 1, 2])
    func fewBytesAreRead(face: Int) throws {
        let file = SyntheticCollection.faces(3).build()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        var loaded = 0
        let details = try FontReader.details(ofFace: face, in: UnsafeRawBufferPointer(memory)) { range in
            loaded += range.count
            memory[range].copyBytes(from: file[range])
        }
        let whole = try FontReader.read(file, contentHash: "00", file: nil)
        #expect(details == whole.faces[face].details)
        #expect(loaded < file.count / 2)
    }

    @Test func aFaceThatIsNotThereIsRefused() throws {
        let file = SyntheticFont().build()
        #expect(throws: FontError.self) {
            _ = try file.withUnsafeBytes { try FontReader.details(ofFace: 1, in: $0) { _ in } }
        }
        #expect(throws: FontError.self) {
            _ = try [UInt8](repeating: 0, count: 64).withUnsafeBytes {
                try FontReader.details(ofFace: 0, in: $0) { _ in }
            }
        }
    }
}
