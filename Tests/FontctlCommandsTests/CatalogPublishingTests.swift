import FontCatalog
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The commands of publishers of catalogues.
@Suite struct CatalogPublishingTests {
    /// A text of the Open Font License.
    static let license = Array(
        """
        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """.utf8)

    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func offer() throws {
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora/Lora-Regular.ttf")
        try home.write(Self.license, as: "fonts/Lora/OFL.txt")
    }

    private func build(_ more: String...) async -> Session.Result {
        await session.run(["catalog", "build", "fonts", "--out", "site", "--keys", "keys"] + more)
    }

    @Test func aCatalogueIsBuiltAndUsed() async throws {
        try offer()
        let keys = await session("catalog", "keygen", "keys")
        #expect(keys.status == 0 && keys.lines.count == 5 && keys.output.contains("root.pem"))
        #expect(keys.errors.contains("Keep copies of the keys") && keys.errors.contains("`fontctl catalog build "))
        let mode = try FileManager.default.attributesOfItem(atPath: home.root + "/given/keys/root.pem")
        #expect(mode[.posixPermissions] as? Int == 0o600)
        let again = await session("catalog", "keygen", "keys")
        #expect(again.status == 1 && again.errors.contains("has a key already"))

        let built = await build()
        #expect(built.status == 0 && built.errors.isEmpty, "\(built)")
        #expect(built.lines.first?.hasPrefix("new  lora  Lora  1.000  1 file  ") == true, "\(built.output)")
        let document = try await build("--json").json
        #expect(document["changed"] as? Bool == false && document["catalog"] as? String == "fonts")
        let root = try #require(document["root"] as? String)
        #expect(built.output.contains("URL#sha256=\(root)\n"))
        let address = try #require(document["address"] as? String)
        #expect(address == "file://\(home.root)/given/site/#sha256=\(root)")

        #expect(try await session("catalog", "add", address, "--json").json["changed"] as? Bool == true)
        let found = try await session("catalog", "search", "lora", "--json").json
        let families = try #require(found["families"] as? [[String: Any]])
        #expect(families.map { $0["id"] as? String } == ["lora"])
        let shown = await session("catalog", "show", "Lora")
        #expect(shown.status == 0 && shown.output.contains("OFL-1.1"), "\(shown)")
    }

    @Test func addressesOfServersNeedEncryption() async throws {
        session.configure { $0.fetchProgram = { Command.product("fontd-fetch") } }
        let root = String(repeating: "0", count: 64)
        let open = await session("catalog", "add", "http://fonts.test/#sha256=\(root)")
        #expect(open.status == 1 && open.errors.contains("--insecure-http"), "\(open)")
        let nobody = await session("catalog", "add", "http://localhost:1/#sha256=\(root)")
        #expect(nobody.status == 1 && nobody.errors.contains("cannot be reached"), "\(nobody)")
        session.configure { $0.fetchProgram = { nil } }
        let missing = await session("catalog", "add", "https://fonts.test/#sha256=\(root)")
        #expect(missing.status == 1 && missing.errors.contains("Reinstall fontd"), "\(missing)")
        #expect(await session("catalog", "add", "ftp://fonts.test/#sha256=\(root)").status == 64)
    }

