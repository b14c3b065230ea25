import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// The sheet before installing, conflicts, progress and the report.
@Suite(.fewAtOnce) struct InstallTests {
    private let test: TestLibrary

    init() throws { test = try TestLibrary() }

    @Test func aFontIsShownAndInstalled() async throws {
        let file = try test.home.write(SyntheticFont(family: "Lora"))
        let bold = try test.home.write(SyntheticFont(family: "Lora", style: "Bold"))
        let plan = await test.examine([file, bold])
        #expect(plan.isExamined && plan.canInstall && plan.title == "Lora" && plan.refused.isEmpty)
        #expect(plan.families.map(\.styles) == [["Regular", "Bold"]])
        #expect(plan.families[0].subtitle == "2 styles: Regular and Bold")
        #expect(try await test.manager.registered().isEmpty, "nothing is kept by looking")
        let report = try await test.install(plan)
        #expect(report.sentence == "Lora was installed." && report.installed == 2 && !report.isWorthPage)
        #expect(report.operations.count == 1 && report.lines == ["2 fonts installed"])
        let again = await test.examine([file])
        #expect(!again.canInstall && again.title == "Already Installed" && again.present.count == 1)
        #expect(again.presentSentence == "1 font is installed already: Lora." && plan.presentSentence == nil)
        #expect(try await test.install(again).sentence == "The fonts are installed already.")
    }

