import FontBus
import FontProviding
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Suppliers that return more files than the bus carries in one message.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct LargeAnswerTests {
    private struct Foundry: FontProvider {
        let files: [URL]

        func fonts(for request: FontRequest) async -> [URL] { files }
    }

    @Test(arguments: PrivateBus.Kind.possible, [16, 17, 64])
    func allFilesArrive(_ kind: PrivateBus.Kind, _ count: Int) async throws {
        let service = try PrivateService(kind)
        #expect(try service.fontctl("policy", "--request-deadline", "60").status == 0)
        let files = try (0..<count).map {
            URL(filePath: try service.home.write(SyntheticFont(family: "Large", style: "Style \($0)")))
        }
        let supplier = try await service.connect()
        let connection = FontProviderConnection(supplier)
        try await Foundry(files: files).serve(announcing: ["Large*"], on: connection)
        let client = try await service.connect()
        let answer = try await client.fontd(
            "Request", .strings(["Large-Style\(count - 1)"]), .dictionary(["timeout": .double(120)]),
            timeout: .seconds(120))
        #expect(answer.first?.dictionaries?.first?["status"] == .string("provided"), "\(answer)")
        #expect(try await service.home.user().registered().count == count)
        // The supplier is still connected.
        try await Foundry(files: []).withdraw(on: connection)
    }
}
