import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TUF
import TestSupport
import Testing

/// The files that a build makes beside the fonts: compressed forms, pictures, licence texts.
@Suite struct CatalogFilesTests {
    /// A font of more than 400 KB.
    private static func large(_ family: String, isRandom: Bool = false) -> SyntheticFont {
        SyntheticFont(family: family) { font in
            var generator = SystemRandomNumberGenerator()
            font.extraTables["TEST"] = (0..<400_000).map { place in
                isRandom ? UInt8.random(in: 0...255, using: &generator) : UInt8(truncatingIfNeeded: place / 1_000)
            }
        }
    }

    @Test func largeFontsAreOfferedInXz() async throws {
        let site = try CatalogSite()
        let given = try site.offer(Self.large("Large"))
        try site.offer(Self.large("Noise", isRandom: true))
        try site.offer(SyntheticFont(family: "Small"))
        let result = try await site.build()
        #expect(result.refused.isEmpty, "\(result.refused)")
        let file = try #require(try site.family("large").files.first)
        let form = try #require(file.packed.first)
        #expect(file.packed.count == 1 && form.coding == "xz" && form.size < file.size / 10 * 9)
        let packed = try site.path(try #require(file.urls.first) + ".xz")
        let bytes = try #require(FileManager.default.contents(atPath: packed))
        #expect(bytes.count == form.size && Digest.hexadecimal(Digest.sha256([UInt8](bytes))) == form.sha256)
        // The xz of the machine gives the font that was offered.
        let unpacked = try Command.run(
            "sh", ["-c", "xz -dc \"$0\" | cmp - \"$1\"", packed, given], environment: site.home.environment)
        #expect(unpacked.status == 0, "\(unpacked)")
        #expect(try site.summary("large").size == form.size)
        for id in ["noise", "small"] { #expect(try site.family(id).files.flatMap(\.packed).isEmpty) }
        #expect(try site.contents().keys.filter { $0.hasSuffix(".xz") }.count == 1)

        let plain = try await site.build(site.options { $0.packs = false })
        #expect(plain.families.first { $0.id == "large" }?.state == .changed)
        #expect(try site.family("large").files.flatMap(\.packed).isEmpty)
    }

    @Test func aFamilyHasAPictureOfItsSample() async throws {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"))
        let root = try #require(try await site.build().publication?.root)
        let document = try site.family("lora")
        let sample = try #require(document.sample)
        #expect(sample.language == "en" && sample.text.hasPrefix("The quick brown fox"))
        let picture = try #require(document.preview)
        let path = try site.path("previews/\(picture.sha256).png")
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        #expect(bytes.count == picture.size && Digest.hexadecimal(Digest.sha256(bytes)) == picture.sha256)
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(at: 16) == picture.width && number(at: 20) == picture.height)
        #expect(picture.width > picture.height && picture.height > 20)

        // A client gets it by its hash, and no other one.
        let documents = try await site.documents(root: root)
        try Data(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]).write(to: URL(filePath: path))
        await #expect(throws: FontError.self) { try await documents.picture(of: document) }
        #expect(try !site.contents(of: site.home.root + "/copies").keys.contains { $0.contains("previews") })
        try Data(bytes).write(to: URL(filePath: path))
        #expect(try await documents.picture(of: document) == bytes)
        // From then on from the copy.
        try FileManager.default.removeItem(atPath: path)
        #expect(try await documents.picture(of: document) == bytes)
    }

    @Test func samplesAreInTheLanguageOfTheFamily() async throws {
        let site = try CatalogSite()
        try site.offer(
            SyntheticFont(family: "Mihon") { font in
                font.characters = [0x20...0x7E, 0x3041...0x30FF, 0x56FD...0x56FD, 0x6C38...0x6C38, 0x9060...0x9060]
                font.localizedNames = [.init(1, language: 0x411, "見本")]
            })
        try site.offer(SyntheticFont(family: "Marks") { $0.characters = [0x2190...0x21FF] })
        try await site.build()
        let japanese = try #require(try site.family("mihon").sample)
        #expect(japanese.language == "ja" && japanese.text.hasPrefix("いろは"))
        let symbols = try #require(try site.family("marks").sample)
        #expect(
            symbols.language == "und" && symbols.text.unicodeScalars.allSatisfy { (0x2190...0x21FF).contains($0.value) }
        )
        #expect(try site.family("marks").preview != nil)
    }

    /// Row G8.
    @Test func everyFileHasItsLicenseText() async throws {
        let site = try CatalogSite()
        // Not UTF-8, with line ends of several kinds: the bytes stay.
        let odd = CatalogSite.license + [0x0D, 0x0A, 0xA9, 0x0D]
        try site.offer(SyntheticFont(family: "Alpha"), text: odd)
        try site.offer(SyntheticFont(family: "Beta"))
        let root = try #require(try await site.build().publication?.root)
        let documents = try await site.documents(root: root)
        for (id, given) in [("alpha", odd), ("beta", CatalogSite.license)] {
            let document = try #require(try await documents.family(id))
            #expect(!document.files.isEmpty && document.license.texts.count == 1)
            for text in document.license.texts {
                #expect(text.sha256 == Digest.hexadecimal(Digest.sha256(given)))
                let file = try site.path("licenses/\(text.sha256).txt")
                #expect(FileManager.default.contents(atPath: file).map { [UInt8]($0) } == given)
                #expect(try await documents.text(text) == given)
            }
        }
    }

    @Test func aCatalogueInAPackageExpiresWhenItsPublisherSays() async throws {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"))
        let end = try #require(Timestamp("2036-11-27T00:00:00Z"))
        let options = site.options { $0.expiry = end }
        try await site.build(options)
        for name in ["1.root", "1.targets", "1.snapshot", "timestamp"] {
            let bytes = try #require(FileManager.default.contents(atPath: "\(site.out)/metadata/\(name).json"))
            #expect(try JSONValue([UInt8](bytes))["signed"]?["expires"]?.text == end.description)
        }
        #expect(try await site.build(options).publication?.isChanged == false)
        // A day that is over would make a catalogue that every client refuses.
        for day in ["2020-01-01T00:00:00Z", CatalogSite.now.description] {
            let over = try #require(Timestamp(day))
            let error = await #expect(throws: FontError.self) {
                try await site.build(site.options { $0.expiry = over })
            }
            #expect(error?.code == .insufficientInfo && error?.message.contains(day.prefix(10)) == true)
        }
    }
}