    /// Static files beside a variable one are left out, and the sheet and the report say so.
    @Test func filesThatAreLeftOutAreNamed() {
        var plan = InstallPlan([])
        func add(_ name: String, _ styles: [String], _ outcome: ExaminedItem.Outcome) {
            let faces = styles.map { madeFace("Lora", $0) }
            plan.add(.item(ExaminedItem(id: "/a.zip/" + name, faces: faces, outcome: outcome)))
        }
        add("Lora[wght].ttf", ["Bold", "Light", "Regular"], .new)
        #expect(plan.families.map(\.styles) == [["Regular", "Bold", "Light"]], "the regular style comes first")
        #expect(plan.skippedSentence == nil)
        add("Lora-Bold.ttf", ["Bold"], .skipped)
        #expect(
            plan.skippedSentence == "1 file is left out, as another file has its styles: Lora-Bold.ttf.")
        add("Lora-Light.ttf", ["Light"], .skipped)
        #expect(plan.skippedSentence?.hasSuffix("Lora-Bold.ttf and Lora-Light.ttf.") == true)
        var report = InstallReport()
        report.add(
            LibrarySummary(outcomes: [
                FontOutcome(item: "/a.zip/Lora-Bold.ttf", status: .skipped, takenInstead: "/a.zip/Lora[wght].ttf")
            ]))
        #expect(report.lines == ["1 file left out, as another one has its styles"])
    }

    @Test func whatCannotBeInstalledIsGroupedByReason() async throws {
        let folder = test.home.root + "/given/drop"
        for number in 0..<3 {
            try test.home.write(SyntheticFont(family: "Good \(number)"), as: "drop/good\(number).ttf")
            try test.home.write(
                Damage.truncated(SyntheticFont(family: "Bad \(number)").build(), to: 200), as: "drop/bad\(number).ttf")
        }
        try test.home.write(Array("no font".utf8), as: "drop/readme.txt")
        let archive = ZIPFile([ZIPFile.Entry("in/zip.ttf", SyntheticFont(family: "Zipped").build())])
        try test.home.write(archive.bytes, as: "drop/fonts.zip")
        let plan = await test.examine([folder])
        #expect(plan.families.map(\.id).sorted() == ["Good 0", "Good 1", "Good 2", "Zipped"])
        #expect(plan.refused.map(\.items.count) == [3] && plan.refused[0].items.sorted()[0] == "bad0.ttf")
        #expect(plan.title == "4 Families" && plan.completed > 0)
        let report = try await test.install(plan)
        #expect(report.installed == 4 && report.isWorthPage && report.failures.map(\.items.count) == [3])
        #expect(report.sentence == "4 fonts were installed." && report.lines.count >= 2)
        #expect(try await test.enabledNames().count == 4)
    }

    private func conflict() async throws -> (InstallPlan, installed: Registration) {
        let installed = try await test.install(SyntheticFont(family: "Lora") { $0.revision = 2 })
        let file = try test.home.write(SyntheticFont(family: "Lora") { $0.revision = 1.5 }, as: "older.ttf")
        let other = try test.home.write(SyntheticFont(family: "Lato"))
        return (await test.examine([file, other]), try #require(installed.first))
    }

    @Test func aConflictShowsBothSides() async throws {
        let (plan, installed) = try await conflict()
        let row = try #require(plan.conflicts.first)
        #expect(plan.conflicts.count == 1 && row.choice == .keep && row.conflict.isOlder)
        #expect(row.conflict.registration?.id == installed.id)
        #expect(row.item.faces.map(\.revision) == [1.5], "the offered font is described, too")
        #expect(row.sentence == "The file is older: version 1.5, installed is 2.")
        #expect(plan.families.map(\.id) == ["Lato"])
    }

    @Test func theInstalledFontIsKept() async throws {
        let (plan, installed) = try await conflict()
        let report = try await test.install(plan)
        #expect(report.installed == 1 && report.failures.count == 1)
        #expect(try await test.manager.registered().contains { $0.id == installed.id && $0.isEnabled })
    }

    @Test func theInstalledFontIsReplaced() async throws {
        var (plan, installed) = try await conflict()
        plan.choose(.replace, for: plan.conflicts[0].id)
        let report = try await test.install(plan)
        #expect(report.installed == 2 && report.failures.isEmpty && report.operations.count == 2)
        #expect(try await !test.manager.registered().contains { $0.id == installed.id })
        // The operations are undone from the last to the first.
        let commands = LibraryCommands(test.library)
        for operation in report.operations { _ = try await commands.undo(operation) }
        #expect(try await test.manager.registered().map(\.id) == [installed.id])
    }

    @Test func theOfferedFontIsInstalledTurnedOff() async throws {
        var (plan, installed) = try await conflict()
        plan.chooseForAll(.installOff)
        let report = try await test.install(plan)
        #expect(report.failures.isEmpty && report.installed == 2)
        let lora = try await test.manager.registered().filter { $0.faces[0].family == "Lora" }
        #expect(lora.count == 2 && lora.filter(\.isEnabled).map(\.id) == [installed.id])
    }

    /// Fonts of one archive are registered together, so they are decided together.
    @Test func fontsOfAnArchiveAreDecidedTogether() async throws {
        try await test.install(SyntheticFont(family: "One"), SyntheticFont(family: "Two"))
        let entries = ["One", "Two"].map { name in
            ZIPFile.Entry("\(name).ttf", SyntheticFont(family: name) { $0.revision = 2 }.build())
        }
        try test.home.write(ZIPFile(entries).bytes, as: "folder/new.zip")
        var plan = await test.examine([test.home.root + "/given/folder"])
        #expect(plan.conflicts.count == 2)
        #expect(Set(plan.conflicts.map(\.item.source)) == [test.home.root + "/given/folder/new.zip"])
        plan.choose(.replace, for: plan.conflicts[0].id)
        #expect(plan.conflicts.map(\.choice) == [.replace, .replace] && plan.canInstall)
        #expect(try await test.install(plan).installed == 2)
        #expect(try await test.manager.registered().flatMap { $0.faces.map(\.revision) } == [2, 2])
    }

    @Test func webFontsAreInstalledOnRequest() async throws {
        let packed = SampleFile.woff(wrapping: SyntheticFont(family: "Web").build())
        // The contents tell what it is, not the name.
        let file = try test.home.write(packed, as: "web.ttf")
        var plan = await test.examine([file])
        #expect(plan.webFonts.count == 1 && !plan.canInstall && plan.refused.isEmpty && plan.title == "Web Fonts")
        #expect(plan.families.isEmpty && plan.givenFiles.isEmpty)
        plan.installsWebFonts = true
        #expect(plan.canInstall && plan.families.map(\.id) == ["Web"] && plan.title == "Web")
        #expect(InstallRun.batches(of: plan).map(\.options.unwraps) == [true])
        #expect(try await test.install(plan).installed == 1)
        #expect(try await test.enabledNames() == ["Web-Regular"])
    }

    /// In a folder, web fonts are listed and left out unless they are asked for.
    @Test func webFontsOfAFolderAreLeftOut() async throws {
        try test.home.write(SyntheticFont(family: "Plain"), as: "mixed/plain.ttf")
        try test.home.write(SampleFile.woff(wrapping: SyntheticFont(family: "Web").build()), as: "mixed/web.woff")
        let plan = await test.examine([test.home.root + "/given/mixed"])
        #expect(plan.webFonts.map(\.fileName) == ["web.woff"] && plan.families.map(\.id) == ["Plain"])
        let report = try await test.install(plan)
        #expect(report.installed == 1 && report.failures.isEmpty)
        #expect(try await test.enabledNames() == ["Plain-Regular"])
    }

    @Test func fontsMayBeInstalledForTheSession() async throws {
        let file = try test.home.write(SyntheticFont(family: "Guest"))
        var plan = InstallPlan([URL(filePath: file)], scope: .session)
        for await event in test.library.examine(plan.sources, scope: plan.scope) { plan.add(event) }
        #expect(try await test.install(plan).installed == 1)
        #expect(try await test.manager.registered().map(\.scope) == [.session])
    }

    /// Of two of the files with one name, the older one is a conflict without a registered font.
    @Test func filesOfOneInstallationConflict() async throws {
        let files = try [1.0, 2.0].map { revision in
            try test.home.write(SyntheticFont(family: "Twin") { $0.revision = revision }, as: "twin\(revision).ttf")
        }
        let plan = await test.examine(files)
        let row = try #require(plan.conflicts.first)
        #expect(plan.conflicts.count == 1 && row.conflict.registration == nil)
        #expect(row.sentence == "Another of the files has this name." && row.installedTitle == "twin2.0.ttf")
        #expect(row.offeredTitle == "Twin Regular")
    }

    @Test func theSheetTellsFactsOfAFamily() async throws {
        let files = try ["Bold", "Regular"].map { style in
            try test.home.write(SyntheticFont(family: "Facts", style: style) { $0.revision = 1.25 })
        }
        let family = try #require(await test.examine(files).families.first)
        #expect(family.facts.first == "Version 1.25" && family.facts.count >= 2)
        #expect(family.items.count == 2 && family.shown != nil)
    }

    @Test func aReportIsCopiedAsText() async throws {
        let good = try test.home.write(SyntheticFont(family: "Good"))
        let bad = try test.home.write(
            Damage.truncated(SyntheticFont(family: "Bad").build(), to: 200), as: "bad.ttf")
        let report = try await test.install(await test.examine([good, bad]))
        #expect(report.text.hasPrefix("Good was installed.\n1 font installed\n"))
        #expect(report.text.hasSuffix("• bad.ttf") && !report.text.contains(test.home.root))
    }

    @Test func aStopKeepsWhatIsInstalled() async throws {
        let files = try (0..<50).map { try test.home.write(SyntheticFont(family: "Family \($0)")) }
        let plan = await test.examine(files)
        let run = InstallRun(plan, in: test.library)
        run.stop()
        var report: InstallReport?
        for await event in run.events {
            if case .finished(let finished) = event { report = finished }
        }
        let finished = try #require(report)
        #expect(finished.wasStopped && finished.sentence.hasSuffix("Stopped.") && finished.isWorthPage)
        #expect(try await test.enabledNames().count == finished.installed && finished.installed < 50)
    }

    @Test func whatIsGoneIsSaid() async throws {
        let plan = await test.examine([test.home.root + "/none.ttf"])
        #expect(!plan.canInstall && plan.refused.map(\.text.title) == ["The File Is Gone"])
        #expect(plan.refused[0].items == ["none.ttf"] && plan.title == "Nothing to Install")
        let web = InstallPlan([try #require(URL(string: "https://example.org/font.ttf"))])
        var plan2 = web
        for await event in test.library.examine(web.sources, scope: web.scope) { plan2.add(event) }
        #expect(!plan2.canInstall && (plan2.failure != nil || !plan2.refused.isEmpty))
    }

    /// All bad fonts that the project has are refused with a sentence, and nothing is kept.
    @Test(.enabled(if: SharedFonts.badFonts != nil, "needs the bad fonts")) func badFontsAreRefused() async throws {
        let folder = try #require(SharedFonts.badFonts)
        let plan = await test.examine([folder + "/malformed"])
        #expect(plan.isExamined && plan.failure == nil && !plan.items.isEmpty)
        #expect(plan.refused.allSatisfy { !$0.text.title.isEmpty && $0.text.body.hasSuffix(".") })
        #expect(try await test.manager.registered().isEmpty && test.home.staged.isEmpty)
    }
}
