import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Programs that start after a change find valid caches: they open no font, list no font folder and write no cache.
    ///
    /// With a fontconfig of another cache format, the first program scans the changed folders, and only these, for all
    /// later
    /// ones.
    @Suite(.enabled(if: Programs.hasTrace, "Needs strace, and leave to trace."), .timeLimit(.minutes(60)))
    struct NothingRescannedTests {
        @Test func everyChangeLeavesCachesThatProgramsTrust() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            var times = FolderTimes()
            let bulk = try home.writeBulk(0..<200)
            #expect(try await fonts.register([URL(filePath: bulk)], scope: .persistent).summary().isSuccess)
            try expectNoScan(in: home, &times, finding: "Bulk 7", "Bulk7-Regular", after: "registering a folder")

            let one = URL(filePath: try home.write(SyntheticFont(family: "Single", salt: 1)))
            try await fonts.register(one, scope: .persistent)
            try expectNoScan(in: home, &times, finding: "Single", "Single-Regular", after: "registering")

            let newer = URL(filePath: try home.write(SyntheticFont(family: "Single", salt: 2) { $0.revision = 2 }))
            try await fonts.register(newer, scope: .persistent, options: RegistrationOptions(replaces: true))
            try expectNoScan(in: home, &times, finding: "Single", "Single-Regular", after: "replacing")

            try await fonts.setEnabled(false, [.name("Bulk9-Regular")])
            try expectNoScan(in: home, &times, finding: "Bulk 7", "Bulk7-Regular", after: "disabling")
            try await fonts.setEnabled(true, [.name("Bulk9-Regular")])
            try expectNoScan(in: home, &times, finding: "Bulk 9", "Bulk9-Regular", after: "enabling")

            try await fonts.unregister(newer, scope: .persistent)
            try expectNoScan(in: home, &times, finding: "Bulk 7", "Bulk7-Regular", after: "unregistering")

            try await fonts.register(one, scope: .session)
            try expectNoScan(
                in: home, &times, finding: "Single", "Single-Regular", after: "registering for the session")
            try await fonts.unregister(one, scope: .session)
            try expectNoScan(
                in: home, &times, finding: "Bulk 7", "Bulk7-Regular", after: "unregistering for the session")
        }

        /// The user's own fonts, which lie in the parent folder of the projection, are not scanned again.
        @Test func theUsersOwnFontsAreNotScannedForOurs() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            let own = SyntheticFont(family: "Own")
            try Data(own.build()).write(to: URL(filePath: home.paths.userFonts + "/own.ttf"))
            #expect(try home.listed(":family=Own").count == 1)
            Programs.outliveTheSecond()
            var times = FolderTimes()
            for salt in 1...2 as ClosedRange<UInt32> {
                let file = URL(filePath: try home.write(SyntheticFont(family: "Ours \(salt)", salt: salt)))
                try await fonts.register(file, scope: .persistent)
                try expectNoScan(in: home, &times, finding: "Own", "Own-Regular", after: "registering")
            }
        }

        /// A parent folder that was touched again causes no program to scan fonts, because it contains none.
        @Test func theDelayedTouchCostsProgramsNoFont() throws {
            let home = try PrivateHome()
            for number in 1...2 {
                try home.fontctl("register", try home.write(SyntheticFont(family: "Touched \(number)")))
                if !FontconfigReleases.shareCaches { _ = try home.listed() }
                #expect(eventually { home.touchingProcesses.isEmpty })
                let trace = try SystemCallTrace("fc-match", ["Touched \(number)"], in: home)
                #expect(trace.openings.filter(\.isOfFont).isEmpty)
            }
        }

        /// The trace shows a scan: a file copied into a folder makes the next program read the whole folder.
        @Test func aCopiedFontIsScanned() throws {
            let home = try PrivateHome()
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            _ = try home.listed()
            Programs.outliveTheSecond()
            try Data(SyntheticFont(family: "Copied").build()).write(
                to: URL(filePath: home.paths.userFonts + "/copied.ttf"))
            let trace = try SystemCallTrace("fc-list", [], in: home)
            #expect(trace.scans(in: home).contains { $0.isOfFont })
            #expect(trace.scans(in: home).contains { $0.isOfFolder })
            #expect(trace.scans(in: home).contains { $0.isForWriting && $0.isOfCache })
        }

        private func expectNoScan(
            in home: PrivateHome, _ times: inout FolderTimes, finding family: String, _ postscriptName: String,
            after event: String, at location: SourceLocation = #_sourceLocation
        ) throws {
            let changed = try times.update(home)
            if !FontconfigReleases.shareCaches {
                let trace = try SystemCallTrace("fc-list", [], in: home)
                let scanned = Set(trace.scans(in: home).filter(\.isOfFont).map(\.folder))
                #expect(scanned.isSubset(of: changed), "fc-list after \(event)", sourceLocation: location)
            }
            for (program, arguments) in [
                ("fc-match", ["--format", "%{postscriptname}", family]),
                ("fc-list", ["--format", "%{postscriptname}\n", ":family=\(family)"]),
                ("fc-match", ["--format", "%{postscriptname}", ":postscriptname=\(postscriptName)"]),
            ] {
                let trace = try SystemCallTrace(program, arguments, in: home)
                #expect(trace.output.contains(postscriptName), "\(program) after \(event)", sourceLocation: location)
                #expect(trace.scans(in: home) == [], "\(program) after \(event)", sourceLocation: location)
                #expect(trace.openings.contains { $0.isOfCache }, "the trace shows caches", sourceLocation: location)
            }
        }
    }
}

/// The modification times of font folders, which show the folders that a change has touched.
private struct FolderTimes {
    private var times: [String: ChangeTime] = [:]

    /// Reads the times again.
    ///
    /// - Returns: The folders that are new or have another time than before.
    mutating func update(_ home: PrivateHome) throws -> Set<String> {
        var present: [String: ChangeTime] = [:]
        for root in [home.paths.userFonts, home.paths.sessionProjection].compactMap(\.self) {
            for name in [""] + ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []).map({ "/" + $0 }) {
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: root + name, isDirectory: &isFolder), isFolder.boolValue
                else { continue }
                present[root + name] = try ChangeTime(of: root + name)
            }
        }
        defer { times = present }
        return Set(present.filter { times[$0.key] != $0.value }.keys)
    }
}
