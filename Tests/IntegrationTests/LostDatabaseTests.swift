import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// A database that is outdated or missing is detected and brought up to date (docs/reliability.md, R22).
    ///
    /// Missing data is added from the other files of the store, and nothing is deleted because of the outdated
    /// database.
    @Suite(.timeLimit(.minutes(60))) struct LostDatabaseTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        private struct Listed: Hashable {
            var id, sha256, provider, scope: String
            var tag: String?
            var isEnabled: Bool
        }

        private func document(_ arguments: String...) throws -> [String: Any] {
            let result = try home.fontctl(arguments + ["--json"])
            return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        }

        private func generation() throws -> Int { try #require(try document("list")["generation"] as? Int) }

        private func listed() throws -> Set<Listed> {
            let registrations = try #require(try document("list")["registrations"] as? [[String: Any]])
            return try Set(
                registrations.map { registration in
                    func text(_ name: String) throws -> String { try #require(registration[name] as? String) }
                    return try Listed(
                        id: text("id"), sha256: text("sha256"), provider: text("provider"), scope: text("scope"),
                        tag: registration["tag"] as? String,
                        isEnabled: try #require(registration["enabled"] as? Bool))
                })
        }

        private var objects: Set<String> {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: home.paths.objects)) ?? []
            return Set(names.filter { $0.contains("/") })
        }

        private func doctor(_ arguments: String...) throws -> Command.Result {
            try home.run(Programs.fontctl, ["doctor"] + arguments)
        }

        /// Fills a store with fonts of two providers, one of them disabled.
        private func fill() throws {
            try home.fontctl("register", "--tag", "mine", try home.write(SyntheticFont(family: "Tagged")))
            try home.fontctl(
                "register", "--provider", "org.example.App", try home.write(SyntheticFont(family: "Provided")))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Hidden")))
            try home.fontctl("disable", "Hidden-Regular")
        }

        // MARK: An older database

        enum Way: String, CaseIterable { case doctor, register, prune, unregister }

        @Test(arguments: Way.allCases)
        func anOlderDatabaseCatchesUp(_ way: Way) async throws {
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Withdrawn")))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Later Hidden")))
            let backup = try Data(contentsOf: URL(filePath: home.paths.database))
            try fill()
            try home.fontctl("unregister", "Withdrawn-Regular")
            try home.fontctl("disable", "LaterHidden-Regular")
            let (before, stored, shown) = (try listed(), objects, try Set(home.listed()))
            let reached = try generation()
            let user = try home.user()
            #expect(try await user.generation() == Int64(reached))

            try backup.write(to: URL(filePath: home.paths.database))
            // A reader continues, and the generation does not decrease.
            #expect(try generation() == reached)
            #expect(try await user.generation() == Int64(reached))
            let found = try doctor()
            #expect(found.status == 1)
            #expect(found.output.contains("database-behind"), "\(found.output)")
            #expect(!found.output.contains("prune"), "\(found.output)")

            var changed = before
            switch way {
            case .doctor:
                let repaired = try doctor("--repair")
                #expect(repaired.status == 0, "\(repaired.output)")
            case .register:
                try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
                changed.formUnion(try listed().filter { font in !before.contains { $0.id == font.id } })
                #expect(changed.count == before.count + 1)
            case .prune: try home.fontctl("prune")
            case .unregister:
                try home.fontctl("unregister", "Tagged-Regular")
                changed = before.filter { $0.tag == nil }
            }
            #expect(try listed() == changed)
            #expect(try generation() > reached)
            #expect(try doctor().status == 0)
            try home.fontctl("prune")
            if way == .doctor || way == .prune {
                #expect(objects == stored)
                #expect(try Set(home.listed()) == shown)
            }
            // A reader of the lost generations gets a snapshot.
            var events = user.changes(since: Int64(reached)).makeAsyncIterator()
            guard case .snapshot(_, let registrations)? = try await events.next() else {
                Issue.record("no snapshot")
                return
            }
            #expect(Set(registrations.map(\.id)) == Set(changed.map(\.id)))
        }

        // MARK: Rows that are gone

        @Test(arguments: [true, false], ["registration", "registration WHERE provider = 'org.example.App'"])
        func rowsThatAreGoneComeBack(_ hasSidecars: Bool, _ rows: String) throws {
            try fill()
            let (before, stored, shown) = (try listed(), objects, try Set(home.listed()))
            let reached = try generation()
            try home.spoilDatabase("DELETE FROM " + rows)
            // Without sidecars the font folders show which fonts are enabled.
            if !hasSidecars { try FileManager.default.removeItem(atPath: home.paths.store + "/sidecars.jsonl") }
            #expect(try generation() == reached)
            let found = try doctor()
            #expect(found.status == 1)
            #expect(found.output.contains("registrations-lost"), "\(found.output)")
            if hasSidecars {
                try home.fontctl("prune")
                #expect(objects == stored)
            }
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            #expect(repaired.output.contains("[facts-unknown]") == !hasSidecars, "\(repaired.output)")
            if hasSidecars {
                #expect(try listed() == before)
            } else {
                let enabled = before.filter(\.isEnabled).map(\.sha256)
                #expect(try Set(listed().map(\.sha256)).isSuperset(of: enabled))
            }
            #expect(try Set(home.listed()) == shown)
            #expect(try doctor().status == 0)
        }

        // MARK: Database and objects gone

        @Test(arguments: [true, false])
        func shownFontsAreRegisteredAgain(_ hasSidecars: Bool) throws {
            try fill()
            let shown = try Set(home.listed().map { try Data(contentsOf: URL(filePath: $0)) })
            let before = try listed()
            let gone = hasSidecars ? ["registry.sqlite", "objects"] : ["registry.sqlite", "objects", "sidecars.jsonl"]
            for name in gone { try FileManager.default.removeItem(atPath: home.paths.store + "/" + name) }
            for command in [["list"], ["unregister", "Tagged-Regular"], ["register", home.root + "/given"]] {
                let refused = try home.run(Programs.fontctl, command)
                #expect(refused.status == 69, "\(command): \(refused.output)")
                #expect(refused.errors.contains("doctor --repair"), "\(command): \(refused.errors)")
            }
            #expect(try doctor().status == 1)
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            let enabled = before.filter(\.isEnabled)
            #expect(repaired.output.contains("[facts-unknown]") == !hasSidecars, "\(repaired.output)")
            if hasSidecars {
                // What was disabled is in no font folder, but in the file that was registered.
                #expect(try listed() == before)
            } else {
                #expect(try Set(listed().map(\.sha256)) == Set(enabled.map(\.sha256)))
            }
            #expect(try Set(home.listed().map { try Data(contentsOf: URL(filePath: $0)) }) == shown)
            #expect(try doctor().status == 0)
        }

        @Test(.needsBus)
        func aServiceThatRunsTakesItForDamageToo() async throws {
            try fill()
            let before = try listed().filter(\.isEnabled)
            let service = try PrivateService(in: home)
            let client = try await service.connect()
            let process = try await service.process(client)
            _ = try await client.registerFont(try home.write(SyntheticFont(family: "Over the bus")), scope: "session")
            for name in ["registry.sqlite", "objects"] {
                try FileManager.default.removeItem(atPath: home.paths.store + "/" + name)
            }
            let file = try home.write(SyntheticFont(family: "Next"))
            await #expect(throws: (any Error).self) { try await client.registerFont(file) }
            #expect(!FileManager.default.fileExists(atPath: home.paths.database))
            #expect(try doctor("--repair").status == 0)
            _ = try await client.registerFont(file)
            #expect(try listed().isSuperset(of: before))
            #expect(try await service.process(client) == process)
        }

        // MARK: Places

        @Test func placesThatAreGoneAreGivenAnew() throws {
            try fill()
            let (before, shown) = (try listed(), try Set(home.listed()))
            try home.spoilDatabase("DELETE FROM placement")
            let found = try doctor()
            #expect(found.status == 1)
            #expect(found.output.contains("font-not-placed"), "\(found.output)")
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            #expect(try listed() == before)
            #expect(try Set(home.listed()) == shown)
            #expect(try doctor().status == 0)
        }

        @Test func unlistedFontsAreUnhealthy() throws {
            try fill()
            let path = try #require(try home.listed().first { $0.contains("Tagged") })
            let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            try FileManager.default.removeItem(atPath: path)
            try Data(count: size).write(to: URL(filePath: path))
            let found = try doctor()
            #expect(found.status == 1)
            #expect(found.output.contains("font-not-listed"), "\(found.output)")
        }
    }
}
