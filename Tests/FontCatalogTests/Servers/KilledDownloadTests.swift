import FontCatalog
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Downloads of the installed program that are interrupted from outside.
@Suite(.timeLimit(.minutes(60))) struct KilledDownloadTests {
    /// Moments of a request in percent of its body: all three for `make faults`, else another one for each request.
    private static func moments(of request: Int) -> [Int] {
        let all = [0, 50, 100]
        return ProcessInfo.processInfo.environment["FONTD_KILL_ROUNDS"] == nil ? [all[request % all.count]] : all
    }

    private static let names = ["Heavy-Regular", "Lora-Bold", "Lora-Regular"]

    /// A font that compression does not make smaller.
    private static let heavy = SyntheticFont(family: "Heavy") { font in
        var state: UInt64 = 27
        font.extraTables["test"] = (0..<(1 << 20)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private func catalog(_ kind: ServedCatalog.Kind) throws -> ServedCatalog {
        try ServedCatalog(kind) { home in
            try home.write(Self.heavy, as: "fonts/Heavy/Heavy.ttf")
            for (number, style) in ["Regular", "Bold"].enumerated() {
                let font = SyntheticFont(family: "Lora", style: style, salt: UInt32(number))
                try home.write(font, as: "fonts/Lora/\(style).ttf")
            }
            for family in ["Heavy", "Lora"] { try home.write(CatalogSite.license, as: "fonts/\(family)/OFL.txt") }
        }
    }

    /// A new home that knows a catalogue.
    private func client(of catalog: ServedCatalog) throws -> PrivateHome {
        let client = try PrivateHome()
        try catalog.run(client, "catalog", "add", catalog.address)
        return client
    }

    private func registered(_ client: PrivateHome) async throws -> [String] {
        try await client.user().registered().flatMap(\.faces).map(\.postscriptName).sorted()
    }

    /// The files of a client, without those that SQLite and delayed touches have for a time.
    private func files(_ client: PrivateHome) throws -> [String] {
        let folders = ["data", "cache/fontd", "config/fontd"]
        return try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: "\(client.root)/\(folder)").map { "\(folder)/\($0)" }
        }.filter { !$0.contains("registry.sqlite-") && !$0.contains("touch") }.sorted()
    }

    /// `kill -9` at every request, before, within and after its body: the state is that before or the complete one, the next
    /// run completes it, and nothing is left of the killed one.
    @Test func aKilledProgramLeavesTheOldOrTheNewState() async throws {
        let catalog = try catalog(.held)
        let undisturbed = try client(of: catalog)
        try catalog.forgetRequests()
        try catalog.run(undisturbed, "download", "Heavy", "Lora")
        let count = try catalog.requests().count
        let expected = try files(undisturbed)
        #expect(try await registered(undisturbed) == Self.names)
        #expect(count >= 5)
        for request in 1...count {
            for percent in Self.moments(of: request) {
                let moment: Comment = "\(percent) % of request \(request)"
                let client = try client(of: catalog)
                try catalog.hold(request, after: percent)
                let program = try catalog.start(client, "download", "Heavy", "Lora")
                try program.wait { try catalog.isHolding() }
                let fetching = program.fetching
                program.send(SIGKILL)
                try catalog.goOn()
                if let fetching { #expect(ClientProcess.hasEnded(fetching), moment) }
                let before = try await registered(client)
                #expect(before.isEmpty || before == Self.names, moment)
                #expect(try catalog.fontctl(client, "downloads").status == 0, moment)

                let again = try catalog.fontctl(client, "download", "Heavy", "Lora")
                #expect(again.status == 0, "\(moment): \(again)")
                #expect(try await registered(client) == Self.names, moment)
                #expect(try files(client) == expected, moment)
                #expect(client.staged.isEmpty && ServedCatalog.parts(client).isEmpty, moment)
            }
        }
    }

    /// `kill -9` at every request of a refresh.
    @Test func aKilledRefreshLeavesTheOldOrTheNewState() async throws {
        let catalog = try catalog(.held)
        let undisturbed = try PrivateHome()
        try catalog.forgetRequests()
        try catalog.run(undisturbed, "catalog", "add", catalog.address)
        let count = try catalog.requests().count
        let expected = try files(undisturbed)
        for request in 1...count {
            for percent in Self.moments(of: request) {
                let moment: Comment = "\(percent) % of request \(request)"
                let client = try PrivateHome()
                try catalog.hold(request, after: percent)
                let program = try catalog.start(client, "catalog", "add", catalog.address)
                try program.wait { try catalog.isHolding() }
                program.send(SIGKILL)
                try catalog.goOn()
                let again = try catalog.fontctl(client, "catalog", "add", catalog.address)
                #expect(again.status == 0, "\(moment): \(again)")
                #expect(try files(client) == expected, moment)
                let list = try catalog.run(client, "catalog", "list").output
                #expect(list.contains("2 families") && list.contains("current"), moment)
            }
        }
    }

    /// The process that fetches dies: another one continues.
    @Test(arguments: [0, 50, 100])
    func theProcessThatFetchesIsReplaced(percent: Int) async throws {
        let catalog = try catalog(.held)
        let probe = try client(of: catalog)
        try catalog.forgetRequests()
        try catalog.run(probe, "download", "Heavy")
        let requests = try catalog.requests()
        let place = try #require(requests.firstIndex { $0.path.hasSuffix("/Heavy.ttf") })
        let client = try client(of: catalog)
        try catalog.hold(place + 1, after: percent)
        let program = try catalog.start(client, "download", "Heavy")
        try program.wait { try catalog.isHolding() }
        if let fetching = program.fetching { kill(fetching, SIGKILL) }
        #expect(program.status() == 0)
        try catalog.goOn()
        #expect(try await registered(client) == ["Heavy-Regular"])
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    /// Several processes ask at once: each file is fetched once.
    @Test func aFileIsFetchedOnce() async throws {
        let catalog = try catalog(.held)
        let client = try client(of: catalog)
        let probe = try self.client(of: catalog)
        try catalog.forgetRequests()
        try catalog.run(probe, "download", "Heavy", "Lora")
        let requests = try catalog.requests()
        let place = try #require(requests.firstIndex { $0.path.hasPrefix("/files/") })
        try catalog.forgetRequests()
        try catalog.hold(place + 1, after: 50)
        let first = try catalog.start(client, "download", "Heavy", "Lora")
        try first.wait { try catalog.isHolding() }
        let second = try catalog.start(client, "download", "Lora", "Heavy")
        second.wait { second.waitsForLock }
        try catalog.goOn()
        #expect(first.status() == 0 && second.status() == 0)
        let files = try catalog.requests().map(\.path).filter { $0.hasPrefix("/files/") }
        #expect(files.count == 3 && Set(files).count == 3, "\(files)")
        #expect(try await registered(client) == Self.names)
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    /// An interrupted download goes on where it was, also after the server was started again.
    @Test(arguments: [ServedCatalog.Kind.held, .nginx].filter { $0 != .nginx || TestServer.hasNginx })
    private func anInterruptedDownloadGoesOn(_ kind: ServedCatalog.Kind) async throws {
        let catalog = try catalog(kind)
        let client = try client(of: catalog)
        let size = Self.heavy.build().count
        let part = client.root + "/cache/fontd/downloads/\(try catalog.document(of: "heavy").files[0].sha256).part"
        switch kind {
        case .held:
            try catalog.forgetRequests()
            let probe = try self.client(of: catalog)
            try catalog.forgetRequests()
            try catalog.run(probe, "download", "Heavy")
            let place = try #require(try catalog.requests().firstIndex { $0.path.hasSuffix("/Heavy.ttf") })
            try catalog.hold(place + 1, after: 50)
        default: try catalog.restart("limit_rate_after 400k; limit_rate 1k;")
        }
        let output = client.root + "/output.json"
        let program = try catalog.start(client, "download", "Heavy", "Nothing", "--json", output: output)
        func received() -> Int {
            let attributes = try? FileManager.default.attributesOfItem(atPath: part)
            return (attributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        program.wait { received() >= 300_000 }
        program.send(SIGTERM)
        #expect(program.status() == 128 + SIGTERM)
        #expect(try await registered(client).isEmpty)
        let data = try #require(FileManager.default.contents(atPath: output))
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let results = try #require(document?["results"] as? [[String: Any]])
        #expect(results.map { $0["status"] as? String } == ["interrupted", "interrupted"])
        let kept = received()
        #expect(kept >= 300_000 && kept < size)
        if kind == .nginx { try catalog.restart() } else { try catalog.goOn() }
        try catalog.forgetRequests()
        try catalog.run(client, "download", "Heavy")
        let request = try #require(try catalog.requests().last { $0.path.hasSuffix("/Heavy.ttf") })
        #expect(request.status == 206 && request.bytes == size - kept, "\(request)")
        #expect(try await registered(client) == ["Heavy-Regular"])
        #expect(ServedCatalog.parts(client).isEmpty)
    }

    /// A part of a server without tags is of no use, and hinders nothing.
    @Test(arguments: [ServedCatalog.Kind.folder, .python])
    private func aPartWithoutTagBeginsAgain(_ kind: ServedCatalog.Kind) async throws {
        let catalog = try catalog(kind)
        let client = try client(of: catalog)
        let folder = client.root + "/cache/fontd/downloads"
        let hash = try catalog.document(of: "heavy").files[0].sha256
        try client.put(Array(Self.heavy.build().prefix(300_000)), at: "\(folder)/\(hash).part")
        try catalog.forgetRequests()
        try catalog.run(client, "download", "Heavy")
        let requests = try catalog.requests().filter { $0.path.hasSuffix(".ttf") }.map(\.status)
        #expect(requests == (kind == .python ? [200] : []))
        #expect(try await registered(client) == ["Heavy-Regular"])
        #expect(ServedCatalog.parts(client).isEmpty)
    }
}
