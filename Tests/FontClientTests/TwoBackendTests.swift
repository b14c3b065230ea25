import FontClient
import Foundation
import TestSupport
import Testing

/// A program gets the same results from the store and from the service.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct TwoBackendTests {
    @Test(arguments: PrivateBus.Kind.possible)
    func everythingIsTheSame(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let byBus = try await service.open()
        let home = try PrivateHome()
        // Only the service determines such an id, so the user acts for the program.
        let byStore = FontManager(
            provider: byBus.provider, quota: nil, facts: nil, isUser: true, context: home.context)
        let overBus = try await Transcript(of: byBus, in: service.home)
        let inStore = try await Transcript(of: byStore, in: home)
        #expect(overBus.lines.count > 40)
        for (left, right) in zip(overBus.lines, inStore.lines) { #expect(left == right) }
        #expect(overBus.lines.count == inStore.lines.count)
        #expect(byBus.provider.hasPrefix("/") || byBus.provider.contains("."))
    }
}

/// The results of a long use of the registry, line by line, without the parts that differ between homes.
private struct Transcript {
    private(set) var lines: [String] = []
    private let root: String

    init(of fonts: FontManager, in home: PrivateHome) async throws {
        root = home.root
        var changes = fonts.changes.makeAsyncIterator()
        try await register(fonts, home)
        try await find(fonts, home)
        try await switchAndRemove(fonts, home)
        let last = try await fonts.generation()
        add("generation", last)
        while true {
            let change = try await changes.nextChange()
            try add("change", json: change)
            if change.generation == last { break }
        }
        var replay = fonts.changes(since: 0).makeAsyncIterator()
        try add("replay", json: try await replay.nextChange())
        var ahead = fonts.changes(since: 1_000).makeAsyncIterator()
        let event = try #require(try await ahead.next())
        if case .snapshot(let generation, let registrations) = event {
            try add("snapshot \(generation)", json: registrations)
        } else {
            add("snapshot", "none")
        }
    }

    // MARK: What is done

    private mutating func register(_ fonts: FontManager, _ home: PrivateHome) async throws {
        let plain = try home.write(SyntheticFont(family: "Plain").with { $0.revision = 2 })
        try add("one", await fonts.register(URL(filePath: plain), scope: .persistent))
        let zip = ZIPFile([
            .init("a/Zipped.ttf", SyntheticFont(family: "Zipped").build()), .init("OFL.txt", Array("text".utf8)),
            .init("Damaged.ttf", Array(SyntheticFont(family: "Damaged").build().prefix(200))),
        ])
        let archive = URL(filePath: try home.write(zip.bytes, as: "fonts.zip"))
        try add("archive", await fonts.register([.url(archive)], scope: .persistent).summary())
        try add("again", await fonts.register(URL(filePath: plain), scope: .persistent))
        try add("session", await fonts.register(URL(filePath: plain), scope: .session))
        let copy = try home.write(SyntheticFont(family: "Plain").with { $0.revision = 2 }, as: "copy.ttf")
        try add("copy", await fonts.register(URL(filePath: copy), scope: .persistent))
        let other = try home.write(
            SyntheticFont(family: "Plain").with {
                $0.salt = 1; $0.revision = 1
            })
        for options in [
            RegistrationOptions(), RegistrationOptions(replaces: true),
            RegistrationOptions(tag: "new", replaces: true, allowsDowngrade: true),
        ] {
            await failure("other") {
                try await fonts.register(URL(filePath: other), scope: .persistent, options: options)
            }
        }
        let forms = [
            FontSource.path(try home.write(SyntheticFont.variable(family: "Formed"), as: "forms/variable.ttf")),
            .path(try home.write(SyntheticFont(family: "Formed", style: "Bold"), as: "forms/bold.ttf")),
        ]
        for form in FontForm.allCases {
            let options = RegistrationOptions(replaces: true, preferredForm: form)
            let summary = try await fonts.register(forms, scope: .session, options: options).summary()
            try add("forms", summary)
            add("taken", summary.outcomes.map { $0.takenInstead ?? "-" })
        }
        for tag in ["two\nlines", String(repeating: "t", count: 5_000)] {
            await failure("tag") {
                try await fonts.register(
                    URL(filePath: plain), scope: .persistent, options: RegistrationOptions(tag: tag))
            }
        }
        for path in [
            home.root + "/nothing.ttf", "/dev/null", try home.write([1, 2], as: "no.ttf"),
        ] {
            await failure("bad") { try await fonts.register(URL(filePath: path), scope: .persistent) }
        }
        try add(
            "data",
            await fonts.register(
                .data(Data(SyntheticFont(family: "Memory").build()), name: "mem"), scope: .session,
                options: RegistrationOptions(isEnabled: false, tag: "m")))
        try add(
            "process",
            await fonts.register(.data(Data(SyntheticFont(family: "Own").build()), name: "own"), scope: .process))
        for name in ["a", "b", "deep/c"] {
            try home.write(SyntheticFont(family: "Folder \(name)"), as: "folder/\(name).ttf")
        }
        try home.write(SyntheticCollection.faces(3, family: "Many").build(), as: "folder/many.ttc")
        try home.write(SyntheticFont.rich(), as: "folder/rich.ttf")
        try home.write(Array("no font".utf8), as: "folder/bad.ttf")
        try home.write([0, 1, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 40), as: "folder/worse.ttf")
        let folder = FontSource.directory(home.root + "/given/folder")
        let sources: [FontSource] = [
            folder, .file(home.root + "/missing.ttf"),
            .query(FontQuery(family: "Plain", tag: "by query")), .query(FontQuery(family: "Nobody")),
        ]
        for isAtomic in [true, false] {
            // The client finds files that cannot be opened, the service finds bad contents; the order may differ.
            let batch = fonts.register(
                isAtomic ? [folder] : sources, scope: .persistent, options: RegistrationOptions(isAtomic: isAtomic))
            var events: [String] = []
            for await event in batch {
                switch event {
                case .prepared(let item, _, let total): events.append("+\(item) \(total)")
                case .failed(let outcome, let completed, let total):
                    #expect(completed > 0)
                    events.append("-\(outcome.item) \(outcome.error?.code.rawValue ?? 0) \(total)")
                case .finished(let summary): try add("batch \(isAtomic)", summary)
                }
            }
            add("events", events.sorted())
        }
    }

