import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Addresses of files that lead away from the catalogue (D14), and those that must not.
@Suite(.timeLimit(.minutes(60))) struct OtherServerTests {
    private let client: PrivateHome

    init() throws { client = try PrivateHome() }

    /// A catalogue of one family.
    private func catalog(_ kind: ServedCatalog.Kind, directives: String = "") throws -> ServedCatalog {
        let catalog = try ServedCatalog(kind, directives: directives) { home in
            try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora/Lora.ttf")
            try home.write(CatalogSite.license, as: "fonts/Lora/OFL.txt")
        }
        try catalog.run(client, "catalog", "add", catalog.address)
        return catalog
    }

    /// Publishes other addresses of the font.
    private func publish(_ addresses: [String], at catalog: ServedCatalog) throws {
        try catalog.publish("lora", document: { $0.files[0].urls = addresses })
        try catalog.run(client, "catalog", "refresh", "served")
    }

    @Test(arguments: ServedCatalog.Kind.possible)
    private func aMirrorServes(_ kind: ServedCatalog.Kind) async throws {
        let catalog = try catalog(kind)
        let own = try catalog.document(of: "lora").files[0].urls[0]
        let mirror = try TestServer.files(in: catalog.path("files"))
        let other = "http://127.0.0.1:\(mirror.port)/\(own.dropFirst("files/".count))"
        try publish(["none/Lora.ttf", other], at: catalog)
        #expect(try catalog.result(client, "download", "Lora")["status"] as? String == "downloaded")
        #expect(try client.match("Lora", "family") == "Lora")
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    /// A server reaches no files of this machine, neither by an address nor by a redirect.
    @Test(arguments: ServedCatalog.Kind.possible.filter { $0 != .folder })
    private func filesOfThisMachineAreNotReached(_ kind: ServedCatalog.Kind) async throws {
        let secret = try client.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        let catalog = try catalog(kind, directives: "location /away/ { return 302 file://\(secret); }")
        let up = String(repeating: "../", count: 20)
        for address in ["file://\(secret)", "FILE://\(secret)", up + secret.dropFirst(), "away/Lora.ttf"] {
            try publish([address], at: catalog)
            let result = try catalog.result(client, "download", "Lora")
            #expect(result["status"] as? String == "failed" && result["code"] as? Int == 301, "\(address): \(result)")
            #expect(ServedCatalog.parts(client).isEmpty, "\(address)")
        }
        #expect(try await client.user().registered().isEmpty)
        // The font itself is still offered at its own address.
        let path = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: catalog.path("files")).first { $0.hasSuffix(".ttf") })
        try publish(["away/Lora.ttf", "files/" + path], at: catalog)
        #expect(try catalog.result(client, "download", "Lora")["status"] as? String == "downloaded")
    }
}
