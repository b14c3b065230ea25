import FontRegistry
import Foundation
import TestSupport
import Testing

/// What files hold, and what registering them would do, without registering them.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ExaminingTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.user()
    }

    private func examined(
        _ sources: [FontSource], scope: FontScope = .persistent, options: RegistrationOptions = RegistrationOptions(),
        by manager: FontManager? = nil
    ) async throws -> [FontExamination] {
        var files: [FontExamination] = []
        for try await file in (manager ?? fonts).examine(sources, scope: scope, options: options) { files.append(file) }
        return files
    }

    private func name(_ file: String) -> String { file.replacing(home.root + "/given/", with: "") }

    private func folder() throws -> FontSource { .url(URL(filePath: home.root + "/given/folder")) }

    /// Everything that a folder may hold, each with the outcome of a registration.
    @Test func eachFileOfAFolderHasItsOutcomeAndItsFacts() async throws {
        let held = SyntheticFont(family: "Held") { $0.revision = 2 }
        let registration = try await fonts.add(try home.write(held))
        try home.write(SyntheticFont.rich(), as: "folder/a-good.otf")
        try home.write(held, as: "folder/b-same.ttf")
        try home.write(held.with { ($0.salt, $0.revision) = (1, 1) }, as: "folder/c-older.ttf")
        try home.write(Array(SyntheticFont(family: "Cut").build().prefix(300)), as: "folder/d-cut.ttf")
        try home.write(SyntheticFont.rich(salt: 1), as: "folder/e-twin.ttf")
        let zip = ZIPFile([
            .init("in/Zipped.ttf", SyntheticFont(family: "Zipped").build()),
            .init("in/Broken.ttf", Array(SyntheticFont(family: "Broken").build().prefix(200))),
        ])
        try home.write(zip.bytes, as: "folder/f.zip")
        try home.write(Array(zip.bytes.prefix(60)), as: "folder/g-cut.zip")
        let before = try home.inventory()
        let generation = try await fonts.generation()
        let files = try await examined([try folder()])
        #expect(try home.inventory() == before)
        #expect(try await fonts.generation() == generation)
        #expect(home.staged.isEmpty)

        #expect(
            files.map { name($0.file) } == [
                "folder/a-good.otf", "folder/b-same.ttf", "folder/c-older.ttf", "folder/d-cut.ttf", "folder/e-twin.ttf",
                "folder/f.zip/in/Broken.ttf", "folder/f.zip/in/Zipped.ttf", "folder/g-cut.zip",
            ])
        #expect(files.map(\.place) == Array(0..<8) && files.allSatisfy { $0.total == 8 })
        #expect(
            files.map(\.outcome.status) == [
                .registered, .alreadyRegistered, .failed, .failed, .failed, .failed, .registered, .failed,
            ])
        // The outcomes are those of the registration.
        let summary = try await fonts.register([try folder()], scope: .persistent).summary()
        #expect(summary.outcomes.map(\.status) == files.dropLast().map(\.outcome.status))
        #expect(summary.outcomes.map(\.error?.code) == files.dropLast().map(\.outcome.error?.code))
        #expect(summary.unread.map(\.code) == files.suffix(1).map(\.outcome.error?.code))

        let good = files[0]
        let face = try #require(good.faces.first)
        #expect(good.format == .trueType && good.size == SyntheticFont.rich().build().count && good.error == nil)
        #expect(face.face.family == "Rich Sans" && face.coverage.covers("Az"))
        #expect(face.details.unitsPerEm == 1_000 && face.details.texts.contains { $0.text == "Free." })
        #expect(face.features.map(\.name) == ["Open a"])
        #expect(!good.findings.contains { $0.severity == .error })
        #expect(try await good.open().bytes() == SyntheticFont.rich().build())
        #expect(files[6].faces.map(\.face.family) == ["Zipped"])
        #expect(try await files[6].open().bytes() == SyntheticFont(family: "Zipped").build())
        for damaged in [files[3], files[5]] {
            #expect(damaged.error?.code == .invalidFontData && damaged.faces.isEmpty)
            #expect(damaged.findings.contains { $0.severity == .error && !$0.consequence.isEmpty })
            #expect(damaged.sha256 != nil && damaged.conflict == nil)
        }
        #expect(!files[7].findings.isEmpty && files[7].sha256 == nil)

        let older = try #require(files[2].conflict)
        #expect(older.name == "Held-Regular" && older.registration?.id == registration.id)
        #expect(older.offered.revision == 1 && older.registered?.revision == 2 && older.revision == .older)
        let twin = try #require(files[4].conflict)
        #expect(name(twin.file) == "folder/a-good.otf" && twin.registration == nil && twin.revision == nil)
    }

    @Test(arguments: [(1.0, FontConflict.Revision.same), (3.0, .newer)])
    func bothSidesOfAConflictAreNamed(_ revision: Double, _ expected: FontConflict.Revision) async throws {
        let held = try await fonts.add(try home.write(SyntheticFont(family: "Held")))
        let other = SyntheticFont(family: "Held", salt: 1) { $0.revision = revision }
        let path = try home.write(other)
        for options in [RegistrationOptions(), RegistrationOptions(replaces: true)] {
            let file = try #require(try await examined([.url(URL(filePath: path))], options: options).first)
            #expect(file.outcome.status == (options.replaces ? .replaced : .failed))
            #expect(file.outcome.error?.code == (options.replaces ? nil : .duplicatedName))
            let conflict = try #require(file.conflict)
            #expect(conflict.registration?.id == held.id && conflict.registered?.revision == 1)
            #expect(conflict.offered.revision == revision && conflict.revision == expected)
        }
        // In another scope there is none.
        let session = try await examined([.url(URL(filePath: path))], scope: .session)
        #expect(session.map(\.outcome.status) == [.registered] && session.first?.conflict == nil)
    }

    /// Of two forms of a family one is taken, as in a registration.
    @Test func formsAreChosenOverAllFiles() async throws {
        try home.write(SyntheticFont(family: "Formed", style: "Bold"), as: "folder/bold.ttf")
        try home.write(SyntheticFont.variable(family: "Formed"), as: "folder/variable.ttf")
        let files = try await examined([try folder()])
        #expect(files.map(\.outcome.status) == [.skipped, .registered])
        #expect(files.first?.outcome.takenInstead.map(name) == "folder/variable.ttf")
        #expect(files.first?.faces.map(\.face.style) == ["Bold"])
    }

    @Test func whatIsNoFontFileHasItsError() async throws {
        let files = try await examined([
            .data(Data(SyntheticFont(family: "Memory").build()), name: "memory"), .data(Data([1, 2]), name: "no font"),
            .url(URL(filePath: home.root + "/nothing.ttf")),
        ])
        #expect(files.map(\.file) == ["memory", "no font", home.root + "/nothing.ttf"])
        #expect(files.map(\.outcome.error?.code) == [nil, .unrecognizedFormat, .fileNotFound])
        #expect(try await examined([]).isEmpty)
    }

    /// A file that changes after it was examined is not the one that is drawn.
    @Test func aChangedFileIsNotOpened() async throws {
        let path = try home.write(SyntheticFont(family: "Before"), as: "changing.ttf")
        let file = try #require(try await examined([.url(URL(filePath: path))]).first)
        try home.write(SyntheticFont(family: "After"), as: "changing.ttf")
        let changed = await #expect(throws: FontError.self) { try await file.open() }
        #expect(changed?.code == .invalidFontData && changed?.file == path)
    }

    @Test func processScopeIsNotExamined() async throws {
        let path = try home.write(SyntheticFont(family: "Own"))
        let refused = await #expect(throws: FontError.self) {
            try await examined([.url(URL(filePath: path))], scope: .process)
        }
        #expect(refused?.code == .unsupportedScope)
    }

    /// A provider sees no facts of others beyond those of every program.
    @Test func aProviderIsToldOnlyWhatItMaySee() async throws {
        let held = try await fonts.add(
            try home.write(SyntheticFont(family: "Held")), .persistent, RegistrationOptions(tag: "private"))
        let path = try home.write(SyntheticFont(family: "Held", salt: 1))
        let program = try home.manager(provider: "program")
        let file = try #require(try await examined([.url(URL(filePath: path))], by: program).first)
        let conflict = try #require(file.conflict)
        #expect(conflict.registration?.id == held.id && conflict.registration?.tags == [])
        #expect(conflict.registration?.file == held.path)
    }

    @Test func aCancelledTaskGetsNoMore() async throws {
        for number in 0..<12 { try home.write(SyntheticFont(family: "Many \(number)"), as: "folder/\(number).ttf") }
        let examinations = fonts.examine([try folder()])
        let task = Task {
            var count = 0
            for try await _ in examinations {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(try await task.value == 1)
        // Another iterator begins anew.
        var count = 0
        for try await _ in examinations { count += 1 }
        #expect(count == 12)
    }

    @Test func anIsolatedContextReadsInWorkers() async throws {
        let context = try home.context.isolated()
        let workers = try #require(context.workers)
        #expect(try home.context.isolated() == context && context.isolated() == context)
        #expect(try RegistryContext.user(reading: .isolated).workers == workers)
        #expect(try RegistryContext.user().workers == nil)
        let manager = FontManager(provider: "test", context: context)
        let before = workers.inspectionCount
        _ = try await manager.register(
            URL(filePath: try home.write(SyntheticFont(family: "Isolated"))), scope: .persistent)
        #expect(workers.inspectionCount > before)
        #expect(try await manager.has("Isolated-Regular"))
    }
}

extension SyntheticFont {
    /// A font with every kind of fact.
    fileprivate static func rich(salt: UInt32 = 0) -> SyntheticFont {
        SyntheticFont(family: "Rich Sans", salt: salt) { font in
            font.localizedNames = [.init(13, language: 0x409, "Free."), .init(256, language: 0x409, "Open a")]
            font.extraTables["GSUB"] = SyntheticFeature.table([.stylisticSet("ss01", name: 256)])
        }
    }
}
