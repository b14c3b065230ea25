import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// After a backup was copied over a store, the fonts registered since remain (docs/reliability.md, R22).
    ///
    /// The store may have their only copies, which neither a reader nor `prune` may remove.
    @Suite(.timeLimit(.minutes(60))) struct RestoredBackupTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        /// The parts of the store that come from the backup.
        enum Restored: String, CaseIterable {
            case everything, databaseAlone, databaseBesideSidecars
        }

        /// The next operation of the user.
        enum Way: String, CaseIterable {
            case read, prune, change, repair
        }

        private func doctor(_ arguments: String...) throws -> Command.Result {
            try home.run(Programs.fontctl, ["doctor"] + arguments)
        }

        private func path(_ name: String) -> String { home.paths.store + "/" + name }

        /// Registers fonts, the last of them after the backup, and copies the backup back.
        ///
        /// - Returns: The content hash of the last font, whose original has been removed.
        private func restoreBackup(_ restored: Restored, disabled: Bool = false) throws -> String {
            try home.fontctl("register", try home.write(SyntheticFont(family: "First")))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Second")))
            let backup = try Dictionary(
                uniqueKeysWithValues: ["registry.sqlite", "generation", "sidecars.jsonl"].map {
                    ($0, try Data(contentsOf: URL(filePath: path($0))))
                })
            let before = home.objectNames
            let original = try home.write(SyntheticFont(family: "Only Copy"))
            try home.fontctl("register", original)
            try home.fontctl("disable", disabled ? "OnlyCopy-Regular" : "First-Regular")
            try FileManager.default.removeItem(atPath: original)
            for (name, bytes) in backup {
                switch (restored, name) {
                case (_, "registry.sqlite"), (.everything, _): try bytes.write(to: URL(filePath: path(name)))
                case (.databaseBesideSidecars, "sidecars.jsonl"): break
                default: try FileManager.default.removeItem(atPath: path(name))
                }
            }
            return try #require(home.objectNames.subtracting(before).first)
        }

        private func expectShown(_ hash: String, _ comment: Comment) throws {
            #expect(home.objectNames.contains(hash), comment)
            #expect(try home.listed(":", "family").contains("Only Copy"), comment)
        }

        @Test(arguments: Restored.allCases, Way.allCases)
        func theOnlyCopyStays(_ restored: Restored, _ way: Way) throws {
            let hash = try restoreBackup(restored)
            switch way {
            case .read:
                try home.fontctl("list")
                try expectShown(hash, "list")
                let found = try doctor()
                #expect(found.status == 1)
                #expect(!found.output.contains("fontctl prune"), "\(found.output)")
                #expect(!found.output.contains("projection-foreign"), "\(found.output)")
                try expectShown(hash, "doctor")
                try home.fontctl("prune")
            case .prune: try home.fontctl("prune")
            case .change:
                try home.fontctl("disable", "Second-Regular")
                try expectShown(hash, "disable")
                try home.fontctl("prune")
            case .repair: #expect(try doctor("--repair").status == 0)
            }
            try expectShown(hash, "\(way)")
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            #expect(try doctor().status == 0)
            #expect(try home.fontctl("list").output.contains("Only Copy"))
            try expectShown(hash, "doctor --repair")
        }

        /// A disabled font, of which only the stored file is left, is kept.
        @Test(arguments: [Restored.everything, .databaseAlone])
        func theOnlyCopyOfADisabledFontStays(_ restored: Restored) throws {
            let hash = try restoreBackup(restored, disabled: true)
            let found = try doctor()
            #expect(found.status == 1)
            #expect(!found.output.contains("fontctl prune"), "\(found.output)")
            try home.fontctl("disable", "Second-Regular")
            try home.fontctl("prune")
            #expect(home.objectNames.contains(hash))
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            #expect(try home.fontctl("list").output.contains("Only Copy"))
            #expect(try !home.listed(":", "family").contains("Only Copy"))
            #expect(try doctor().status == 0)
        }

        /// A generation in a sidecar that no store can reach, as after a single wrong digit, is ignored.
        @Test(arguments: ["9223372036854775807", "9100000000000000", "-1"])
        func aGenerationThatNoStoreReachesIsNotBelieved(_ generation: String) throws {
            try home.fontctl("register", try home.write(SyntheticFont(family: "First")))
            let sidecars = try String(contentsOfFile: path("sidecars.jsonl"), encoding: .utf8)
            try sidecars.replacing("\"generation\":1", with: "\"generation\":\(generation)")
                .write(toFile: path("sidecars.jsonl"), atomically: true, encoding: .utf8)
            let repaired = try doctor("--repair")
            #expect(repaired.status == 0, "\(repaired.output)")
            try home.fontctl("register", try home.write(SyntheticFont(family: "Second")))
            #expect(try home.listed().count == 2)
            #expect(try doctor().status == 0)
        }
    }
}

extension PrivateHome {
    /// The content hashes of all stored files.
    fileprivate var objectNames: Set<String> {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: paths.objects)) ?? []
        return Set(names.filter { $0.contains("/") }.map { ($0 as NSString).lastPathComponent })
    }
}
