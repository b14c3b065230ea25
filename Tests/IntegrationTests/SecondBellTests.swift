import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// The bell that a command leaves behind for later.
    ///
    /// When the first one was, the status of a font's folder tells: its own time is no time of day.
    @Suite(.timeLimit(.minutes(3)))
    struct SecondBellTests {
        @Test func theCommandDoesNotWaitForTheBell() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Rung"))
            let command = try LiveProgram(Programs.fontctl, ["register", file], environment: home.environment)
            while command.line() != nil {}
            // Its output has ended though the ringer is still there: the ringer holds no descriptor of it.
            #expect(command.hasEnded)
            #expect(command.exitStatus() == 0)
            let ringers = home.ringers
            #expect(!ringers.isEmpty)
            for ringer in ringers {
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(ringer)/fd")
                #expect(descriptors == ["3"])
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(ringer)/cwd") == "/")
            }
            #expect(try eventually { try isRungAgain(home) })
            let first = try ChangeTime(ofStatus: home.paths.persistentProjection + "/0001")
            let second = try ChangeTime(of: home.paths.persistentProjection)
            #expect(second.seconds - first.seconds <= 4)
            #expect(second.seconds <= Int(Date().timeIntervalSince1970))
            #expect(eventually { home.ringers.isEmpty })
            // Twice is enough.
            #expect(try ChangeTime(of: home.paths.persistentProjection).seconds - first.seconds <= 9)
        }

        @Test func aSeriesOfCommandsLeavesOneRinger() throws {
            let home = try PrivateHome()
            // The first command ever rings for more than one folder.
            try home.fontctl("register", try home.write(SyntheticFont(family: "Rung")))
            #expect(eventually { home.ringers.isEmpty })
            var most = 0
            for number in 1...8 {
                try home.fontctl("register", try home.write(SyntheticFont(family: "Rung \(number)")))
                most = max(most, home.ringers.count)
            }
            #expect(most == 1)
            #expect(try eventually { try isRungAgain(home) })
            #expect(eventually { home.ringers.isEmpty })
        }

        /// The ringer of one scope must not keep the other's quiet: settings daemons want both.
        @Test func everyScopeHasItsOwnBell() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Twice"))
            for scope in ["persistent", "session"] { try home.fontctl("register", file, "--scope", scope) }
            #expect(try eventually { try isRungAgain(home) })
            let projection = try #require(home.paths.sessionProjection)
            #expect(
                try eventually {
                    try ChangeTime(of: projection).seconds > ChangeTime(ofStatus: projection + "/0001").seconds
                })
        }

        @Test func aKilledRingerLeavesTheWayFree() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Killed")))
            let ringers = home.ringers
            #expect(!ringers.isEmpty)
            for ringer in ringers { kill(ringer, SIGKILL) }
            #expect(eventually { home.ringers.isEmpty })
            try home.fontctl("register", try home.write(SyntheticFont(family: "Rung")))
            #expect(!home.ringers.isEmpty)
            #expect(try eventually { try isRungAgain(home) })
        }

        @Test func nothingIsRungWhereNothingChanged() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Same"))
            try home.fontctl("register", file)
            #expect(eventually { home.ringers.isEmpty })
            let rung = try ChangeTime(of: home.paths.persistentProjection)
            try home.fontctl("register", file)
            try home.fontctl("list")
            try home.fontctl("resolve", "Same-Regular")
            try home.fontctl("doctor")
            #expect(home.ringers.isEmpty)
            #expect(try ChangeTime(of: home.paths.persistentProjection) == rung)
        }

        @Test func aTimersBellRingsInALaterSecond() async throws {
            let home = try PrivateHome(bell: .timer)
            let file = URL(filePath: try home.write(SyntheticFont(family: "Timed")))
            try await home.manager().register(file, scope: .persistent)
            #expect(try eventually { try isRungAgain(home) })
            #expect(home.ringers.isEmpty)
        }

        /// Whether the parent folder was touched in a later second than the folder in it, which is touched only once.
        private func isRungAgain(_ home: PrivateHome) throws -> Bool {
            let projection = home.paths.persistentProjection
            return try ChangeTime(of: projection).seconds > ChangeTime(ofStatus: projection + "/0001").seconds
        }
    }
}
