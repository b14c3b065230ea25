import Dispatch
import FontRegistry
import FontResources
import Foundation
import Synchronization
import TestSupport
import Testing

/// The registration of a module's fonts for its process.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ModuleRegistrationTests {
    private let home: PrivateHome
    /// What other code of the process sees.
    private let fonts: ProcessFontManager

    init() throws {
        home = try PrivateHome()
        fonts = ProcessFontManager(provider: "org.example.App", context: home.context)
    }

    @Test func oneCallRegistersAllFonts() throws {
        var module = TestModule(in: home)
        var names: [String] = []
        for family in (1...8).map({ "Family \($0)" }) {
            for style in ["Regular", "Bold"] {
                let font = SyntheticFont(family: family, style: style) { $0.isBold = style == "Bold" }
                names.append(font.postscriptName ?? "")
                try module.add(font)
            }
        }
        let table = module.table
        #expect(table.register(in: home.context).results == names.map { _ in "registered" })
        for name in names { #expect(try fonts.resolve(name).match?.scope == .process, "\(name)") }
        let again = table.register(in: home.context)
        #expect(again.isSuccess && again.errors.isEmpty)
        #expect(again.results == names.map { _ in "already-registered 105" })
        #expect(again.registrations.map(\.provider) == names.map { _ in "reader.App" })
        #expect(table.unregister(in: home.context).results == names.map { _ in "unregistered" })
        #expect(try fonts.resolve(names[0]).match == nil)
        #expect(!FileManager.default.fileExists(atPath: home.paths.store))
    }

    @Test(.enabled(if: SharedFonts.fonts != nil, "Needs the shared fonts."))
    func realFamiliesAreFound() throws {
        let folder = try #require(SharedFonts.fonts)
        var module = TestModule(in: home)
        var names: [String] = []
        for family in [
            "lato/Lato", "literata/Literata", "lora/Lora", "merriweather/Merriweather", "montserrat/Montserrat",
            "nunito-sans/NunitoSans", "source-sans-3/SourceSans3", "source-serif-4/SourceSerif4",
        ] {
            for style in ["Regular", "Bold"] {
                let bytes = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(family)-\(style).ttf")))
                names.append("\(family.split(separator: "/")[1])-\(style)")
                try module.add(bytes, as: "Fonts/\(family)-\(style).ttf")
            }
        }
        #expect(module.table.register(in: home.context).results == names.map { _ in "registered" })
        for name in names { #expect(try fonts.resolve(name).match?.postscriptName == name) }
        #expect(module.table.register(in: home.context).results == names.map { _ in "already-registered 105" })
    }

    @Test func aSecondCallReadsNoFile() throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont())
        let copy = try module.add(SyntheticFont().build(), as: "Copy.ttf")
        #expect(module.table.register(in: home.context).isSuccess)
        let openings = try [file, copy].map { try FileEvents(.openings, of: $0) }
        #expect(module.table.register(in: home.context).isSuccess)
        #expect(openings.map { $0.count() } == [0, 0])
    }

    @Test func callsFromManyThreadsRegisterOnce() throws {
        var module = TestModule(in: home)
        for number in 1...4 { try module.add(SyntheticFont(family: "Family \(number)")) }
        let table = module.table
        let summaries = Mutex<[FontSummary]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { [context = home.context] _ in
            let summary = table.register(in: context)
            summaries.withLock { $0.append(summary) }
        }
        let outcomes = summaries.withLock { $0 }.flatMap(\.outcomes)
        #expect(outcomes.count == 64 && outcomes.allSatisfy(\.isSuccess))
        #expect(outcomes.filter { $0.status == .registered }.count == 4)
    }

    @Test func everyFileHasItsOutcome() throws {
        let good = SyntheticFont(family: "Good")
        let dotted = SyntheticFont(family: "Dotted")
        var module = TestModule(in: home)
        try module.add(good.build(), as: "Good.ttf")
        try module.add(good.build(), as: "Again.ttf")
        let damaged = SyntheticFont(family: "Damaged").build()
        let damagedFile = try module.add(damaged, as: "Damaged.ttf")
        try home.put(Damage.truncated(damaged, to: 400), at: damagedFile)
        let text = try module.add(SyntheticFont(family: "Text").build(), as: "Text.ttf")
        try home.put(Array("no font".utf8), at: text)
        try module.add(dotted.build(), as: "Foo.Bar.ttf")
        try module.promise(SyntheticFont(family: "Absent").build(), as: "Absent.ttf")
        let summary = module.table.register(in: home.context)
        #expect(
            summary.results == [
                "registered", "already-registered 105", "failed 104", "failed 103", "registered", "failed 101",
            ])
        #expect(summary.outcomes[2].item == damagedFile && summary.errors.map(\.file).prefix(2) == [damagedFile, text])
        #expect(try fonts.resolve("Good-Regular").match?.scope == .process)
        #expect(try fonts.resolve("Dotted-Regular").match?.scope == .process)
        let again = module.table.register(in: home.context)
        #expect(again.results.filter { $0 == "already-registered 105" }.count == 3 && again.errors.count == 3)
    }

    @Test func failuresHaveApplesNumbers() throws {
        var module = TestModule(in: home)
        let taken = try module.add(SyntheticFont(family: "Taken"))
        let folder = try module.add(SyntheticFont(family: "Folder"))
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let large = try module.add(SyntheticFont(family: "Large"))
        let handle = try FileHandle(forWritingTo: URL(filePath: large))
        try handle.truncate(atOffset: UInt64(FontLimits.fileSize) + 1)
        try handle.close()
        let holder = try home.write(SyntheticFont(family: "Taken", salt: 1))
        try fonts.register(URL(filePath: holder))
        let summary = module.table.register(in: home.context)
        #expect(summary.results == ["failed 305", "failed 306", "failed 106"])
        #expect(summary.errors.map(\.file) == [taken, folder, large])
        let conflict = try #require(summary.errors[0].conflict)
        #expect(conflict.file == holder && conflict.provider == "org.example.App")
        #expect(conflict.postscriptName == "Taken-Regular")
        #expect(module.table.unregister(in: home.context).results.allSatisfy { $0 == "failed 201" })
        // What another provider registered stays.
        #expect(fonts.registered().map(\.file) == [holder])
    }

    @Test func aMatchHasItsFile() throws {
        struct Lora: FontResourceFamily {
            let table: FontResourceTable
            let name = "Lora"
        }
        var module = TestModule(in: home)
        try module.add(SyntheticFont(family: "Lora"))
        let bold = try module.add(SyntheticFont(family: "Lora", style: "Bold") { $0.weight = 700 })
        try module.promise(SyntheticFont(family: "Absent").build(), as: "Absent.ttf")
        let family = Lora(table: module.table)
        #expect(family.face(weight: .bold).font.path == bold)
        #expect(family.table.font(named: FontName("Lora-Bold"))?.path == bold)
        let absent = try #require(family.table.font(named: FontName("Absent-Regular")))
        #expect(absent.path == nil)
    }

    @Test func twoFilesWithOneNameConflict() throws {
        var module = TestModule(in: home)
        let first = try module.add(SyntheticFont().build(), as: "a.ttf")
        let second = try module.add(SyntheticFont(salt: 1).build(), as: "b.ttf")
        let summary = module.table.register(in: home.context)
        #expect(summary.results == ["registered", "failed 305"])
        #expect(summary.errors[0].file == second && summary.errors[0].conflict?.file == first)
    }

    @Test func anAppAndALibraryShareAFont() throws {
        let lora = SyntheticFont(family: "Lora")
        var app = TestModule("reader.App", in: home)
        var library = TestModule("styleguide.Fonts", in: home)
        let file = try app.add(lora)
        let copy = try library.add(lora)
        #expect(app.table.register(in: home.context).results == ["registered"])
        #expect(library.table.register(in: home.context).results == ["registered"])
        let user = ProcessFontManager(provider: "user", authority: .user, context: home.context)
        #expect(user.registered().map(\.file) == [file, copy])
        #expect(app.table.unregister(in: home.context).results == ["unregistered"])
        #expect(try fonts.resolve("Lora-Regular").match?.path == copy)
        #expect(app.table.unregister(in: home.context).results == ["failed 201"])
        #expect(library.table.unregister(in: home.context).results == ["unregistered"])
        #expect(try fonts.resolve("Lora-Regular").match == nil)
    }

    @Test func otherBytesOfALibraryConflict() throws {
        var app = TestModule("reader.App", in: home)
        var library = TestModule("styleguide.Fonts", in: home)
        let file = try app.add(SyntheticFont(family: "Lora"))
        let other = try library.add(SyntheticFont(family: "Lora", salt: 1))
        #expect(app.table.register(in: home.context).results == ["registered"])
        let summary = library.table.register(in: home.context)
        #expect(summary.results == ["failed 305"])
        let error = try #require(summary.errors.first)
        #expect(error.file == other && error.conflict?.file == file && error.conflict?.provider == "reader.App")
    }

    // MARK: Other content

    @Test func aChangedFileIsMarked() throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont())
        try home.put(SyntheticFont(salt: 1).build(), at: file)
        let summary = module.table.register(in: home.context)
        #expect(summary.results == ["registered"] && summary.outcomes[0].isChangedSinceBuild)
        let again = module.table.register(in: home.context)
        #expect(again.results == ["already-registered 105"] && again.outcomes[0].isChangedSinceBuild)
        #expect(module.table.unregister(in: home.context).results == ["unregistered"])
    }

    @Test func aFileThatChangesLaterIsReadAgain() throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont())
        let first = module.table.register(in: home.context)
        #expect(first.results == ["registered"] && !first.outcomes[0].isChangedSinceBuild)
        try home.put(SyntheticFont { $0.revision = 2 }.build(), at: file)
        let second = module.table.register(in: home.context)
        #expect(second.results == ["registered"] && second.outcomes[0].isChangedSinceBuild)
    }

    @Test func aFileWithoutThePromisedNamesFails() throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont(family: "Lora"))
        try home.put(SyntheticFont(family: "Other").build(), at: file)
        let summary = module.table.register(in: home.context)
        #expect(summary.results == ["failed 104"] && !summary.outcomes[0].isChangedSinceBuild)
        let error = try #require(summary.errors.first)
        #expect(error.file == file && error.message.contains("Lora-Regular") && error.message.contains("reader.App"))
        #expect(try fonts.resolve("Other-Regular").match == nil)
    }

    @Test func staleFilesInTheBundleAreNotRegistered() throws {
        var module = TestModule(in: home)
        try module.add(SyntheticFont())
        try home.put(SyntheticFont(family: "Stale").build(), at: module.folder + "/Stale-Regular.ttf")
        #expect(module.table.register(in: home.context).results == ["registered"])
        #expect(try fonts.resolve("Stale-Regular").match == nil)
    }

    @Test func aDisabledFontIsEnabledAgain() throws {
        var module = TestModule(in: home)
        let file = try module.add(SyntheticFont())
        #expect(module.table.register(in: home.context).isSuccess)
        let owner = ProcessFontManager(provider: module.name, context: home.context)
        #expect(try owner.setEnabled(false, [.url(URL(filePath: file))]).isSuccess)
        #expect(module.table.register(in: home.context).outcomes[0].isEnabledAgain)
        #expect(try fonts.resolve("Synthetic-Regular").match?.path == file)
    }

    @Test func aTableOfAnotherVersionFails() {
        let table = FontResourceTable(module: "reader.App", bundle: "Reader_App.resources", { "{}" }) {
            ResourcePlaces(object: nil, program: nil, dataFolders: [])
        }
        #expect(table.register(in: home.context).results == ["failed 301"])
        #expect(table.unregister(in: home.context).results.isEmpty)
    }
}