    /// Documents state why a catalogue could not be used, by the words that downloads have for it.
    @Test func refusalsHaveTheirCause() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let address = try #require(try await build("--json").json["address"] as? String)
        #expect(await session("catalog", "add", address).status == 0)
        try home.write(Array("<html>".utf8), as: "site/metadata/timestamp.json")
        let refreshed = try await session("catalog", "refresh", "fonts", "--json").json
        let failed = try #require(refreshed["failed"] as? [[String: Any]])
        #expect(failed.map { $0["cause"] as? String } == ["catalog: malformed"], "\(failed)")
        #expect(await session("catalog", "remove", "fonts").status == 0)
        let added = try await session("catalog", "add", address, "--json").json["error"] as? [String: Any]
        #expect(added?["code"] as? Int == 301 && added?["cause"] as? String == "catalog: malformed", "\(added ?? [:])")
    }

    /// A catalogue that moved is known, and the answer leads to its new address.
    @Test func aMovedCatalogueIsNotSilentlyKnown() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let root = try #require(try await build("--json").json["root"] as? String)
        #expect(await session("catalog", "add", "site#sha256=\(root)").errors.isEmpty)
        #expect(await session("catalog", "add", "site/#sha256=\(root)").errors.isEmpty)
        try FileManager.default.copyItem(
            atPath: home.root + "/given/site", toPath: home.root + "/given/moved")
        let known = await session("catalog", "add", "moved#sha256=\(root)")
        #expect(known.status == 0 && known.output == "fonts  known already\n", "\(known)")
        #expect(known.errors.contains("/given/site/") && known.errors.contains("`fontctl catalog remove fonts`"))
        #expect(await session("catalog", "remove", "fonts").status == 0)
        let added = await session("catalog", "add", "moved#sha256=\(root)")
        #expect(added.output == "fonts  added\n" && added.errors.isEmpty, "\(added)")
        #expect(await session("catalog", "list").output.contains("/given/moved/"))
    }

    /// A folder is typed as a path, too.
    @Test func aFolderIsAddedByItsPath() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let root = try #require(try await build("--json").json["root"] as? String)
        let asked = await session("catalog", "add", "site")
        #expect(asked.status == ExitStatus.usage && asked.errors.contains("/given/site/#sha256=\(root)'"), "\(asked)")
        let added = await session("catalog", "add", "./site#sha256=\(root)")
        #expect(added.status == 0 && added.output == "fonts  added\n", "\(added)")
        let again = try await session("catalog", "add", "site/#sha256=\(root)", "--json").json
        #expect(again["result"] as? String == "known already" && again["changed"] as? Bool == false)
        #expect(try await session("catalog", "refresh", "--json").json["changed"] as? Bool == false)
        #expect(await session("catalog", "add", "nowhere#sha256=\(root)").status == 1)
        #expect(try await session("catalog", "remove", "fonts", "--json").json["changed"] as? Bool == true)
    }

    /// Whoever types no hash compares the one that is shown.
    @Test(arguments: [true, false])
    func aRootIsConfirmedOnATerminal(_ answer: Bool) async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let root = try #require(try await build("--json").json["root"] as? String)
        session.configure { $0.ask = { question in question.contains(root) ? answer : nil } }
        let added = await session("catalog", "add", "site")
        #expect(added.status == (answer ? 0 : 1), "\(added)")
        #expect(added.output.hasSuffix(answer ? "  added\n" : "  not added\n"))
        let listed = try await session("catalog", "list", "--json").json["catalogs"] as? [[String: Any]]
        #expect(listed?.count == (answer ? 1 : 0))
    }

    /// Downloads belong to the identifier of their catalogue, which another publisher could choose, too.
    @Test func anIdentifierNamesOneCatalogue() async throws {
        try offer()
        for name in ["first", "second"] {
            #expect(await session("catalog", "keygen", name + "-keys").status == 0)
            let built = await session("catalog", "build", "fonts", "--out", name, "--keys", name + "-keys", "--json")
            let address = try #require(try built.json["address"] as? String)
            let added = await session("catalog", "add", address)
            if name == "first" {
                #expect(added.status == 0, "\(added)")
            } else {
                #expect(added.status == 1 && added.errors.contains("calls itself fonts"), "\(added)")
                let root = try #require(address.split(separator: "=").last)
                let left = try FileManager.default.subpathsOfDirectory(atPath: home.root).filter { $0.contains(root) }
                #expect(left.isEmpty, "\(left)")
            }
        }
        let listed = try await session("catalog", "list", "--json").json["catalogs"] as? [[String: Any]]
        #expect(listed?.filter { $0["id"] as? String == "fonts" }.count == 1)
    }

    /// The whole hash counts, also beside the copy of a catalogue whose hash begins alike.
    @Test func anotherHashIsAnotherCatalogue() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let root = try #require(try await build("--json").json["root"] as? String)
        #expect(await session("catalog", "add", "site#sha256=\(root)").status == 0)
        let other = root.prefix(16) + String(repeating: "0", count: 48)
        func addTheOther() async {
            let wrong = await session("catalog", "add", "site#sha256=\(other)")
            #expect(wrong.status == 1 && wrong.errors.contains("does not have the root"), "\(wrong)")
        }
        await addTheOther()
        #expect(await session("catalog", "search", "lora").output.contains("Lora"))
        // Its metadata stay.
        #expect(await session("catalog", "remove", "fonts").status == 0)
        await addTheOther()
        #expect(await session("catalog", "add", "site#sha256=\(root)").status == 0)
        #expect(await session("catalog", "search", "lora").output.contains("Lora"))
    }

    /// Nothing but the address is needed to trust the root again.
    @Test(arguments: ["root", "timestamp", "snapshot", "targets"]) func damagedMetadataAreReplaced(
        role: String
    ) async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let root = try #require(try await build("--json").json["root"] as? String)
        #expect(await session("catalog", "add", "site#sha256=\(root)").status == 0)
        let path = home.paths.store + "/catalogs/\(root)/\(role).json"
        let whole = try Data(contentsOf: URL(filePath: path))
        for damaged in [whole.prefix(100), Data(whole.map { _ in 0 })] {
            try damaged.write(to: URL(filePath: path))
            let refreshed = await session("catalog", "refresh")
            #expect(refreshed.status == 0, "\(refreshed)")
            #expect(try Data(contentsOf: URL(filePath: path)) == whole)
        }
    }

    @Test func refusedFamiliesAreNamed() async throws {
        try offer()
        try home.write(SyntheticFont(family: "Bare"), as: "fonts/Bare/Bare.ttf")
        try home.write(SampleFile.woff.bytes, as: "fonts/Lora/Lora.woff")
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let built = await build()
        #expect(built.status == 1 && built.output.contains("  Lora  "), "\(built)")
        #expect(built.errors.contains("Bare: The license text of the family is missing."))
        #expect(built.errors.contains("Left out: 1 woff."))
        let refused = try await build("--json").json["refused"] as? [[String: Any]]
        #expect(refused?.map { $0["family"] as? String } == ["Bare"])
        #expect(refused?.first?["code"] as? Int == 303)
        try home.write(Array("Ask me.".utf8), as: "fonts/Bare/LICENSE.txt")
        #expect(await build().errors.contains("pass --allow-license LicenseRef-unknown."))
        let allowed = await build("--allow-license", "LicenseRef-unknown")
        #expect(allowed.status == 0 && allowed.output.contains("LicenseRef-unknown"), "\(allowed)")
    }

    /// The addresses of mirrors are in the documents.
    @Test func mirrorsAreListed() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        /// The addresses in each document of the family.
        func addresses() throws -> [[String]] {
            let folder = home.root + "/given/site/targets/families"
            return try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
                let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
                return try JSONDecoder().decode(FamilyDocument.self, from: data).files.flatMap(\.urls)
            }
        }
        #expect(await build("--mirror", "https://mirror.example/fonts").status == 0)
        let both = try #require(try addresses().first)
        #expect(both.count == 2 && both[1] == "https://mirror.example/fonts/" + both[0])
        #expect(await build("--mirror", "http://127.0.0.1:8000/", "--metadata-only").status == 0)
        #expect(try Set(addresses()) == [both, ["http://127.0.0.1:8000/" + both[0]]])
        for wrong in [
            "ftp://mirror.example/", "mirror", "https://mirror.example/?x=", "file:///srv/", "http://mirror.example/",
        ] {
            #expect(await build("--mirror", wrong).status == ExitStatus.usage, "\(wrong)")
        }
        #expect(await build("--metadata-only").status == ExitStatus.usage)
    }

    /// A publisher may rename a catalogue, and another one may take the name; downloads stay with the root.
    @Test func aNewIdentifierLeavesDownloads() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let address = try #require(try await build("--json").json["address"] as? String)
        #expect(await session("catalog", "add", address).status == 0)
        #expect(await session("download", "Lora").status == 0)
        try home.write(Array(#"{"id": "renamed"}"#.utf8), as: "fonts/catalog.json")
        #expect(await build().status == 0)
        let refreshed = await session("catalog", "refresh")
        #expect(refreshed.status == 0 && refreshed.output.hasPrefix("fonts  "), "\(refreshed)")
        #expect(await session("downloads").output.contains("  fonts  "))
        #expect(await session("catalog", "remove", "fonts").status == 0)
        // Another catalogue of the name gets one of its own.
        try FileManager.default.removeItem(atPath: home.root + "/given/fonts/catalog.json")
        #expect(await session("catalog", "keygen", "others").status == 0)
        let other = try await session("catalog", "build", "fonts", "--out", "other", "--keys", "others", "--json").json
        let root = try #require(other["root"] as? String)
        let added = await session("catalog", "add", try #require(other["address"] as? String))
        #expect(added.status == 0 && added.output == "fonts-\(root.prefix(8))  added\n", "\(added)")
    }

    @Test func nothingIsPublishedWithoutAFamily() async throws {
        try home.write(SyntheticFont(family: "Bare"), as: "fonts/Bare/Bare.ttf")
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let built = await build()
        #expect(built.status == 1 && built.errors.contains("Nothing was published"))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/given/site"))
    }

    @Test func aTimestampIsRenewedAndKeysAreReplaced() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let none = await session("catalog", "renew", "site", "--keys", "keys")
        #expect(none.status == 1 && none.errors.contains("Build the catalogue first"))
        #expect(await build().status == 0)
        // For a renewal one key is enough.
        let key = try #require(FileManager.default.contents(atPath: home.root + "/given/keys/timestamp.pem"))
        try home.write(Array(key), as: "online/timestamp.pem")
        let renewed = await session("catalog", "renew", "site", "--keys", "online")
        #expect(renewed.status == 0 && renewed.errors.isEmpty, "\(renewed)")
        #expect(renewed.lines.first?.hasPrefix("renewed  ") == true && renewed.output.contains("  version 1  expires "))

        let rotated = await session("catalog", "rotate", "site", "--keys", "keys", "--role", "root", "--role", "bins")
        #expect(rotated.status == 0 && rotated.lines.count == 5, "\(rotated)")
        #expect(rotated.output.contains("root 2\n"))
        for name in ["root", "bins"] {
            #expect(FileManager.default.fileExists(atPath: "\(home.root)/given/keys/\(name).old.pem"))
        }
        #expect(!FileManager.default.fileExists(atPath: home.root + "/given/keys/timestamp.old.pem"))
        let all = try await session("catalog", "rotate", "site", "--keys", "keys", "--json").json
        #expect((all["keys"] as? [Any])?.count == 5 && all["rootVersion"] as? Int == 3)
        #expect(await session("catalog", "rotate", "site", "--keys", "keys", "--role", "other").status == 64)
    }

    /// What is published is read by everyone.
    @Test func keysAreNotPublished() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "site/keys").status == 0)
        for command in [["build", "fonts", "--out", "site"], ["renew", "site"], ["rotate", "site"]] {
            let result = await session.run(["catalog"] + command + ["--keys", "site/keys"])
            #expect(result.status == 1 && result.errors.contains("private keys"), "\(command): \(result)")
        }
    }

    /// The installed program reads the fonts, also those in archives, in the worker.
    @Test func theInstalledProgramBuilds() throws {
        let archive = ZIPFile([
            .init("Lora/Lora-Regular.ttf", SyntheticFont(family: "Lora").build()), .init("Lora/OFL.txt", Self.license),
        ])
        try home.write(archive.bytes, as: "fonts/Lora.zip")
        let folder = home.root + "/given"
        func run(_ arguments: String...) throws -> Command.Result {
            try Command.run(Command.product("fontctl"), ["catalog"] + arguments, environment: home.environment)
        }
        #expect(try run("keygen", folder + "/keys").status == 0)
        let built = try run("build", folder + "/fonts", "--out", folder + "/site", "--keys", folder + "/keys")
        #expect(built.status == 0 && built.lines.first?.hasPrefix("new  lora  Lora  ") == true, "\(built)")
    }
}