    private mutating func find(_ fonts: FontManager, _ home: PrivateHome) async throws {
        for name in [
            "Plain-Regular", "Quite-Different", "Rich Sans Light", "rich sans", "豊かな", "Own-Regular", "Memory-Regular",
            "Nobody", "Many Regular",
        ] {
            let resolution = try await fonts.resolve(name)
            add("resolve \(name)", "\(resolution.matchedBy?.rawValue ?? "-")")
            try add("match", json: resolution.match)
            let unusable = resolution.unusable
            add(
                "unusable",
                [unusable?.reason.rawValue, unusable?.disabledBy?.rawValue, unusable?.registration.file]
                    .map { $0 ?? "-" })
        }
        let all = FontQuery()
        for set in [
            FontQuerySet(including: [all], options: [.includeDisabled, .namedInstances]),
            FontQuerySet(including: [all], options: .removeDuplicates),
            FontQuerySet(
                including: [FontQuery(family: "Plain"), FontQuery(axes: ["wght"])],
                excluding: [FontQuery(scopes: [.session])]),
            FontQuerySet(including: [FontQuery(characters: "ab"), FontQuery(characters: "語")]),
            FontQuerySet(including: [FontQuery(scopes: [.process])]), FontQuerySet(including: [FontQuery(tag: "new")]),
            FontQuerySet(including: [FontQuery(file: home.root + "/given/folder/a.ttf")]), FontQuerySet(including: []),
        ] { try add("fonts", json: try await fonts.fonts(matching: set)) }
        let style = FontStyle(weight: 650, slope: .italic, pointSize: 9)
        for family in ["Rich Sans", "豊かな", "Plain", "Own", "Nobody"] {
            try add("match \(family)", json: try await fonts.match(family: family, style: style))
        }
        let text = "Ab c豊\n"
        for run in try await fonts.runs(of: text, families: ["Rich Sans", "Own"], style: style) {
            try add("run \(text[run.range])", json: run.match)
        }
        for family in try await fonts.families(locale: Locale(identifier: "ja")) {
            add("family", "\(family.name) \(family.localizedName) \(family.fonts.count)")
        }
        try add("names", await fonts.postscriptNames())
        try add("files", await fonts.files().map(\.path).sorted())
        for state in [RegistrationState.any, .enabled, .disabled] {
            for scope in [FontScope?.none, .session, .persistent, .process] {
                try add("registered", json: try await fonts.registered(scope: scope, state: state))
            }
        }
        try add("others", await fonts.registered(provider: "somebody").count)
        try add(
            "scopes",
            await fonts.scopes(of: URL(filePath: home.root + "/given/Plain-Regular-0.ttf")).map(\.rawValue).sorted())
        for outcome in try await fonts.request(["Memory-Regular", "Plain-Regular", "Nobody"]) {
            add("request \(outcome.query)", outcome.status.rawValue)
            try add("font", json: outcome.font)
        }
        try add("providers", await fonts.providers().map { "\($0.registrations) \($0.faces) \($0.bytes) \($0.scopes)" })
        await failure("prune") { try await fonts.prune() }
        await failure("undo") { try await fonts.undo() }
        await failure("operations") { try await fonts.undoableOperations() }
        await failure("doctor") { try await fonts.diagnose(repair: false) }
    }

