import FontRegistry
import FontValidation
import Foundation
import TestSupport
import Testing

/// Files that are read but not registered.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct FontFileReadingTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    @Test func descriptorsAreAllFacesAndInstances() throws {
        let variable = try FontFile(contentsOf: try home.write(.variable(family: "Axis")))
        #expect(variable.descriptors.map(\.postscriptName) == ["Axis-Regular", "Axis-Light", "Axis-Bold"])
        #expect(variable.descriptors.map(\.weight) == [400, 300, 700])
        #expect(variable.descriptors.allSatisfy { $0.origin == .file && $0.path == variable.path && !$0.isEnabled })
        let data = try FontFile(data: Data(SyntheticCollection.faces(3).build()))
        #expect(data.path == nil)
        #expect(data.format == .collection)
        #expect(data.descriptors.map(\.face.index) == [0, 1, 2])
        #expect(data.size == SyntheticCollection.faces(3).build().count)
        #expect(data.sha256.count == 64)
    }

    @Test func namesAndCharactersAreThereForEveryFace() throws {
        let font = SyntheticFont.japanese()
        let file = try FontFile(data: Data(font.build()))
        #expect(file.coverage(ofFace: 0).covers("aあ"))
        #expect(!file.coverage(ofFace: 0).covers("ж"))
        #expect(file.coverage(ofFace: 1).count == 0)
        let records = file.nameRecords(ofFace: 0)
        let japanese = try #require(records.first { $0.nameID == 1 && $0.languageID == 0x411 })
        #expect(japanese.display == "合成明朝")
        #expect(japanese.raw == SyntheticFont.utf16("合成明朝"))
        #expect(japanese.language == "ja")
        #expect(file.nameRecords(ofFace: -1).isEmpty)
    }

    @Test func nothingBecomesMatchable() async throws {
        let file = try home.write(SyntheticFont())
        _ = try FontFile(contentsOf: URL(filePath: file))
        #expect(FontFile.check(.file(file), as: FileValidation.self).isValid)
        #expect(try await !home.manager().has("Synthetic-Regular"))
        #expect(try home.inventory().isEmpty)
    }

    @Test func hostileNamesArriveClean() throws {
        let font = SyntheticFont(family: "Evil\u{202E}\u{1B}[31m\nName") { $0.postscriptName = "Evil-Regular" }
        let face = try #require(try FontFile(data: Data(font.build())).faces.first)
        #expect(face.family == "Evil\\u{202e}\\u{1b}[31m\\u{a}Name")
    }

    @Test(arguments: SampleFile.allCases)
    func supportIsToldByContent(_ sample: SampleFile) throws {
        let file = try home.write(sample.bytes, as: "disguised.ttf")
        #expect(!FontFile.isSupported(URL(filePath: file)))
        #expect(try FontFile.format(at: file)?.isSupported != true)
        #expect(#expect(throws: FontError.self) { try FontFile(contentsOf: file) }?.code.rawValue == 103)
        #expect(FontFile.check(.file(file), as: FileValidation.self).code == 103)
    }

    @Test func supportSaysNothingAboutSoundness() throws {
        let file = try home.write(Damage.truncated(SyntheticFont().build(), to: 500), as: "cut.bin")
        #expect(FontFile.isSupported(URL(filePath: file)))
        #expect(#expect(throws: FontError.self) { try FontFile(contentsOf: file) }?.code.rawValue == 104)
        let collection = try home.write(SyntheticCollection.faces(2).build(), as: "no extension")
        #expect(FontFile.isSupported(URL(filePath: collection)))
        #expect(!FontFile.isSupported(URL(filePath: home.root + "/missing.ttf")))
        #expect(!FontFile.isSupported(URL(filePath: home.root)))
        #expect(!FontFile.isSupported(URL(filePath: "/dev/zero")))
        let elsewhere = try #require(URL(string: "https://example.org/font.ttf"))
        #expect(!FontFile.isSupported(elsewhere))
        #expect(#expect(throws: FontError.self) { try FontFile.format(at: elsewhere) }?.code == .invalidFilePath)
    }

    @Test(arguments: [("missing.ttf", 101), ("", 306)])
    func pathsThatAreNoFilesAreRefused(_ name: String, _ code: Int) {
        let path = home.root + "/given/" + name
        #expect(#expect(throws: FontError.self) { try FontFile(contentsOf: path) }?.code.rawValue == code)
        #expect(#expect(throws: FontError.self) { try FontFile.format(at: path) }?.code.rawValue == code)
        let validation = FontFile.check(.file(path), as: FileValidation.self)
        #expect(!validation.isValid)
        #expect(validation.code == code)
        #expect(validation.file == path)
        #expect(validation.format == nil)
    }

    @Test func validationNamesFaceAndTable() throws {
        let bytes = Damage.tablePastEnd(SyntheticCollection.faces(2).build(), table: "glyf", face: 1)
        let validation = FontFile.check(.file(try home.write(bytes, as: "bad.ttc")), as: FileValidation.self)
        #expect(validation.format == .collection)
        #expect(validation.code == 104)
        let finding = try #require(validation.findings.first { $0.severity == .error })
        #expect(finding.faceIndex == 1)
        #expect(finding.table == "glyf")
    }

    /// A fault that only FreeType finds is reported with the glyph and its offset in the file.
    @Test(arguments: [2, 95]) func validationFindsTheGlyphThatDoesNotLoad(_ glyph: Int) throws {
        // The glyph is a box of 26 bytes. The patch makes its only contour end past its points, which only FreeType
        // checks.
        let damaged = Damage.patchedTable(SyntheticFont().build(), "glyf", at: 26 * glyph + 10, with: [0xFF, 0xFF])
        let path = try home.write(Damage.withRepairedChecksums(damaged), as: "glyph.ttf")
        let validation = FontFile.check(.file(path), as: FileValidation.self)
        let finding = try #require(validation.findings.first { $0.kind == .glyphDoesNotLoad })
        #expect(finding.glyph == glyph)
        #expect(finding.table == "glyf")
        #expect(finding.offset == SyntheticDirectoryEntry.find("glyf", in: damaged).offset + 26 * glyph)
        #expect(validation.isValid)
        _ = try FontFile(contentsOf: path)
    }

    /// Validation refuses a font if half of the glyphs that registration checks do not load.
    @Test func validationRefusesWhatRegistrationRefuses() throws {
        let damaged = (0..<48).reduce(SyntheticFont().build()) { bytes, glyph in
            Damage.patchedTable(bytes, "glyf", at: 26 * glyph + 10, with: [0xFF, 0xFF])
        }
        let path = try home.write(Damage.withRepairedChecksums(damaged), as: "glyphs.ttf")
        let validation = FontFile.check(.file(path), as: FileValidation.self)
        let finding = try #require(validation.findings.first { $0.severity == .error })
        #expect(finding.kind == .glyphRefused)
        #expect(validation.code == 104)
        #expect(#expect(throws: FontError.self) { try FontFile(contentsOf: path) }?.message == finding.message)
    }

    /// A font whose glyphs each consist of two of the next is refused without delay.
    ///
    /// FreeType alone needs half a minute for these thirty glyphs.
    @Test func glyphsThatDoubleTheirPartsAreRefusedAtOnce() throws {
        let sound = SyntheticFont().build()
        let doubled = (1...30).reduce(sound) { bytes, glyph in
            let next = UInt8(glyph + 1)
            return Damage.patchedTable(
                bytes, "glyf", at: 26 * glyph,
                with: [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, next, 0, 0, 0, 0, 0, next, 0, 0])
        }
        let path = try home.write(Damage.patchedTable(doubled, "maxp", at: 30, with: [0xFF, 0xFF]), as: "doubled.ttf")
        #expect(#expect(throws: FontError.self) { try FontFile(contentsOf: path) }?.code.rawValue == 106)
        let validation = FontFile.check(.file(path), as: FileValidation.self)
        #expect(validation.code == 106)
        #expect(validation.findings.contains { $0.kind == .tooManyParts && $0.glyph == 1 && $0.table == "glyf" })
    }

    @Test func limitsAreWhatIsPromised() {
        #expect(FontLimits.fileSize == 268_435_456)
        #expect(FontLimits.facesPerFile == 512)
        #expect(FontLimits.instancesPerFace == 1_000)
        #expect(FontLimits.facesAndInstancesPerFile == 4_096)
        #expect(FontLimits.partsPerGlyph == 1_000)
        #expect(FontLimits.nameLength == 1_024)
    }
}
