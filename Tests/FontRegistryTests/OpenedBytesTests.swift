import FontRegistry
import Foundation
import TestSupport
import Testing

/// The bytes of any font, and the facts that are read from them.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct OpenedBytesTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.user()
    }

    private static func font(_ family: String, salt: UInt32 = 0) -> SyntheticFont {
        SyntheticFont(family: family, salt: salt) { font in
            font.localizedNames = [
                .init(13, language: 0x409, "Free."), .init(256, language: 0x409, "Open a"),
                .init(256, language: 0x407, "Offenes a"),
            ]
            font.extraTables["GSUB"] = SyntheticFeature.table([.stylisticSet("ss01", name: 256)])
        }
    }

    /// Expects the bytes and all facts of a font.
    private func expect(
        _ font: FontDescriptor, _ description: SyntheticFont, of manager: FontManager? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let fonts = manager ?? fonts
        let file = try await fonts.open(font)
        let bytes = description.build()
        #expect(try file.bytes() == bytes, sourceLocation: location)
        #expect(file.length == bytes.count, sourceLocation: location)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(bytes), sourceLocation: location)
        #expect(try await fonts.details(of: font).text(.license) == "Free.", sourceLocation: location)
        #expect(try await fonts.features(of: font).map(\.name) == ["Open a"], sourceLocation: location)
        #expect(try await fonts.coverage(of: font).covers("Az"), sourceLocation: location)
        #expect(try await fonts.nameRecords(of: font).contains { $0.nameID == 13 }, sourceLocation: location)
        // The descriptor cannot change the font.
        #expect(fcntl(file.descriptor, F_GETFL) & O_ACCMODE == O_RDONLY || file.sha256 != nil, sourceLocation: location)
    }

    private func found(_ name: String) async throws -> FontDescriptor {
        try #require(try await fonts.resolve(name).match)
    }

    @Test(arguments: [FontScope.persistent, .session, .process])
    func disabledAndEnabledFontsAreAlike(_ scope: FontScope) async throws {
        let description = Self.font("Any")
        let registration = try await fonts.add(try home.write(description), scope)
        let font = try await found("Any-Regular")
        try await expect(font, description)
        #expect(try await fonts.open(registration).bytes() == description.build())
        if scope != .process { #expect(try await fonts.open(font).sha256 == registration.sha256) }
        _ = try await fonts.setEnabled(false, [.id(registration.id)], scope: scope)
        // As it was found before, and as it is found now.
        try await expect(font, description)
        let query = FontQuerySet(including: [FontQuery(family: "Any")], options: .includeDisabled)
        let disabled = try #require(try await fonts.fonts(matching: query).first)
        #expect(!disabled.isEnabled)
        try await expect(disabled, description)
    }

    @Test func systemFontsAndFilesAreOpenedWhereTheyAre() async throws {
        let description = Self.font("Installed")
        let path = try home.put(description.build(), at: home.paths.userFonts + "/installed.ttf")
        let font = try #require(try await home.user().resolve("Installed-Regular").match)
        #expect(font.origin == .system)
        try await expect(font, description)
        let file = try #require(try FontFile(contentsOf: URL(filePath: path)).descriptors.first)
        try await expect(file, description)
        #expect(try FontFile(contentsOf: URL(filePath: path)).features(ofFace: 0).map(\.tag) == ["ss01"])
        try FileManager.default.removeItem(atPath: path)
        let gone = await #expect(throws: FontError.self) { try await fonts.open(font) }
        #expect(gone?.code == .fileNotFound)
    }

    @Test func fontsInMemoryOfTheProcessHaveBytes() async throws {
        let description = Self.font("Memory")
        _ = try await fonts.register(.data(Data(description.build()), name: "memory"), scope: .process)
        try await expect(try await found("Memory-Regular"), description)
        let data = try #require(try FontFile(data: Data(description.build())).descriptors.first)
        let absent = await #expect(throws: FontError.self) { try await fonts.open(data) }
        #expect(absent?.code == .fileNotFound)
    }

    /// What undo needs is kept, and opened only if its bytes are those.
    @Test func replacedAndRemovedFontsAreOpenedAsLongAsTheyAreKept() async throws {
        let first = Self.font("Release")
        try await fonts.add(try home.write(first))
        let old = try await found("Release-Regular")
        let second = Self.font("Release", salt: 1)
        try await fonts.add(try home.write(second), .persistent, RegistrationOptions(replaces: true))
        let new = try await found("Release-Regular")
        try await expect(old, first)
        try await expect(new, second)
        _ = try await fonts.unregister([.name("Release-Regular")])
        try await expect(new, second)
        // The provider of others does not see them.
        let other = try home.manager(provider: "other")
        let hidden = await #expect(throws: FontError.self) { try await other.open(new) }
        #expect(hidden?.code == .fileNotFound)
        for name in try FileManager.default.contentsOfDirectory(atPath: home.paths.removed) {
            let path = home.paths.removed + "/" + name
            try FileManager.default.removeItem(atPath: path)
            try home.put(SyntheticFont(family: "Forged").build(), at: path)
        }
        let forged = await #expect(throws: FontError.self) { try await fonts.open(new) }
        #expect(forged?.code == .fileNotFound)
    }

    /// What nobody keeps is gone.
    @Test func aFontThatAProgramRemovedIsGone() async throws {
        let program = try home.manager()
        let registration = try await program.add(try home.write(Self.font("Gone")))
        _ = try await program.unregister([.id(registration.id)])
        let gone = await #expect(throws: FontError.self) { try await program.open(registration) }
        #expect(gone?.code == .fileNotFound)
    }

    @Test func aProgramOpensWhatItSees() async throws {
        let (mine, other) = (try home.manager(provider: "mine"), try home.manager(provider: "other"))
        let description = Self.font("Shown")
        let registration = try await mine.add(try home.write(description))
        let font = try await found("Shown-Regular")
        try await expect(font, description, of: other)
        _ = try await mine.setEnabled(false, [.id(registration.id)])
        try await expect(font, description, of: mine)
        let disabled = FontDescriptor(face: font.face, path: nil, origin: font.origin)
        let refused = await #expect(throws: FontError.self) { try await other.open(disabled) }
        #expect(refused?.code == .fileNotFound)
    }

    @Test func aFeatureHasANameInTheReadersLanguage() async throws {
        try await fonts.add(try home.write(Self.font("Named")))
        let feature = try #require(try await fonts.features(of: try await found("Named-Regular")).first)
        #expect(feature.name(for: Locale(identifier: "de_AT")) == "Offenes a")
        #expect(feature.name(for: Locale(identifier: "ja")) == "Open a")
        #expect(FontFeature(tag: "zzzz").name(for: Locale(identifier: "de")) == nil)
    }

    /// Any program may ask for the bytes of any id: the history of the user is not read for it.
    @Test func theHistoryIsNotReadForUnknownIds() async throws {
        let kept = try await fonts.add(try home.write(Self.font("Kept")))
        _ = try await fonts.unregister([.id(kept.id)])
        let other = try await fonts.add(try home.write(Self.font("Other")))
        _ = try await fonts.unregister([.id(other.id)])
        // A record that cannot be decoded is an error for everyone who reads it.
        try home.spoilDatabase("UPDATE operation SET record = '{}' WHERE instr(record, '\(other.id)') > 0")
        let program = try home.manager()
        for id in ["f0123456789abcdef", "F0123456789ABCDEF", "f0", "", "{", "registrations", "%"] {
            let refused = await #expect(throws: FontError.self) { try await program.openBytes(ofRegistration: id) }
            #expect(refused?.code == .fileNotFound, "\(id): \(String(describing: refused))")
        }
        #expect(try await fonts.openBytes(ofRegistration: kept.id).sha256 == kept.sha256)
        // Those of others stay hidden.
        let refused = await #expect(throws: FontError.self) { try await program.openBytes(ofRegistration: kept.id) }
        #expect(refused?.code == .fileNotFound)
    }
}