    private mutating func switchAndRemove(_ fonts: FontManager, _ home: PrivateHome) async throws {
        try add("dry run", await fonts.setEnabled(false, [.name("Plain-Regular")], scope: .persistent, isDryRun: true))
        try add("dry run", await fonts.unregister([.name("Plain-Regular"), .name("Nobody")], isDryRun: true))
        try add(
            "dry run",
            await fonts.register(
                .data(Data(SyntheticFont(family: "Trial").build()), name: "trial"), scope: .persistent,
                options: RegistrationOptions(isDryRun: true)))
        try add("disable", await fonts.setEnabled(false, [.name("Plain-Regular")], scope: .persistent))
        try add("disable", await fonts.setEnabled(false, [.name("Plain-Regular")], scope: .persistent))
        try add(
            "same name",
            await fonts.register(
                .data(Data(SyntheticFont(family: "Plain").with { $0.salt = 9 }.build()), name: "plain9"),
                scope: .persistent))
        try add("enable", await fonts.setEnabled(true, [.name("Plain-Regular")], scope: .persistent))
        try add("enable", await fonts.setEnabled(true, [.name("Nobody"), .name("Quite-Different")]))
        try add("unregister", await fonts.unregister([.name("Nobody")]))
        try add("unregister", await fonts.unregister([.any("Own-Regular"), .name("Memory-Regular")]))
        let twin = try home.write(SyntheticFont.rich(), as: "twin.ttf")
        for tags in [["talk", "new"], ["\u{1B}"]] {
            await failure("tags") { try await fonts.changeTags(adding: tags, of: [.name("Plain-Regular")]) }
        }
        try add(
            "tags",
            await fonts.changeTags(adding: ["b"], removing: ["new"], of: [.any("Plain-Regular"), .name("Nobody")]))
        for tag in ["talk", "new", "b"] { try add("tag", json: try await fonts.fonts(matching: FontQuery(tag: tag))) }
        for text in ["Plain-Regular", "plain", "豊かな", "Nobody"] {
            try add("named", json: try await fonts.registered(named: text))
        }
        try add("by content", await fonts.unregister([.file(twin)]))
        let many = try await fonts.registered().filter { $0.file.hasSuffix("many.ttc") }
        try add("by id", await fonts.unregister(many.map { .id($0.id) }))
        await failure("gone") { try await fonts.unregister(URL(filePath: home.root + "/none.ttf"), scope: .persistent) }
        try add("none", await fonts.unregister([]))
        try add("query", await fonts.unregister(matching: FontQuery(family: "Folder a")))
    }

    // MARK: How it is written down

    private mutating func add(_ what: String, _ value: Any) {
        // The path of a font in the process's memory contains an arbitrary descriptor number.
        lines.append(
            "\(what): \(value)".replacing(root, with: "~").replacing(
                #/fd/[0-9]+/#, with: "fd/N"))
    }

    private mutating func add(_ what: String, json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        add(what, text.replacing(#/"registeredAt":[0-9.e+]+/#, with: "\"registeredAt\":0"))
    }

    private mutating func add(_ what: String, _ outcome: FontOutcome) throws {
        add(what, "\(outcome.item) \(outcome.status)")
        if let error = outcome.error { add(what, error: error) }
        try add(what, json: outcome.registration)
    }

    private mutating func add(_ what: String, _ summary: FontSummary) throws {
        add(what, "generation \(summary.generation) \(summary.wasStopped)")
        for outcome in summary.outcomes { try add(what, outcome) }
    }

    private mutating func add(_ what: String, error: FontError) {
        add(what, "\(error.code.rawValue) \(error.message) \(error.file ?? "-") \(error.faceIndex ?? -1)")
        if let conflict = error.conflict { add(what, "\(conflict)") }
        if let cause = error.cause { add(what, "\(cause)") }
    }

    private mutating func failure<Value>(_ what: String, _ body: () async throws -> Value) async {
        do {
            let value = try await body()
            if let summary = value as? FontSummary { try? add(what, summary) } else { add(what, "done") }
        } catch let error as FontError {
            // A D-Bus error describes the caller; only the code and the message are compared.
            add(what, "\(error.code.rawValue) \(error.message)")
        } catch {
            Issue.record(error)
        }
    }
}
