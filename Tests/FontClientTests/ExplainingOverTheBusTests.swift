import FontBus
import FontClient
import Foundation
import TestSupport
import Testing

/// Explanations over the bus, which have the facts of the command.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ExplainingOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    /// A document of the command or a value of the bus, without what has no value.
    private indirect enum Document: Decodable, Equatable {
        case empty
        case flag(Bool)
        case number(Double)
        case text(String)
        case list([Document])
        case record([String: Document])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .empty
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Document].self) {
                self = list.isEmpty ? .empty : .list(list)
            } else {
                self = .record(try value.decode([String: Document].self).filter { $0.value != .empty })
            }
        }

        init(_ value: BusValue) {
            if let flag = value.boolean {
                self = .flag(flag)
            } else if let number = value.number {
                self = .number(number)
            } else if let text = value.string {
                self = .text(text)
            } else if let list = value.elements {
                self = list.isEmpty ? .empty : .list(list.map { Document($0) })
            } else {
                self = .record((value.dictionary ?? [:]).mapValues { Document($0) }.filter { $0.value != .empty })
            }
        }

        var members: [String: Document] { if case .record(let members) = self { members } else { [:] } }
    }

    private func explained(
        _ client: BusConnection, _ name: String, _ options: [String: BusValue] = [:]
    ) async throws -> [String: Document] {
        let answer = try await client.fontd("Why", .string(name), .dictionary(options))
        let members = Document(try #require(answer.first)).members
        guard case .flag? = members["pendingTouches"] else {
            Issue.record("pendingTouches is missing")
            return members
        }
        return members.filter { $0.key != "pendingTouches" }
    }

    private func commandExplained(_ name: String, _ options: String...) throws -> [String: Document] {
        let result = try Command.run(
            Command.product("fontctl"), ["why", "--json", name] + options, environment: home.environment)
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        // Of files, which the command checks deeply; what changes by itself; the form of the document.
        let others = ["fileChanged", "findings", "pendingTouches", "formatVersion"]
        return document.members.filter { !others.contains($0.key) }
    }

    @Test func factsAreThoseOfTheCommand() async throws {
        let files = [
            try home.write(SyntheticFont(family: "Shown")), try home.write(SyntheticFont(family: "Pair")),
            try home.write(SyntheticFont(family: "Pair", style: "Bold"), as: "bold.ttf"),
            try home.write(SyntheticFont(family: "Hidden")),
        ]
        for file in files { #expect(try service.fontctl("register", file).status == 0) }
        #expect(try service.fontctl("disable", "Pair-Bold").status == 0)
        #expect(try service.fontctl("disable", "Hidden-Regular").status == 0)
        try home.put(SyntheticFont(family: "Loose").build(), at: home.paths.userFonts + "/loose/loose.ttf")
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let client = try await service.connect()
        _ = try await client.fontd("RequestManagement")
        let situations = [
            ("Shown-Regular", "shown"), ("Hidden-Regular", "disabled"), ("Pair", "disabled"),
            ("Loose-Regular", "system"), ("Shwon-Regular", "not-found"), ("serif", "generic"),
        ]
        for (name, situation) in situations {
            let found = try await explained(client, name)
            #expect(found["situation"] == .text(situation), "\(name)")
            #expect(try found == commandExplained(name), "\(name)")
        }
        let family = try await explained(client, "Pair")
        #expect(family["visible"] == .flag(false) && family["regular"] == .text("Pair-Regular"))
        guard case .list(let styles)? = family["styles"] else {
            Issue.record("there are no styles")
            return
        }
        #expect(styles.count == 2)
        #expect(family["command"] == .text("fontctl enable Pair"))
        let id = try #require(
            try await fonts.requestManagement().registered().first { $0.faces[0].family == "Hidden" }?.id)
        #expect(try await explained(client, id) == commandExplained(id))
        let unknown = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd("Why", .string("Shown"), .dictionary(["program": .string("gimp")]))
        }
        #expect(unknown?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    /// A file is recognised by its descriptor, whatever its name, and a program by its name.
    @Test func filesAndPrograms() async throws {
        let registered = try home.write(SyntheticFont(family: "Given"))
        #expect(try service.fontctl("register", registered).status == 0)
        let system = home.paths.userFonts + "/loose/loose.ttf"
        try home.put(SyntheticFont(family: "Loose").build(), at: system)
        let new = try home.write(SyntheticFont(family: "New"), as: "new.ttf")
        let page = try home.write(Array("<html>".utf8), as: "page.ttf")
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let client = try await service.connect()
        _ = try await client.fontd("RequestManagement")
        let files = [(registered, "shown"), (system, "system"), (new, "not-registered")]
        for (file, situation) in files {
            let options: [String: BusValue] = ["file": .descriptor(try .opening(file))]
            let found = try await explained(client, file, options)
            #expect(found["situation"] == .text(situation), "\(file)")
            #expect(try found == commandExplained(file), "\(file)")
            let renamed = try await explained(client, "other name", options)
            #expect(renamed["situation"] == .text(situation) && renamed["query"] == .text("other name"), "\(file)")
        }
        let invalid = try await explained(client, page, ["file": .descriptor(try .opening(page))])
        #expect(invalid["situation"] == .text("invalid") && invalid["visible"] == .flag(false))
        for program in ["gimp", "gtk", "soffice"] {
            let found = try await explained(client, "Given-Regular", ["for": .string(program)])
            #expect(found["program"] != nil)
            #expect(try found == commandExplained("Given-Regular", "--for", program), "\(program)")
        }
        let unknown = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd(
                "Why", .string("Given"), .dictionary(["for": .string("no-such-program")]))
        }
        #expect(unknown?.name == "org.fontd.FontRegistry1.Error.FileNotFound")
    }

    /// A provider learns nothing of the disabled fonts of others.
    @Test func providersLearnNothingOfOthers() async throws {
        #expect(
            try service.fontctl("register", try home.write(SyntheticFont(family: "Theirs")), "--disabled").status == 0)
        let client = try await service.connect()
        #expect(try await explained(client, "Theirs-Regular")["situation"] == .text("not-found"))
        _ = try await client.registerFont(
            try home.write(SyntheticFont(family: "Mine")), ["enabled": .boolean(false)])
        let mine = try await explained(client, "Mine-Regular")
        #expect(mine["situation"] == .text("disabled"))
        #expect(mine["command"] == .text("fontctl enable Mine-Regular"))
        #expect(try mine == commandExplained("Mine-Regular"))
    }

    /// What another provider shows is nothing that the user could adopt.
    @Test func aFontOfAnotherProviderIsNotToBeAdopted() async throws {
        #expect(try service.fontctl("register", try home.write(SyntheticFont(family: "Theirs"))).status == 0)
        let client = try await service.connect()
        let found = try await explained(client, "Theirs-Regular")
        #expect(found["visible"] == .flag(true) && found["command"] == nil, "\(found)")
        #expect(found["advice"] == .text("Nothing needs to be done."), "\(found)")
    }

    /// A provider does not learn which fonts of the system the user hides, and a program that manages fonts gets them in
    /// pages.
    @Test func hiddenFontsAreForTheUser() async throws {
        for family in ["Loose", "Noisy", "Seen"] {
            try home.put(SyntheticFont(family: family).build(), at: home.paths.userFonts + "/loose/\(family).ttf")
        }
        #expect(try service.fontctl("disable", "Loose-Regular", "Noisy-Regular").status == 0)
        let client = try await service.connect()
        let none = try await client.fontd("HiddenFonts", .dictionary([:]))
        #expect(none == [.dictionaries([]), .boolean(false)])
        #expect(try await explained(client, "Loose-Regular")["situation"] == .text("not-found"))
        let fonts = try await service.open()
        #expect(try await fonts.hiddenFonts().isEmpty)
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        for (offset, name) in [(0, "Loose-Regular"), (1, "Noisy-Regular")] {
            let page = try await client.fontd(
                "HiddenFonts", .dictionary(["limit": .uint32(1), "offset": .uint32(UInt32(offset))]))
            #expect(page.first?.dictionaries?.map { $0["postscriptName"] } == [.string(name)])
            #expect(page.last == .boolean(offset == 0))
        }
        #expect(try await explained(client, "Loose-Regular")["situation"] == .text("hidden"))
        #expect(
            try await fonts.requestManagement().hiddenFonts().map(\.postscriptName)
                == ["Loose-Regular", "Noisy-Regular"])
    }

    /// A program in a sandbox learns what it finds, and nothing of the machine.
    @Test(
        .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."),
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."))
    func sandboxesLearnNothingOfTheMachine() async throws {
        try service.fontctl("policy", "org.example.Reader", "--install", "allow")
        let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: service.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        _ = try await inside.registerFont(try home.write(SyntheticFont(family: "Inside")))
        try home.put(SyntheticFont(family: "Loose").build(), at: home.paths.userFonts + "/loose/loose.ttf")
        #expect(try commandExplained("Inside-Regular")["visibleInSandboxes"] != nil)
        for (name, situation) in [("Inside-Regular", "shown"), ("Loose-Regular", "system"), ("None", "not-found")] {
            let found = try await explained(inside, name)
            #expect(found["situation"] == .text(situation), "\(name)")
            let secrets = ["fault", "rejectedBy", "visibleInSandboxes", "package", "restart", "systemRegistration"]
            #expect(secrets.allSatisfy { found[$0] == nil }, "\(name)")
            #expect(found["substituteReason"]?.members["configuration"] == nil)
        }
    }

    /// A program in a sandbox gives any path with a font's descriptor, and gets no texts of the folder there.
    @Test(
        .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."),
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."))
    func sandboxesReadNoTextsByAPath() async throws {
        try service.fontctl("policy", "org.example.Reader", "--install", "allow")
        let file = try home.write(SyntheticFont(family: "Given"), as: "Given/given.ttf")
        try home.write(Array("A clause of the host.".utf8), as: "Given/OFL.txt")
        let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: service.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        _ = try await inside.registerFont(file)
        let answer = try await inside.fontd("Licenses", .strings(["Given"]))
        let found = try #require(answer.first?.dictionaries?.first)
        for key in ["texts", "foundTexts"] { #expect(found[key]?.elements?.isEmpty == true, "\(found)") }
        // The text is there for the user.
        #expect(try service.fontctl("licenses", "Given").output.contains("A clause of the host."))
    }
}
