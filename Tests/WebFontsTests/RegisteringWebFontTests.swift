import FontRegistry
import Foundation
import TestSupport
import Testing

/// Registrations of files packed for the web, which a worker unwraps.
@Suite(.fewAtOnce) struct RegisteringWebFontTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let options = RegistrationOptions(unwraps: true)

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func code(_ source: FontSource, _ options: RegistrationOptions) async -> FontError.Code? {
        do throws(FontError) {
            try await fonts.register(source, scope: .persistent, options: options)
            return nil
        } catch { return error.code }
    }

    @Test(arguments: FontScope.allCases) func aPackedFontIsLikeAnyOther(_ scope: FontScope) async throws {
        let font = SyntheticFont(family: "Web").build()
        let path = try home.write(PackedFonts.woff(font), as: "web.woff")
        let outcome = try await fonts.register(URL(filePath: path), scope: scope, options: options).outcomes.first
        #expect(outcome?.registration?.file == path)
        let found = try #require(try await fonts.resolve("Web-Regular").match)
        #expect(try Data(contentsOf: try #require(found.url)) == Data(font))
        let again = try await fonts.register(URL(filePath: path), scope: scope, options: options).outcomes.first
        #expect(again?.status == .alreadyRegistered)
        try await fonts.unregister(URL(filePath: path))
        #expect(try await fonts.resolve("Web-Regular").match == nil)
        try await fonts.register(URL(filePath: path), scope: scope, options: options)
        #expect(try await fonts.resolve("Web-Regular").match != nil)
    }

    @Test(.enabled(if: PackedFonts.canPackWOFF2)) func formatsOfFontsAreKept() async throws {
        let collection = SyntheticCollection.faces(2, family: "Pair").build()
        for (name, font, format) in [
            ("a", SyntheticFont(family: "A").build(), FontFormat.trueType),
            ("b", SyntheticFont(family: "B") { $0.outlines = .cff }.build(), .openType),
            ("c", collection, .collection), ("d", SyntheticFont.variable(family: "D").build(), .trueType),
        ] {
            let path = try home.write(try PackedFonts.woff2(font, in: home), as: name + ".woff2")
            let registration = try await fonts.register(URL(filePath: path), scope: .persistent, options: options)
                .outcomes.first?.registration
            let stored = try FontFile(contentsOf: try #require(registration?.url))
            #expect(stored.format == format)
            #expect(stored.faces.count == (name == "c" ? 2 : 1) && stored.faces[0].isVariable == (name == "d"))
        }
    }

    @Test func withoutTheOptionPackedFilesAreRefusedAndSkippedInFolders() async throws {
        let font = SyntheticFont(family: "Web").build()
        let path = try home.write(PackedFonts.woff(font), as: "folder/web.woff")
        try home.write(SyntheticFont(family: "Plain"), as: "folder/plain.ttf")
        #expect(await code(.url(URL(filePath: path)), RegistrationOptions()) == .unrecognizedFormat)
        let folder = URL(filePath: home.root + "/given/folder")
        let skipped = try await fonts.register(folder, scope: .persistent)
        #expect(skipped.passedOver == ["woff": 1] && skipped.outcomes.count == 1)
        let all = try await fonts.register(folder, scope: .persistent, options: options)
        #expect(all.passedOver.isEmpty && all.outcomes.map(\.status) == [.alreadyRegistered, .registered])
        #expect(
            await code(.data(Data(PackedFonts.woff(font)), name: "web"), RegistrationOptions()) == .unrecognizedFormat)
        #expect(await code(.data(Data(PackedFonts.woff(font)), name: "web"), options) == nil)
    }

    /// Whatever happens to the bytes of a packed font, its registration ends with a typed error or a font.
    @Test func damagedFilesAreRefused() async throws {
        let font = SyntheticFont(family: "Web").build()
        var files = [PackedFonts.woff(font)]
        if PackedFonts.canPackWOFF2 { files.append(try PackedFonts.woff2(font, in: home)) }
        var random = SplitMix64(state: 29)
        var sources: [FontSource] = []
        for place in 0..<300 {
            var bytes = files[place % files.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if place % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            sources.append(.data(Data(bytes), name: "damaged \(place)"))
        }
        let summary = try await fonts.register(sources, scope: .process, options: options).summary()
        #expect(summary.outcomes.count == sources.count)
        let expected: Set<FontError.Code> = [
            .unrecognizedFormat, .invalidFontData, .exceededResourceLimit, .duplicatedName,
        ]
        #expect(summary.errors.allSatisfy { expected.contains($0.code) }, "\(summary.errors)")
        #expect(!summary.errors.isEmpty)
    }

    @Test(.enabled(if: SharedFonts.badFonts != nil)) func damagedFilesOfTheCollectionAreRefused() async throws {
        let files = BadFont.all.filter(\.isWebFont)
        let summary = try await fonts.register(
            files.map { .url(URL(filePath: $0.path)) }, scope: .persistent, options: options
        ).summary()
        for (file, outcome) in zip(files, summary.outcomes) where !outcome.isSuccess {
            #expect(outcome.error?.code != .registrationFailed, "\(file.path): \(String(describing: outcome.error))")
        }
        #expect(summary.outcomes.count == files.count)
    }
}
