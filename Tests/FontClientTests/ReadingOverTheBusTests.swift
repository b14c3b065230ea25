import FontClient
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Style sheets and licences of the library over the bus.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ReadingOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    @Test func styleSheetsAreThoseOfTheCommand() async throws {
        #expect(try service.fontctl("register", try home.write(SyntheticFont(family: "Page"))).status == 0)
        let fonts = try await service.open()
        let roles = [FamilyStyleSheet.RoleFont(.body, "Page"), FamilyStyleSheet.RoleFont(.code, "None")]
        let words = ["--role", "body=Page", "--role", "code=None"]
        for format in FamilyStyleSheet.Format.allCases {
            let sheet = try await fonts.styleSheet(of: [], roles: roles, format: format, as: .file, limitedTo: nil)
            let result = try Command.run(
                Command.product("fontctl"), ["css", "--json", "--format", format.rawValue] + words,
                environment: home.environment)
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
            #expect(sheet.document == document["css"] as? String, "\(format)")
            #expect(sheet.substitutions.map(\.wanted) == [roles[1]])
        }
    }

    /// The texts that fontd keeps come from the service, also when the given files are gone.
    @Test func keptTextsComeFromTheService() async throws {
        let text = "SIL OPEN FONT LICENSE Version 1.1\nA clause that was kept."
        let file = try home.write(SyntheticFont(family: "Kept"), as: "Kept/Kept-Regular.ttf")
        try home.write(Array(text.utf8), as: "Kept/OFL.txt")
        #expect(try service.fontctl("register", file).status == 0)
        try FileManager.default.removeItem(atPath: URL(filePath: file).deletingLastPathComponent().path)
        let provider = try await service.open()
        #expect(try service.fontctl("policy", provider.provider, "--manage", "allow").status == 0)
        let fonts = try await provider.requestManagement()
        let found = try await fonts.attributions(of: ["Kept", "None"])
        #expect(found.missing == ["None"])
        #expect(found.attributions.map { $0.texts.map(\.text) } == [[text]])
        let inStore = FontManager(provider: "user", authority: .user, context: home.context)
        #expect(try await inStore.attributions(of: ["Kept"]).attributions == found.attributions)
        let font = try #require(try await fonts.resolve("Kept-Regular").match)
        #expect(try await fonts.attribution(of: font).texts.map(\.text) == [text])
    }
}
