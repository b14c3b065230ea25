import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Acknowledged changes survive a power cut, byte for byte (docs/reliability.md, R18).
    ///
    /// The test stops a file system during the work.
    @Suite(
        .enabled(if: !StoppableDisk.possible.isEmpty, "Needs the right to mount a file system and to stop it."),
        .timeLimit(.minutes(60)))
    struct PowerCutTests {
        /// The number of power cuts; docs/reliability.md, R18 requires 50.
        private static let rounds = ProcessInfo.processInfo.environment["FONTD_POWER_CUTS"].flatMap(Int.init) ?? 3

        /// Acknowledged changes survive on ext4, and on xfs if mkfs.xfs is installed (Debian's package xfsprogs).
        @Test(arguments: StoppableDisk.possible)
        func acknowledgedRegistrationsSurvive(_ kind: StoppableDisk.Kind) async throws {
            for round in 0..<Self.rounds {
                let home = try PrivateHome()
                let disk = try StoppableDisk(kind, in: home)
                var environment = home.environment
                environment["XDG_DATA_HOME"] = disk.path + "/data"
                let files = try (0..<60).map { try home.write(SyntheticFont(family: "Cut \(round) \($0)")) }
                let script = "for f in \"$@\"; do \"$0\" register \"$f\" >/dev/null || exit 1; echo \"$f\"; done"
                let worker = try LiveProgram(
                    "/bin/sh", ["-c", script, Programs.fontctl] + files, environment: environment)
                _ = worker.line()
                usleep(UInt32.random(in: 0...700_000))
                #expect(disk.cut())
                var acknowledged = [files[0]]
                while let line = worker.line() { acknowledged.append(line) }
                worker.kill()
                #expect(try eventually { try disk.restart() })

                let context = RegistryContext(
                    paths: FontPaths(
                        dataHome: disk.path + "/data", configHome: home.paths.configHome, runtimeDirectory: nil),
                    fontconfigFile: home.context.fontconfigFile, delayedTouches: .none)
                let user = FontManager(provider: "user", authority: .user, context: context)
                let registered = try await user.registered()
                let missing = Set(acknowledged).subtracting(registered.map(\.file))
                #expect(missing.isEmpty, "\(kind), round \(round): of \(acknowledged.count)")
                // The self-check compares every stored byte with its hash.
                let findings = try await user.diagnose(repair: false).findings
                #expect(!findings.contains { ["object-damaged", "database-damaged"].contains($0.id) }, "\(findings)")
                #expect(try await user.diagnose(repair: true).findings.allSatisfy { $0.id != "object-missing" })
                for registration in registered { #expect(registration.path.map { access($0, R_OK) == 0 } == true) }
                try await user.register(
                    URL(filePath: home.write(SyntheticFont(family: "After"))), scope: .persistent)
            }
        }
    }
}
