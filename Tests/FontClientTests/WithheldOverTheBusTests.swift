import FontBus
import FontClient
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Fonts that programs do not see, because they are disabled or hidden, in the answers of the service.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct WithheldOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
        // The last font with letters cannot be hidden.
        try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/loose/Other.ttf")
    }

    private func preview(_ client: BusConnection, _ name: String) async throws -> [String: BusValue] {
        let output = try home.write([], as: "bus-\(UUID().uuidString)")
        let answer = try await client.fontd(
            "Preview", .strings([name]), .files([]), .descriptor(try .opening(output, O_RDWR)),
            .dictionary(["text": .string("AB")]), timeout: .seconds(120))
        let facts = try #require(answer.first?.dictionary)
        #expect(try Data(contentsOf: URL(filePath: output)).count == facts["size"]?.integer.map(Int.init))
        return facts
    }

    /// Expects what all methods answer about a family of one font.
    private func expectWithheld(
        _ family: String, _ reason: String, to client: BusConnection, location: SourceLocation = #_sourceLocation
    ) async throws {
        let name = family + "-Regular"
        let resolution = try #require(try await client.fontd("Resolve", .string(name)).first?.dictionary)
        #expect(resolution["status"] == .string("not-found"), sourceLocation: location)
        #expect(resolution["reason"] == .string(reason), sourceLocation: location)
        #expect(resolution["command"] == .string("fontctl enable " + name), sourceLocation: location)
        let picture = try await preview(client, name)
        let drawn = picture["faces"]?.dictionaries?.map { $0["postscriptName"] }
        #expect(drawn == [.string(name)], sourceLocation: location)
        let shown = picture["withheld"]?.dictionaries?.first
        #expect(shown?["query"] == .string(name) && shown?["reason"] == .string(reason), sourceLocation: location)
        let whole = BusValue.string("fontctl enable --family " + family)
        let licenses = try await client.fontd("Licenses", .strings([family]))
        #expect(licenses.last == .strings([]), sourceLocation: location)
        let withheld = licenses.first?.dictionaries?.first?["withheld"]?.dictionary
        #expect(withheld?["reason"] == .string(reason) && withheld?["command"] == whole, sourceLocation: location)
        let sheet = try await client.fontd("StyleSheet", .strings([family]), .dictionary([:]))
        #expect(sheet[0] == .string("") && sheet[1] == .strings([family]), sourceLocation: location)
        let missing = sheet[2].dictionary?["withheld"]?.dictionaries?.first
        #expect(missing?["reason"] == .string(reason) && missing?["command"] == whole, sourceLocation: location)
    }

    @Test func disabledFontsOfTheCaller() async throws {
        let client = try await service.connect()
        _ = try await client.registerFont(
            try home.write(SyntheticFont(family: "Mine")), ["enabled": .boolean(false)])
        try await expectWithheld("Mine", "disabled", to: client)
        // It learns nothing of those of others.
        #expect(
            try service.fontctl("register", try home.write(SyntheticFont(family: "Theirs")), "--disabled").status == 0)
        let failure = await #expect(throws: BusFailure.self) { _ = try await preview(client, "Theirs-Regular") }
        #expect(failure?.name == "org.fontd.FontRegistry1.Error.FileNotFound")
        #expect(try await client.fontd("Resolve", .string("Theirs-Regular")).first?.dictionary?["reason"] == nil)
        #expect(try await client.fontd("Licenses", .strings(["Theirs"])).last == .strings(["Theirs"]))
    }

    @Test func hiddenFontsForTheUser() async throws {
        try home.put(SyntheticFont(family: "Loud").build(), at: home.paths.userFonts + "/loose/Loud.ttf")
        #expect(try service.fontctl("disable", "Loud").status == 0)
        let client = try await service.connect()
        #expect(try await client.fontd("Resolve", .string("Loud-Regular")).first?.dictionary?["reason"] == nil)
        let failure = await #expect(throws: BusFailure.self) { _ = try await preview(client, "Loud-Regular") }
        #expect(failure?.name == "org.fontd.FontRegistry1.Error.FileNotFound")
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        _ = try await client.fontd("RequestManagement")
        try await expectWithheld("Loud", "hidden", to: client)
    }

    /// A family means its registered fonts and those of the system, also as one of any kind of text.
    @Test func aFamilyIsChangedAsAWhole() async throws {
        try home.put(
            SyntheticFont(family: "Mixed", style: "Bold").build(), at: home.paths.userFonts + "/loose/Mixed.ttf")
        #expect(try service.fontctl("register", try home.write(SyntheticFont(family: "Mixed"))).status == 0)
        let fonts = try await service.open()
        #expect(try service.fontctl("policy", fonts.provider, "--manage", "allow").status == 0)
        let client = try await service.connect()
        _ = try await client.fontd("RequestManagement")
        for (change, word) in [("disable", "disabled"), ("enable", "enabled")] {
            let answer = try await client.change(change, ["Mixed"])
            let outcomes = try #require(answer.last?.dictionaries)
            #expect(outcomes.map { $0["status"] } == [.string(word), .string(word)], "\(outcomes)")
        }
        let user = try await fonts.requestManagement()
        #expect(try await user.setEnabled(false, [.family("Mixed")]).outcomes.map(\.status) == [.disabled, .disabled])
        #expect(try await user.undo().outcomes.count == 2)
        #expect(try await user.hiddenFonts().isEmpty)
    }
}
