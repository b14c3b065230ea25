import FontCatalog
import Foundation
import TestSupport
import Testing

@testable import FontFetching
@testable import FontctlCommands

/// The process with the network starts for what needs it, and for nothing else.
@Suite struct FetchStartTests {
    @Test func onlyRefreshesAndDownloadsStartTheProcessThatFetches() async throws {
        let (home, session) = try Session.inNewHome()
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora/Lora-Regular.ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/Lora/OFL.txt")
        try home.write(SyntheticFont(family: "Mine"), as: "Mine.ttf")
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let built = try await session("catalog", "build", "fonts", "--out", "site", "--keys", "keys", "--json").json
        #expect(await session("catalog", "add", try #require(built["address"] as? String)).status == 0)
        // Another one is on a server, and was never refreshed.
        let root = String(repeating: "0", count: 64)
        try home.put(
            Array("https://fonts.invalid/#sha256=\(root)\n".utf8),
            at: home.paths.configHome + "/fontd/catalogs.d/zz.catalog")
        let mark = home.root + "/started"
        let program = try home.writeScript(": >'\(mark)'", to: home.root + "/bin/fetch")
        session.configure { $0.fetchProgram = { program } }
        for command in [
            ["register", "Mine.ttf"], ["list"], ["families"], ["search", "Mine"], ["resolve", "Mine", "Lora"],
            ["why", "Lora"], ["catalog", "list"], ["catalog", "search", "lora"], ["catalog", "show", "lora"],
            ["downloads"], ["unregister", "Mine"], ["prune"],
        ] {
            _ = await session.run(command)
            #expect(!FileManager.default.fileExists(atPath: mark), "\(command)")
        }
        #expect(await session("catalog", "refresh").status == 1)
        #expect(FileManager.default.fileExists(atPath: mark))
        // A refresh that failed is not due, and the family is in a folder.
        try FileManager.default.removeItem(atPath: mark)
        #expect(await session("download", "--check", "Lora", "Nothing").output.hasPrefix("offered  Lora"))
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(await session("download", "Lora").output.hasPrefix("downloaded  Lora"))
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    /// The process may start before the command line is read: it loads its libraries meanwhile.
    @Test func onlyCommandsThatAskServersStartItEarly() async throws {
        let (home, session) = try Session.inNewHome()
        let mark = home.root + "/started"
        let program = try home.writeScript(": >'\(mark)'", to: home.root + "/bin/fetch")
        session.configure { $0.fetchProgram = { program } }
        let root = String(repeating: "0", count: 64)
        let catalogs = home.paths.configHome + "/fontd/catalogs.d/"
        try home.put(Array("file:///srv/fonts/#sha256=\(root)\n".utf8), at: catalogs + "a.catalog")
        for command in [
            ["list"], ["download", "Lora"], ["catalog", "list"], ["catalog", "add", "./site"], ["catalog", "refresh"],
        ] {
            // What it decides on another thread is known when it has given the process.
            var early: EarlyFetchProcess?
            session.configure { early = $0.startedEarly(for: command) }
            #expect(try early?.take() == nil && !FileManager.default.fileExists(atPath: mark), "\(command)")
        }
        let servers = (1...2).map { "https://fonts.invalid/\($0)/#sha256=\(root.dropLast())\($0)" }
        try home.put(Array("\(servers[0])\n".utf8), at: catalogs + "b.catalog")
        for command in [["catalog", "refresh"], ["catalog", "add", servers[1]], ["--json", "catalog", "refresh"]] {
            var early: EarlyFetchProcess?
            session.configure { early = $0.startedEarly(for: command) }
            #expect(await eventually { FileManager.default.fileExists(atPath: mark) }, "\(command)")
            let process = try #require(try early?.take())
            #expect(try early?.take() == nil)
            process.end()
            try FileManager.default.removeItem(atPath: mark)
        }
    }
}
