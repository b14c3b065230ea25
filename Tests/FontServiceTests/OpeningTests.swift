import FontBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The bytes of registered fonts by `Open`.
@Suite(.timeLimit(.minutes(60)))
struct OpeningTests {
    private let service: PrivateService

    init() throws { service = try PrivateService() }

    private func bytes(_ answer: [BusValue]) throws -> Data {
        let descriptor = try #require(answer.first?.descriptor)
        #expect(fcntl(descriptor.raw, F_GETFL) & O_ACCMODE == O_RDONLY)
        return try Data(contentsOf: URL(filePath: "/proc/self/fd/\(descriptor.raw)"))
    }

    @Test func aProgramOpensItsFontsInAnyState() async throws {
        let client = try await service.connect()
        let font = SyntheticFont(family: "Own")
        let path = try service.home.write(font)
        for scope in ["persistent", "session"] {
            let outcome = try await client.registerFont(path, scope: scope)
            let id = try #require(outcome["id"]?.string)
            #expect(try bytes(try await client.fontd("Open", .string(id))) == Data(font.build()))
            _ = try await client.change("disable", [id])
            #expect(try bytes(try await client.fontd("Open", .string(id))) == Data(font.build()))
            _ = try await client.change("unregister", [id])
            let gone = await #expect(throws: BusFailure.self) { try await client.fontd("Open", .string(id)) }
            #expect(gone?.name == "org.fontd.FontRegistry1.Error.FileNotFound")
        }
    }

    @Test(arguments: ["", "Own-Regular", "f0000000000000000", "../../etc/passwd"])
    func onlyIdsMeanFonts(_ text: String) async throws {
        let client = try await service.connect()
        _ = try await client.registerFont(try service.home.write(SyntheticFont(family: "Own")))
        let refused = await #expect(throws: BusFailure.self) { try await client.fontd("Open", .string(text)) }
        #expect(refused?.name == "org.fontd.FontRegistry1.Error.FileNotFound")
    }

    /// It is a look at fonts, for which the policy has a permission.
    @Test func thePermissionToUseIsNeeded() async throws {
        let client = try await service.connect()
        let outcome = try await client.registerFont(try service.home.write(SyntheticFont(family: "Own")))
        let (id, provider) = (try #require(outcome["id"]?.string), try #require(outcome["provider"]?.string))
        #expect(try service.fontctl("policy", provider, "--use", "deny").status == 0)
        let refused = await #expect(throws: BusFailure.self) { try await client.fontd("Open", .string(id)) }
        #expect(refused?.name == "org.fontd.FontRegistry1.Error.MissingEntitlement")
    }
}
