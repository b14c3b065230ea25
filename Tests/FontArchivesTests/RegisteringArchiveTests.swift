import FontRegistry
import Foundation
import TestSupport
import Testing

/// Registrations of archives, which a worker unpacks.
@Suite(.fewAtOnce) struct RegisteringArchiveTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let font = SyntheticFont(family: "Archived").build()

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func register(
        _ path: String, _ options: RegistrationOptions = .init(), scope: FontScope = .persistent
    ) async throws(FontError) -> FontSummary {
        try await fonts.register(URL(filePath: path), scope: scope, options: options)
    }

    @Test(arguments: WrittenArchive.Form.allCases) func theFontsOfAnArchiveAreLikeAnyOther(_ form: WrittenArchive.Form)
        async throws
    {
        let bytes = try WrittenArchive.bytes(
            form,
            [
                .init("Family/static/Größe 文.ttf", font), .init("Family/A.otf", SyntheticFont(family: "A").build()),
                .init("Family/readme.txt", Array("text".utf8)), .init("__MACOSX/Family/._A.otf", font),
                .init("Family/.hidden.ttf", SyntheticFont(family: "Hidden").build()),
            ])
        // The name is no evidence.
        let path = try home.write(bytes, as: "download")
        let summary = try await register(path)
        #expect(summary.outcomes.map(\.item) == [path + "/Family/A.otf", path + "/Family/static/Größe 文.ttf"])
        #expect(summary.outcomes.map { $0.registration?.file } == summary.outcomes.map(\.item))
        let found = try #require(try await fonts.resolve("Archived-Regular").match)
        #expect(try Data(contentsOf: try #require(found.url)) == Data(font))
        #expect(try await register(path).outcomes.allSatisfy { $0.status == .alreadyRegistered })
        #expect(home.staged.isEmpty)
    }

    @Test(arguments: FontScope.allCases) func everyScopeHasTheFonts(_ scope: FontScope) async throws {
        let path = try home.write(ZIPFile([.init("a/Archived.ttf", font, deflated: true)]).bytes, as: "a.zip")
        #expect(try await register(path, scope: scope).registrations.map(\.file) == [path + "/a/Archived.ttf"])
        #expect(try await fonts.resolve("Archived-Regular").match != nil)
        try await fonts.unregister(URL(filePath: path + "/a/Archived.ttf"))
        #expect(try await fonts.resolve("Archived-Regular").match == nil)
    }

    @Test func sourcesInMemoryMayBeArchives() async throws {
        let zip = ZIPFile([.init("Archived.ttf", font)]).bytes
        let summary = try await fonts.register(.data(Data(zip), name: "given"), scope: .persistent)
        #expect(summary.registrations.map(\.file) == ["given/Archived.ttf"])
    }

    @Test func optionsApplyToTheFontsOfAnArchive() async throws {
        let sound = ZIPFile.Entry("A.ttf", SyntheticFont(family: "A").build())
        let damaged = ZIPFile.Entry("B.ttf", Array(SyntheticFont(family: "B").build().prefix(200)))
        let path = try home.write(ZIPFile([sound, damaged]).bytes, as: "a.zip")
        let atomic = try await fonts.register(
            [.url(URL(filePath: path))], scope: .persistent, options: .init(tag: "t", isAtomic: true)
        ).summary()
        #expect(atomic.outcomes.map(\.status) == [.skipped, .failed])
        #expect(atomic.errors.first?.file == path + "/B.ttf")
        let summary = try await register(path, .init(isEnabled: false, tag: "t"))
        #expect(summary.outcomes.map(\.status) == [.registered, .failed])
        #expect(summary.registrations.map(\.tags) == [["t"]] && summary.registrations.map(\.isEnabled) == [false])
    }

    @Test func oneFormOfAFamilyIsRegistered() async throws {
        let path = try home.write(
            ZIPFile([
                .init("Lora[wght].ttf", SyntheticFont.variable(family: "Lora").build()),
                .init("static/Lora-Regular.ttf", SyntheticFont(family: "Lora").build()),
            ]).bytes, as: "Lora.zip")
        let variable = try await register(path)
        #expect(variable.outcomes.map(\.status) == [.registered, .skipped])
        #expect(variable.outcomes.last?.takenInstead == path + "/Lora[wght].ttf")
    }

    @Test func packedFontsInArchivesAreUnwrappedOnRequest() async throws {
        let web = SampleFile.woff(wrapping: font)
        let path = try home.write(
            ZIPFile([.init("web.woff", web), .init("A.ttf", SyntheticFont(family: "A").build())]).bytes, as: "a.zip")
        let plain = try await register(path)
        #expect(plain.outcomes.count == 1 && plain.passedOver == ["woff": 1])
        let all = try await register(path, .init(unwraps: true))
        #expect(all.outcomes.map(\.status) == [.alreadyRegistered, .registered] && all.passedOver.isEmpty)
        let only = try home.write(ZIPFile([.init("web.woff", web)]).bytes, as: "web.zip")
        await #expect { try await register(only) } throws: { ($0 as? FontError)?.message.contains("unwrap") == true }
    }

    @Test func archivesInFoldersAreRead() async throws {
        try home.write(ZIPFile([.init("Archived.ttf", font)]).bytes, as: "in/deep/a.zip")
        try home.write(ZIPFile([.init("text", [1])]).bytes, as: "in/nothing.zip")
        try home.write(try HostileArchive.cutZIP.bytes(), as: "in/cut.zip")
        try home.write(try HostileArchive.compressedFile.bytes(), as: "in/log.gz")
        try home.write(try HostileArchive.rar.bytes(), as: "in/old.rar")
        try home.write(SyntheticFont(family: "Plain"), as: "in/Plain.ttf")
        let folder = home.root + "/given/in"
        let summary = try await register(folder)
        #expect(summary.isSuccess)
        #expect(summary.outcomes.map(\.item) == [folder + "/Plain.ttf", folder + "/deep/a.zip/Archived.ttf"])
        #expect(summary.passedOver == ["gzip": 1, "rar": 1])
        #expect(summary.unread.map(\.file) == [folder + "/cut.zip"])
        // Without any font the folder fails with the reasons.
        try home.write(try HostileArchive.encrypted.bytes(), as: "bad/encrypted.zip")
        let failed = try await fonts.register([.url(URL(filePath: home.root + "/given/bad"))], scope: .persistent)
            .summary()
        #expect(failed.errors.map(\.code) == [.unrecognizedFormat] && failed.unread.isEmpty)
    }

    /// Nothing is changed by an archive that is refused, and the error names the archive and says what to do.
    @Test(arguments: HostileArchive.allCases) func aHostileArchiveChangesNothing(_ archive: HostileArchive) async throws
    {
        try await fonts.register(URL(filePath: try home.write(SyntheticFont(family: "Before"))), scope: .persistent)
        let path = try home.write(try archive.bytes(), as: "hostile")
        let (before, generation) = (try home.inventory(), try await fonts.generation())
        let summary = try await fonts.register([.url(URL(filePath: path))], scope: .persistent).summary()
        let error = try #require(summary.errors.first)
        #expect(summary.outcomes.count == 1 && error.code == archive.code, "\(error)")
        #expect(error.file == path)
        let advice = #/[Uu]npack (it|the)|[Dd]ownload|[Oo]btain|Specify|Register|[Dd]ecompress/#
        #expect(error.message.firstMatch(of: advice) != nil, "\(error)")
        #expect(try home.inventory() == before)
        #expect(try await fonts.generation() == generation)
        #expect(try await fonts.resolve("Hostile-Regular").match == nil)
        #expect(try await fonts.resolve("Other-Regular").match == nil)
    }

    /// Whatever happens to the bytes of an archive, its registration ends with a typed error or fonts.
    @Test func damagedArchivesAreRefused() async throws {
        let entries = [
            WrittenArchive.Entry("a/A.ttf", font), .init("OFL.txt", Array("text".utf8)),
            .init("b/B.ttf", SyntheticFont(family: "B").build()),
        ]
        let archives = try WrittenArchive.Form.allCases.map { try WrittenArchive.bytes($0, entries) }
        var random = SplitMix64(state: 31)
        var sources: [FontSource] = []
        for place in 0..<160 {
            var bytes = archives[place % archives.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 6..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if place % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count - 6, using: &random)) }
            sources.append(.data(Data(bytes), name: "damaged \(place)"))
        }
        let summary = try await fonts.register(sources, scope: .process).summary()
        #expect(summary.outcomes.count >= sources.count)
        let expected: Set<FontError.Code> = [
            .fileNotFound, .unrecognizedFormat, .invalidFontData, .exceededResourceLimit, .duplicatedName,
        ]
        #expect(summary.errors.allSatisfy { expected.contains($0.code) }, "\(summary.errors)")
        #expect(!summary.errors.isEmpty)
    }
}
