import FontModel
import Fontconfig
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct FontScanTests {
    private let world: PrivateFontconfig

    init() throws { world = try PrivateFontconfig() }

    private func scan(_ bytes: [UInt8]) throws -> FontScan {
        try FontScan.scan(path: try world.add(bytes, as: "scanned.ttf"))
    }

    @Test func aStaticFace() throws {
        let scan = try scan(SyntheticFont(family: "Synthetic Face", style: "Light") { $0.weight = 300 }.build())
        #expect(scan.patternCount == 1)
        #expect(scan.languages.count == 1)
        let languages = try #require(scan.languages[0])
        #expect(languages.contains("sw"))
        #expect(languages == languages.sorted())
    }

    @Test func aVariableFace() throws {
        let scan = try scan(SyntheticFont.variable.build())
        // The face, the instances Bold and Black, and the ranges; the instance at the default location is omitted.
        #expect(scan.patternCount == 4)
        #expect(scan.languages.count == 1)
    }

    /// fontconfig treats a face as variable only if its weight, width or optical size varies.
    @Test func aFaceThatVariesOtherwise() throws {
        let font = SyntheticFont { font in
            font.axes = [.init("slnt", minimum: -10, defaultValue: 0, maximum: 0)]
            font.instances = [.init("Slanted", ["slnt": -10])]
        }
        // The face and the instance; there is no pattern of ranges.
        #expect(try scan(font.build()).patternCount == 2)
    }

    @Test func theFacesOfACollection() throws {
        let scan = try scan(SyntheticCollection.faces(3).build())
        #expect(scan.patternCount == 3)
        #expect(scan.languages.keys.sorted() == [0, 1, 2])
    }

    @Test func nonFontIsDamage() throws {
        for bytes in [[], Array("no font".utf8), Damage.truncated(SyntheticFont().build(), to: 20)] {
            let error = #expect(throws: FontError.self) { try scan(bytes) }
            #expect(error?.code == .invalidFontData)
            #expect(error?.file?.hasSuffix("/scanned.ttf") == true)
        }
    }

    @Test func missingFontIsNotFound() {
        let error = #expect(throws: FontError.self) { try FontScan.scan(path: world.fonts + "/none.ttf") }
        #expect(error?.code == .fileNotFound)
        #expect(error?.cause == .errno(.noSuchFileOrDirectory))
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func unreadableFileIsReportedAsSuch() throws {
        let path = try world.add(SyntheticFont().build(), as: "secret.ttf")
        #expect(chmod(path, 0) == 0)
        #expect(throws: FontError.self) { try FontScan.scan(path: path) }
        let error = #expect(throws: FontError.self) { try FontScan.scan(path: path) }
        #expect(error?.code == .insufficientPermissions)
    }

    @Test(.enabled(if: access("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", R_OK) == 0, "no fonts-dejavu-core"))
    func aRealFont() throws {
        let scan = try FontScan.scan(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
        let languages = try #require(scan.languages[0])
        #expect(languages.count > 100)
        #expect(languages.contains("zh-tw") == false)
    }
}
