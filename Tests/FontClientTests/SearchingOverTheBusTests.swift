import FontBus
import FontClient
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Searches over the bus, which find what the command finds.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct SearchingOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    /// Returns the families that the command finds, without those members that only one side has.
    private func commandFamilies(_ words: String...) throws -> [[String: BusValue]] {
        let result = try Command.run(
            Command.product("fontctl"), ["search", "--json"] + words, environment: home.environment)
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let families = try #require(document?["families"] as? [[String: Any]], "\(result)")
        return families.map { family in
            family.compactMapValues { value in
                (value as? String).map(BusValue.string) ?? (value as? [String]).map(BusValue.strings)
            }
        }
    }

    private func busFamilies(
        _ client: BusConnection, _ text: String, _ options: [String: BusValue] = [:]
    ) async throws -> [[String: BusValue]] {
        let answer = try await client.fontd("Search", .string(text), .dictionary(options))
        return try #require(answer[0].dictionaries).map { $0.filter { $0.key != "localizedName" } }
    }

    private func register(_ font: SyntheticFont, _ options: String...) throws {
        let result = try Command.run(
            Command.product("fontctl"), ["register", try home.write(font)] + options, environment: home.environment)
        try #require(result.status == 0, "\(result)")
    }

    private func designed(_ family: String, by name: String) -> SyntheticFont {
        SyntheticFont(family: family) { $0.localizedNames = [.init(9, language: 0x409, name)] }
    }

    @Test func familiesAreThoseOfTheCommand() async throws {
        try register(designed("Plain Sans", by: "Ann Serif"))
        try register(SyntheticFont(family: "Serif Two"))
        try register(SyntheticFont(family: "Serif Two", style: "Bold"), "--disabled")
        try register(SyntheticFont(family: "Old Serif"))
        try register(SyntheticFont(family: "Tagged"), "--tag", "serif book")
        try home.put(SyntheticFont(family: "Serif").build(), at: home.paths.userFonts + "/loose/serif.ttf")
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let client = try await service.connect()
        _ = try await client.fontd("RequestManagement")
        for words in ["serif", "ser tw", "ann"] {
            let families = try await busFamilies(client, words)
            #expect(try families == commandFamilies(words), "\(words)")
        }
        // The best name first, and each kind of name.
        let found = try await busFamilies(client, "serif")
        #expect(
            found.map { $0["family"]?.string ?? "" } == ["Serif", "Serif Two", "Old Serif", "Tagged", "Plain Sans"],
            "\(found)")
        #expect(
            found.map { $0["matchedBy"]?.string ?? "" } == ["family", "family", "family", "tag", "designer"])
        #expect(found.map { $0["origin"]?.string ?? "" }.filter { $0 == "system" }.count == 1)
        #expect(found[1]["postscriptNames"]?.strings?.count == 2)
        // Pages have the same order.
        let first = try await client.fontd("Search", .string("serif"), .dictionary(["limit": .uint32(2)]))
        #expect(first[0].dictionaries?.count == 2 && first[1] == .boolean(true))
        let rest = try await client.fontd("Search", .string("serif"), .dictionary(["offset": .uint32(2)]))
        #expect(rest[0].dictionaries?.count == 3 && rest[1] == .boolean(false))
    }

    /// A provider finds what programs see of others' fonts, and no more.
    @Test func providersFindNoOthersSecrets() async throws {
        try register(SyntheticFont(family: "Open Sans"), "--tag", "secret")
        try register(SyntheticFont(family: "Open Serif"), "--disabled")
        let client = try await service.connect()
        let own = try home.write(SyntheticFont(family: "Open Mono"))
        _ = try await client.registerFont(own, ["enabled": .boolean(false), "tag": .string("mine")])
        let names = try await busFamilies(client, "open").map { $0["family"]?.string ?? "" }
        #expect(names == ["Open Mono", "Open Sans"])
        // The library finds the same without the method.
        let search = try #require(FamilySearch("open"))
        #expect(try await service.open().search(search).map(\.name) == names)
        #expect(try await busFamilies(client, "secret").isEmpty)
        #expect(try await busFamilies(client, "mine").count == 1)
        let empty = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd("Search", .string(" - "), .dictionary([:]))
        }
        #expect(empty?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }
}
