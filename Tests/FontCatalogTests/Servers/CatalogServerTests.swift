import FontCatalog
import FontFiles
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// The installed program with catalogues in a folder, on Python's server and on nginx (D6, D17).
@Suite(.timeLimit(.minutes(60))) struct CatalogServerTests {
    private typealias Kind = ServedCatalog.Kind

    private let client: PrivateHome

    init() throws { client = try PrivateHome() }

    private static let license = CatalogSite.license

    /// Writes a family of two styles, a compressible one, a variable one and a collection.
    private static func write(_ home: PrivateHome) throws {
        for (number, style) in ["Regular", "Bold"].enumerated() {
            let font = SyntheticFont(family: "Lora", style: style, salt: UInt32(number)) {
                $0.localizedNames = [.init(1, language: 0x411, "ローラ")]
            }
            try home.write(font, as: "fonts/Lora/Lora-\(style).ttf")
        }
        let large = SyntheticFont(family: "Large") { font in
            // Half of it can be spared; what unpacks to a thousand times its size is refused.
            var number: UInt32 = 1
            font.extraTables["test"] = (0..<(2 << 20)).map { _ in
                number = number &* 1_664_525 &+ 1_013_904_223
                return UInt8(number >> 28)
            }
        }
        try home.write(large, as: "fonts/Large/Large.ttf")
        try home.write(SyntheticFont.variable(family: "Vary"), as: "fonts/Vary/Vary.ttf")
        try home.write(SyntheticCollection.faces(2, family: "Many").build(), as: "fonts/Many/Many.ttc")
        for family in ["Lora", "Large", "Vary", "Many"] { try home.write(license, as: "fonts/\(family)/OFL.txt") }
    }

    private func registered() async throws -> [String] {
        try await client.user().registered(scope: .persistent, provider: "catalog:served").flatMap(\.faces)
            .map(\.postscriptName).sorted()
    }

    @Test(arguments: ServedCatalog.Kind.possible)
    private func theWholeClient(_ kind: Kind) async throws {
        let catalog = try ServedCatalog(kind, Self.write)
        #expect(try catalog.json(client, "catalog", "add", catalog.address)["catalog"] as? String == "served")
        let list = try #require(try catalog.json(client, "catalog", "list")["catalogs"] as? [[String: Any]])
        #expect(list.contains { $0["id"] as? String == "served" && $0["families"] as? Int == 4 }, "\(list)")

        // A refresh asks for what is new, and for nothing else.
        try catalog.forgetRequests()
        #expect(try catalog.json(client, "catalog", "refresh", "served")["changed"] as? Bool == false)
        if kind != .folder {
            #expect(try catalog.requests().map(\.path) == ["/metadata/2.root.json", "/metadata/timestamp.json"])
            #expect(try catalog.requests().map(\.status) == [404, 200])
        }
        if kind == .nginx { #expect(try catalog.requests().reduce(0) { $0 + $1.bytes } <= 1_000) }

        try search(catalog)
        try await download(catalog)
        try await upgrade(catalog)
        try withdraw(catalog)

        // Without the server, all that was fetched is there.
        try catalog.end()
        try search(catalog)
        #expect(try client.match("Lora", "family").hasPrefix("Lora"))
        #expect(try catalog.result(client, "download", "Lora-Bold")["status"] as? String == "present")
        let downloads = try #require(try catalog.json(client, "downloads")["downloads"] as? [[String: Any]])
        #expect(downloads.compactMap { $0["family"] as? String }.sorted() == ["Large", "Lora", "Many 1", "Vary"])
        #expect(try catalog.fontctl(client, "upgrade").status == 0)
        let lost = try catalog.fontctl(client, "catalog", "refresh", "served")
        #expect(lost.status == 1 && lost.errors.contains("served: "), "\(lost)")
        #expect(try catalog.fontctl(client, "doctor").status == 0)
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    private func search(_ catalog: ServedCatalog) throws {
        for text in ["lor", "ローラ"] {
            let found = try #require(
                try catalog.json(client, "catalog", "search", text)["families"] as? [[String: Any]])
            #expect(found.contains { $0["id"] as? String == "lora" && $0["catalog"] as? String == "served" }, "\(text)")
        }
        let picture = client.root + "/lora.png"
        try? FileManager.default.removeItem(atPath: picture)
        let shown = try catalog.run(client, "catalog", "show", "Lora", "--preview", picture)
        #expect(shown.output.contains("OFL-1.1"))
        #expect(FileManager.default.contents(atPath: picture)?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    }

    private func download(_ catalog: ServedCatalog) async throws {
        #expect(try catalog.result(client, "download", "Lora", "--style", "Bold")["status"] as? String == "downloaded")
        #expect(try await registered() == ["Lora-Bold"])
        #expect(try catalog.result(client, "download", "Lora-Regular")["status"] as? String == "downloaded")
        #expect(try client.match("Lora:bold") == "Lora-Bold")

        // The licence is beside the font, byte for byte, and known to the command.
        let text = "\(client.paths.licenses)/texts/\(ContentHash.of(Self.license)).txt"
        #expect(FileManager.default.contents(atPath: text) == Data(Self.license))
        #expect(try catalog.run(client, "licenses", "Lora").output.contains("SIL OPEN FONT LICENSE"))

        try catalog.forgetRequests()
        for name in ["Large", "Vary", "Many 2"] {
            #expect(try catalog.result(client, "download", name)["status"] as? String == "downloaded", "\(name)")
        }
        // The compressed form and nothing twice.
        let files = try catalog.requests().map(\.path).filter { $0.hasPrefix("/files/") }
        if catalog.kind != .folder {
            #expect(files.map { ($0 as NSString).lastPathComponent } == ["Large.ttf.xz", "Vary.ttf", "Many.ttc"])
        }
        #expect(
            try await registered() == [
                "Large-Regular", "Lora-Bold", "Lora-Regular", "Many1-Regular", "Many2-Regular", "Vary-Regular",
            ])
        #expect(try client.match("Vary:bold", "family").hasPrefix("Vary"))
        #expect(try client.match("Many 2", "family").hasPrefix("Many 2"))
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    /// Another version is published, fetched and applied.
    private func upgrade(_ catalog: ServedCatalog) async throws {
        var newer = SyntheticFont.variable(family: "Vary", salt: 1)
        newer.revision = 2
        try catalog.publisher.write(newer, as: "fonts/Vary/Vary.ttf")
        try catalog.build()
        try catalog.forgetRequests()
        #expect(try catalog.json(client, "catalog", "refresh", "served")["changed"] as? Bool == true)
        let count = try catalog.requests().count
        #expect(catalog.kind == .folder || (3...4).contains(count))
        #expect(try catalog.run(client, "upgrade").output.hasPrefix("available  Vary  1.000 to 2.000"))
        #expect(try catalog.run(client, "upgrade", "--yes").output.contains("Vary"))
        let downloads = try #require(try catalog.json(client, "downloads")["downloads"] as? [[String: Any]])
        let vary = downloads.first { $0["family"] as? String == "Vary" }
        #expect(vary?["version"] as? String == "2.000" && vary?["files"] as? Int == 1, "\(downloads)")
    }

    /// A family that its publisher withdraws stays, and is not offered any more.
    private func withdraw(_ catalog: ServedCatalog) throws {
        let status = try MatchSite.status(.withdrawn, reason: "It had errors.", replacedBy: "lora")
        try catalog.publish("large", document: { $0.status = status }, summary: { $0.status = status })
        try catalog.run(client, "catalog", "refresh", "served")
        #expect(try catalog.result(client, "download", "Large")["status"] as? String == "present")
        let other = try PrivateHome()
        try catalog.run(other, "catalog", "add", catalog.address)
        let refused = try catalog.result(other, "download", "Large")
        #expect(refused["status"] as? String == "withdrawn" && refused["replacement"] as? String == "Lora")
        #expect(ServedCatalog.parts(other).isEmpty)
        #expect(try client.match("Large", "family") == "Large")
    }
}
