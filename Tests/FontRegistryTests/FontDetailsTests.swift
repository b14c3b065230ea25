import FontRegistry
import Foundation
import TestSupport
import Testing

/// Legal texts, classification and metrics, read for fonts that were found.
@Suite(.tags(.unsafeMemory), .fewAtOnce) struct FontDetailsTests {
    private static let font = SyntheticFont(family: "Described") { font in
        font.fsType = 2
        font.unitsPerEm = 2_000
        font.localizedNames = [
            .init(1, language: 0x407, "Beschrieben"), .init(13, language: 0x409, "Free."),
            .init(13, language: 0x407, "Frei."), .init(13, language: 0x807, "Frei, gäll."),
        ]
    }

    private func check(_ details: FontDetails) {
        #expect(details.text(.license) == "Free.")
        #expect(details.text(.license, for: Locale(identifier: "de_CH")) == "Frei, gäll.")
        #expect(details.text(.license, for: Locale(identifier: "de_AT")) == "Frei.")
        #expect(details.text(.license, for: Locale(identifier: "fr")) == "Free.")
        #expect(details.embedding?.permission == .restricted)
        #expect(details.unitsPerEm == 2_000)
        #expect(details.xHeight == 1_000)
    }

    @Test func registeredFontsAndThoseOfTheSystemAndOfFilesAreAlike() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        try await fonts.add(try home.write(Self.font))
        let registered = try #require(try await fonts.resolve("Described-Regular").match)
        check(try await fonts.details(of: registered))
        #expect(registered.face.name(.family, for: Locale(identifier: "de")) == "Beschrieben")
        #expect(registered.face.name(.family, for: Locale(identifier: "ja")) == "Described")

        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        let installed = home.paths.userFonts + "/installed.ttf"
        let other = Self.font.with { $0.family = "Installed" }
        try Data(other.build()).write(to: URL(filePath: installed))
        let system = try #require(try await home.manager().resolve("Installed-Regular").match)
        #expect(system.origin == .system)
        check(try await fonts.details(of: system))
        let file = try FontFile(contentsOf: installed)
        check(try await fonts.details(of: try #require(file.descriptors.first)))
        check(file.details(ofFace: 0))
    }

    @Test func aFontWithoutAFileIsAnError() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let path = try home.write(Self.font)
        try await fonts.add(path)
        let found = try #require(try await fonts.resolve("Described-Regular").match)
        try await fonts.setEnabled(false, [.name("Described-Regular")])
        check(try await fonts.details(of: found))
        // The bytes of a disabled font are in the store.
        let disabled = FontDescriptor(face: found.face, path: nil, origin: found.origin)
        check(try await fonts.details(of: disabled))
        try await fonts.unregister([.name("Described-Regular")])
        do throws(FontError) {
            _ = try await fonts.details(of: disabled)
            Issue.record("a font that is gone has details")
        } catch {
            #expect(error.code == .fileNotFound)
        }
        try Data("no font".utf8).write(to: URL(filePath: path))
        let damaged = FontDescriptor(face: found.face, path: path, origin: .file)
        await #expect(throws: FontError.self) { try await fonts.details(of: damaged) }
    }
}
