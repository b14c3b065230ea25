import FontBus
import FontClient
import Foundation
import TestSupport
import Testing

/// Batches over the bus, where a message carries sixteen files.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct BatchTests {
    @Test func aThousandFilesAreOneOperation() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let listener = try await service.connect()
        var signals = try await listener.fontsChanged().makeAsyncIterator()
        let paths = try (0..<1_000).map { try service.home.write(SyntheticFont(family: "Thousand \($0)")) }
        let batch = fonts.register(paths.map(FontSource.file), scope: .persistent)
        var completed: [Int] = []
        var summary: FontSummary?
        for await event in batch {
            switch event {
            case .prepared(_, let count, 1_000): completed.append(count)
            case .finished(let result): summary = result
            case .prepared, .failed: Issue.record("\(event)")
            }
        }
        #expect(completed == Array(1...1_000))
        #expect(summary?.generation == 1)
        #expect(summary?.outcomes.map(\.item) == paths)
        #expect(summary?.outcomes.allSatisfy { $0.status == .registered } == true)
        #expect(try await fonts.registered().count == 1_000)
        // More than one page of results.
        try await fonts.register(.data(Data(SyntheticCollection.faces(60).build()), name: "more"), scope: .persistent)
        #expect(try await fonts.fonts(matching: FontQuery()).count == 1_060)
        #expect(await signals.next()?.arguments.first == .uint64(1))
        #expect(await signals.next()?.arguments.first == .uint64(2))
        var changes = fonts.changes(since: 0).makeAsyncIterator()
        #expect(try await changes.nextChange().faces.count == 1_000)
    }

    /// Enough files that a stop arrives before the last one.
    private static let many = 1_500

    /// Disabling, tagging and unregistering report each target, and are stopped in the middle.
    @Test func changesAreBatchesToo() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let paths = try (0..<Self.many).map { try service.home.write(SyntheticFont(family: "Changed \($0)")) }
        #expect(try await fonts.register(paths.map(FontSource.file), scope: .persistent).summary().isSuccess)
        let targets = (0..<Self.many).map { number in
            number % 100 == 0 ? FontTarget.family("Changed \(number)") : .name("Changed\(number)-Regular")
        }
        var completed: [Int] = []
        var summary: FontSummary?
        for await event in fonts.batch(.disable, of: targets + [.name("None-Regular")]) {
            switch event {
            case .prepared(_, let count, _), .failed(_, let count, _): completed.append(count)
            case .finished(let result): summary = result
            }
        }
        #expect(completed == Array(1...Self.many + 1))
        #expect(summary?.outcomes.count { $0.status == .disabled } == Self.many)
        #expect(summary?.errors.map(\.code) == [.notRegistered])
        var tagged: [Int] = []
        for await event in fonts.batch(.tag(adding: ["all"], removing: []), of: targets) {
            if case .prepared(_, let count, _) = event { tagged.append(count) }
        }
        #expect(tagged == Array(1...Self.many))
        #expect(try await fonts.registered().allSatisfy { $0.tags == ["all"] })
        let generation = try await fonts.generation()
        let batch = fonts.batch(.unregister, of: targets)
        for await event in batch {
            if case .prepared = event { break }
        }
        let stopped = try await batch.summary()
        let left = try await fonts.registered().count
        #expect(stopped.outcomes.count { $0.status == .unregistered } == Self.many - left)
        #expect(stopped.wasStopped == (left > 0))
        #expect(try await fonts.generation() == generation + 1)
        // A font and a family are targets, too.
        try await fonts.register(.file(try service.home.write(SyntheticFont(family: "One"))), scope: .persistent)
        #expect(try await fonts.setEnabled(false, [.family("one")]).outcomes.map(\.item) == ["one"])
        #expect(try await fonts.request(matching: [FontQuery(family: "One")]).map(\.status) == [.activated])
        let one = try #require(try await fonts.resolve("One-Regular").match)
        #expect(try await fonts.unregister(one).isSuccess)
    }

    /// A copy of a registered file means its registration, which the client finds, and is reported as that.
    @Test func aCopyIsReportedAsItsRegistration() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let font = SyntheticFont(family: "One")
        try await fonts.register(.file(try service.home.write(font)), scope: .persistent)
        let copy = try service.home.write(font, as: "copy.ttf")
        var prepared: [String] = []
        var summary: FontSummary?
        for await event in fonts.batch(.disable, of: [.url(URL(filePath: copy)), .name("None-Regular")]) {
            switch event {
            case .prepared(let item, _, 2): prepared.append(item)
            case .failed(let outcome, _, 2): #expect(outcome.item == "None-Regular")
            case .finished(let result): summary = result
            case .prepared, .failed: Issue.record("\(event)")
            }
        }
        #expect(prepared == [copy])
        #expect(summary?.outcomes.map(\.status) == [.disabled, .failed])
    }

    /// A text has the meaning that the program gives it, as without the bus.
    @Test func aFamilyIsNoNameAndNoId() async throws {
        let service = try PrivateService()
        let home = service.home
        for family in ["Symbol", "Other"] {
            try home.put(SyntheticFont(family: family).build(), at: home.paths.userFonts + "/loose/\(family).ttf")
        }
        let file = try home.write(SyntheticFont(family: "Symbol Neu") { $0.postscriptName = "Symbol" })
        #expect(try service.fontctl("register", file).status == 0)
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let user = try await fonts.requestManagement()
        // The registered font of that name is of another family.
        let hidden = try await user.setEnabled(false, [.family("Symbol")])
        #expect(hidden.outcomes.map(\.status) == [.disabled])
        #expect(hidden.outcomes.first?.systemFonts.map(\.postscriptName) == ["Symbol-Regular"])
        #expect(try await user.registered().map(\.isEnabled) == [true])
        #expect(try await user.changeTags(adding: ["kept"], of: [.family("Symbol")]).isSuccess == false)
        #expect(try await user.registered().map(\.tags) == [[]])
        #expect(try await user.unregister([.id("Symbol"), .name("symbolneu")]).errors.count == 2)
        #expect(try await user.setEnabled(false, [.name("Symbol")]).outcomes.map(\.status) == [.disabled])
        #expect(try await user.registered().map(\.isEnabled) == [false])
        let client = try await service.connect()
        for kinds in [["family", "family"], ["face"], []] {
            let failure = await #expect(throws: BusFailure.self) {
                try await client.fontd(
                    "Change", .string("disable"), .strings(["Symbol"]), .dictionary(["kinds": .strings(kinds)]))
            }
            #expect(failure?.name.hasSuffix("InvalidArgs") == true)
        }
    }

    @Test func aBatchIsStoppedInTheMiddle() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let paths = try (0..<Self.many).map { try service.home.write(SyntheticFont(family: "Stopped \($0)")) }
        let batch = fonts.register(paths.map(FontSource.file), scope: .persistent)
        for await event in batch {
            if case .prepared = event { break }
        }
        let summary = try await batch.summary()
        #expect(summary.wasStopped)
        let registered = summary.outcomes.count { $0.status == .registered }
        #expect(registered + summary.outcomes.count { $0.status == .skipped } == Self.many)
        #expect(registered < Self.many)
        #expect(try await fonts.registered().count == registered)
    }

    @Test func oneThatWasStoppedBeforeItBeganLeavesNothing() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let paths = try (0..<40).map { try service.home.write(SyntheticFont(family: "Never \($0)")) }
        let batch = fonts.register(paths.map(FontSource.file), scope: .persistent)
        batch.stop()
        let summary = try await batch.summary()
        #expect(summary.outcomes.count == 40)
        #expect(summary.outcomes.count { $0.status == .registered } == (try await fonts.registered()).count)
        if summary.outcomes.contains(where: { $0.status == .skipped }) { #expect(summary.wasStopped) }
    }

    @Test func everyFileMayHaveATagOfItsOwn() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let paths = try ["one", "two"].map { try service.home.write(SyntheticFont(family: "Tag \($0)")) }
        let sources = zip(paths, ["one", "two"]).map { FontSource.query(FontQuery(file: $0, tag: $1)) }
        #expect(try await fonts.register(sources, scope: .persistent).summary().isSuccess)
        #expect(try await fonts.registered().map(\.tags) == [["one"], ["two"]])
    }

    /// A program that may only register can do so with any number of files, and gets the reason if a file cannot be
    /// opened.
    @Test func registeringNeedsNoLeaveToLookFontsUp() async throws {
        let service = try PrivateService()
        #expect(try service.fontctl("policy", "--default", "--use", "deny", "--install", "allow").status == 0)
        let fonts = try await service.open()
        let paths = try (0..<40).map { try service.home.write(SyntheticFont(family: "Only \($0)")) }
        #expect(try await fonts.register(paths.map(FontSource.file), scope: .persistent).summary().isSuccess)
        let summary = try await fonts.register([.file("/nowhere/font.ttf")], scope: .persistent).summary()
        #expect(summary.outcomes.map(\.error?.code) == [.fileNotFound])
        #expect(summary.generation == 1)
        let failure = await #expect(throws: FontError.self) { try await fonts.resolve("Only 1") }
        #expect(failure?.code == .missingEntitlement)
    }
}
