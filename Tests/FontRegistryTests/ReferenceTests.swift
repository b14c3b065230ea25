import FontRegistry
import Foundation
import TestSupport
import Testing

/// References to fonts that documents save.
@Suite(.fewAtOnce) struct ReferenceTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func saved(_ reference: FontReference) throws -> FontReference {
        try JSONDecoder().decode(FontReference.self, from: JSONEncoder().encode(reference))
    }

    @Test func aReferenceFindsItsFontAgain() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Kept")))
        let font = try #require(try await fonts.resolve("Kept-Regular").match)
        let reference = try saved(await fonts.reference(to: font))
        #expect(reference.name == "Kept-Regular" && reference.axes == nil && reference.family == "Kept")
        #expect(reference.sha256 == (try await fonts.registered().first?.sha256))
        let found = try #require(try await fonts.resolve(reference))
        #expect(found.font == font && found.isSameFile == true && found.coordinates.isEmpty)
    }

    @Test func anotherReleaseIsFoundAsAnotherFile() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Moving") { $0.revision = 1 }))
        let old = try #require(try await fonts.resolve("Moving-Regular").match)
        let reference = try saved(await fonts.reference(to: old))
        try await fonts.register(
            URL(filePath: try home.write(SyntheticFont(family: "Moving") { $0.revision = 2 })), scope: .persistent,
            options: RegistrationOptions(replaces: true))
        let found = try #require(try await fonts.resolve(reference))
        #expect(found.font.face.revision == 2 && found.isSameFile == false)
        _ = try await fonts.unregister(matching: FontQuery(family: "Moving"))
        #expect(try await fonts.resolve(reference) == nil)
    }

    /// A font of that full name or family is not the font of the document.
    @Test func onlyTheExactNameCounts() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Kept") { $0.postscriptName = "Other-Name" }))
        #expect(try await fonts.resolve(FontReference(name: "Kept Regular", family: "Kept", style: "Regular")) == nil)
    }

    @Test func theLocationInAVariableFontIsKept() async throws {
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try Data(SyntheticFont.variable(family: "Flex").build())
            .write(to: URL(filePath: home.paths.userFonts + "/flex.ttf"))
        let bold = try #require(try await fonts.resolve("Flex-Bold").match)
        #expect(bold.origin == .system)
        let named = try saved(await fonts.reference(to: bold))
        let found = try #require(try await fonts.resolve(named))
        #expect(found.coordinates["wght"] == bold.weight && found.isSameFile == true)
        let custom = try saved(await fonts.reference(to: bold, at: ["wght": 5_000]))
        let axis = try #require(bold.face.axes.first { $0.tag == "wght" })
        #expect(try await fonts.resolve(custom)?.coordinates["wght"] == axis.maximum)
    }
}
