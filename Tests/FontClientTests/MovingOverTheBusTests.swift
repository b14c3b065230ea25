import FontBus
import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

/// Exports, imports, adoption, licences and rules for pages, for a settings panel over the bus.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct MovingOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    /// Returns a manager that the user permitted to manage fonts.
    private func panel() async throws -> FontManager {
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        return try await fonts.requestManagement()
    }

    @Test func anExportIsImportedElsewhere() async throws {
        let panel = try await panel()
        #expect(
            try service.fontctl("register", try home.write(SyntheticFont(family: "Mine")), "--tag", "t").status == 0)
        #expect(
            try service.fontctl(
                "register", "--provider", "org.example.App", try home.write(SyntheticFont(family: "Its"))
            ).status == 0)
        let file = URL(filePath: home.root + "/given/fonts.tar")
        let exported = try await panel.export(to: file)
        #expect(exported.registrations == 2 && exported.files == 2)
        let before = try await panel.registered()
        // As the command writes it.
        let other = home.root + "/given/other.tar"
        #expect(try service.fontctl("export", other).status == 0)
        #expect(try Data(contentsOf: file) == Data(contentsOf: URL(filePath: other)))

        try await panel.unregister(before.map { FontTarget.id($0.id) })
        let export = try FontExport(contentsOf: file)
        let trial = try await panel.importFonts(export, isDryRun: true)
        #expect(trial.outcomes.map(\.status) == [.registered, .registered])
        #expect(try await panel.registered().isEmpty)
        let imported = try await panel.importFonts(export)
        #expect(imported.isSuccess)
        #expect(
            try await Set(panel.registered().map { "\($0.provider) \($0.tags) \($0.file)" })
                == Set(before.map { "\($0.provider) \($0.tags) \($0.file)" }))
        // It is one operation, which is undone as a whole.
        #expect(try await panel.undo().outcomes.map(\.status) == [.unregistered, .unregistered])

        // Nobody else exports or imports, and only files are written.
        #expect(try service.fontctl("policy", panel.provider, "--manage", "deny").status == 0)
        let client = try await service.connect()
        let forbidden = "org.fontd.FontRegistry1.Error.MissingEntitlement"
        let target = home.root + "/given/none.tar"
        try Data().write(to: URL(filePath: target))
        let opened = open(target, O_RDWR)
        defer { close(opened) }
        let descriptor = BusValue.descriptor(try #require(BusDescriptor(duplicating: opened)))
        let calls: [(method: String, arguments: [BusValue])] = [
            ("Export", [descriptor, .dictionary([:])]), ("Import", [descriptor, .dictionary([:])]),
            ("Adopt", [.strings([]), .dictionary([:])]),
        ]
        for (method, arguments) in calls {
            let error = await #expect(throws: BusFailure.self) {
                _ = try await client.call(method, of: PrivateService.address, arguments, timeout: .seconds(60))
            }
            #expect(error?.name == forbidden, "\(method) \(String(describing: error))")
        }
        #expect(try Data(contentsOf: URL(filePath: target)).isEmpty)
    }

    @Test func aPipeIsNoExport() async throws {
        let panel = try await panel()
        _ = try await panel.prune()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let client = try await service.connect()
        let descriptor = BusValue.descriptor(try #require(BusDescriptor(duplicating: ends[1])))
        let error = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd("Export", descriptor, .dictionary([:]))
        }
        #expect(error?.name == "org.fontd.FontRegistry1.Error.InvalidFilePath")
    }

    @Test func fontsOfFoldersAreAdopted() async throws {
        let panel = try await panel()
        let path = home.paths.userFonts + "/Loose/loose.ttf"
        try home.put(SyntheticFont(family: "Loose").build(), at: path)
        try home.put(Array("no font".utf8), at: home.paths.userFonts + "/Loose/broken.ttf")
        let plan = try await panel.adopt(isDryRun: true)
        #expect(plan.fonts.map { $0.files.map(\.path) } == [[path]])
        #expect(FileManager.default.fileExists(atPath: path))
        let report = try await panel.adopt()
        #expect(report.fonts.map(\.wasRegistered) == [false] && report.fonts[0].files[0].isMoved)
        #expect(report.fonts[0].registration.faces.map(\.family) == ["Loose"])
        #expect(report.left.compactMap(\.file) == [home.paths.userFonts + "/Loose/broken.ttf"])
        #expect(!FileManager.default.fileExists(atPath: path))
        try await panel.undo()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func licencesAndRulesForPages() async throws {
        let font = SyntheticFont(family: "Page") {
            $0.localizedNames = [
                .init(13, language: 0x409, "This font is licensed under the SIL Open Font License, Version 1.1.")
            ]
        }
        let file = try home.write(font)
        #expect(try service.fontctl("register", file).status == 0)
        let client = try await service.connect()
        let licenses = try await client.fontd("Licenses", .strings(["page", "None"]))
        let found = try #require(licenses[0].dictionaries?.first)
        #expect(found["family"] == .string("Page") && found["license"] == .string("OFL-1.1-no-RFN"), "\(found)")
        #expect(licenses[1] == .strings(["None"]))
        let rules = try await client.fontd("StyleSheet", .strings(["Page", "None"]), .dictionary([:]))
        let command = try service.fontctl("css", "Page").output
        #expect(rules[0] == .string(command), "\(rules)")
        #expect(rules[1] == .strings(["None"]))
        // With roles, in the formats of toolkits, and with the fonts in the rules.
        let roles = BusValue.array(
            [.structure([.string("body"), .string("Page")]), .structure([.string("code"), .string("None")])], of: "(ss)"
        )
        for (words, options) in [
            (["--role", "body=Page", "--role", "code=None"], ["roles": roles]),
            (
                ["--role", "body=Page", "--role", "code=None", "--format", "gtk"],
                ["roles": roles, "format": .string("gtk")]
            ),
            (["Page", "--format", "pango"], ["format": .string("pango")]),
            (["Page", "--inline", "--text", "Aあ"], ["inline": .boolean(true), "text": .string("Aあ")]),
        ] as [([String], [String: BusValue])] {
            let families = words.contains("--role") ? [] : ["Page"]
            let sheet = try await client.fontd("StyleSheet", .strings(families), .dictionary(options))
            let result = try Command.run(
                Command.product("fontctl"), ["css", "--json"] + words, environment: home.environment)
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
            #expect(sheet[0].string == document["css"] as? String, "\(words)")
            #expect(sheet[1].strings == document["missing"] as? [String], "\(words)")
            let remarks = try #require(sheet[2].dictionary)
            #expect(remarks["uncovered"]?.string ?? "" == document["uncovered"] as? String, "\(words)")
            let substituted = document["substituted"] as? [[String: Any]]
            #expect(
                remarks["substituted"]?.dictionaries?.map { $0["requested"]?.string ?? "" }
                    == substituted?.map { $0["requested"] as? String ?? "none" }, "\(words)")
        }
        let unknown = BusValue.array([.structure([.string("title"), .string("Page")])], of: "(ss)")
        let error = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd("StyleSheet", .strings([]), .dictionary(["roles": unknown]))
        }
        #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    static let packaged = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: packaged)
                && FileManager.default.fileExists(atPath: "/usr/share/doc/fonts-dejavu-core/copyright"),
            "Needs Debian's fonts-dejavu-core."))
    func licencesOfPackages() async throws {
        let home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/dejavu"])
        let service = try PrivateService(in: home)
        let client = try await service.connect()
        let found = try await client.fontd("Licenses", .strings(["DejaVu Sans"]))
        let texts = try #require(found[0].dictionaries?.first?["texts"]?.elements).compactMap(\.structure)
        // The family may have files of several packages, with one text.
        #expect(texts.count == 1 && texts[0][0].string?.hasPrefix("/usr/share/doc/fonts-dejavu-") == true)
        let result = try service.fontctl("licenses", "DejaVu Sans", "--format", "json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
        let family = try #require((document["families"] as? [[String: Any]])?.first)
        let others = try #require(family["texts"] as? [[String: Any]])
        #expect(texts.map { $0[1].string } == others.map { $0["text"] as? String })
    }

    /// A refusal contains the command that gives the permission, and the command works.
    @Test func aRefusalNamesTheCommand() async throws {
        let client = try await service.connect()
        let refused = await #expect(throws: BusFailure.self) { _ = try await client.fontd("RequestManagement") }
        let words = try #require(refused?.message.firstMatch(of: #/`fontctl (policy .* --manage allow)`/#)?.1)
        let result = try Command.run(
            "/bin/sh", ["-c", "exec \"$0\" \(words)", Command.product("fontctl")], environment: home.environment)
        #expect(result.status == 0, "\(result)")
        _ = try await client.fontd("RequestManagement")
    }

    /// An operation without fonts has a number, too, by which it is undone.
    @Test func anImportOfCollectionsAloneCanBeUndone() async throws {
        let panel = try await panel()
        let other = try PrivateHome()
        defer { withExtendedLifetime(other) {} }
        let elsewhere = try other.user()
        try await elsewhere.changeCollections([.create("Talk")])
        let file = URL(filePath: home.root + "/given/collections.tar")
        _ = try await elsewhere.export(to: file)
        let imported = try await panel.importFonts(try FontExport(contentsOf: file))
        #expect(imported.outcomes.map(\.status) == [.tagged])
        #expect(try await panel.collections().map(\.name).contains("Talk"))
        let last = try #require(try await panel.undoableOperations().first)
        #expect(last.kind == .collections && imported.operation == last.number)
        let undone = try await panel.undo(imported.operation)
        #expect(try await panel.redoableOperations().first?.number == undone.operation && undone.operation != nil)
        #expect(try await !panel.collections().map(\.name).contains("Talk"))
    }
}
