import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// The delayed touches that a command leaves to a child process.
    ///
    /// The change time of a font folder shows when the first touch was made, because its modification time is not the
    /// time of
    /// day.
    @Suite(.timeLimit(.minutes(60)))
    struct DelayedTouchTests {
        @Test func theCommandDoesNotWaitForTheTouches() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Touched"))
            let command = try LiveProgram(Programs.fontctl, ["register", file], environment: home.environment)
            while command.line() != nil {}
            // The output has ended although the child still runs, because the child does not hold the descriptor.
            #expect(command.hasEnded)
            #expect(command.exitStatus() == 0)
            let touches = try FileEvents(.touches, of: home.paths.persistentProjection)
            let touchingProcesses = home.touchingProcesses
            #expect(!touchingProcesses.isEmpty)
            for touchingProcess in touchingProcesses {
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(touchingProcess)/fd")
                #expect(descriptors == ["3"])
                #expect(
                    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(touchingProcess)/cwd") == "/")
            }
            #expect(try eventually { try isTouchedAgain(home) })
            #expect(
                try ChangeTime(of: home.paths.persistentProjection).seconds <= Int(Date().timeIntervalSince1970))
            // There is no third touch.
            var count = touches.count()
            #expect(
                eventually {
                    count += touches.count()
                    return home.touchingProcesses.isEmpty
                })
            #expect(count + touches.count() <= 2)
        }

        @Test func aSeriesOfCommandsLeavesOneProcess() throws {
            let home = try PrivateHome()
            // The first command in a home touches more than one folder.
            try home.fontctl("register", try home.write(SyntheticFont(family: "Touched")))
            #expect(eventually { home.touchingProcesses.isEmpty })
            var most = 0
            for number in 1...8 {
                try home.fontctl("register", try home.write(SyntheticFont(family: "Touched \(number)")))
                most = max(most, home.touchingProcesses.count)
            }
            // One that has made its touches may still be ending when the next one starts.
            #expect((1...2).contains(most))
            #expect(try eventually { try isTouchedAgain(home) })
            #expect(eventually { home.touchingProcesses.isEmpty })
        }

        /// The processes of a removed store and of its successor would take each other's touches for changes.
        @Test func aRemovedStoreLeavesNoProcess() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Touched"))
            try home.fontctl("register", file)
            let first = home.touchingProcesses
            #expect(!first.isEmpty)
            try FileManager.default.removeItem(atPath: home.paths.store)
            try FileManager.default.removeItem(atPath: home.paths.persistentProjection)
            try home.fontctl("register", file)
            #expect(eventually { home.touchingProcesses.isEmpty })
        }

        /// Each scope has its own process for delayed touches, because settings daemons need the touches of both.
        @Test func everyScopeHasItsOwnTouches() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Twice"))
            for scope in ["persistent", "session"] { try home.fontctl("register", file, "--scope", scope) }
            #expect(try eventually { try isTouchedAgain(home) })
            let projection = try #require(home.paths.sessionProjection)
            #expect(
                try eventually {
                    try ChangeTime(of: projection).seconds > ChangeTime(ofStatus: projection + "/0001").seconds
                })
        }

        @Test func aKilledProcessLeavesTheWayFree() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Killed")))
            let touchingProcesses = home.touchingProcesses
            #expect(!touchingProcesses.isEmpty)
            for touchingProcess in touchingProcesses { kill(touchingProcess, SIGKILL) }
            #expect(eventually { home.touchingProcesses.isEmpty })
            try home.fontctl("register", try home.write(SyntheticFont(family: "Touched")))
            #expect(!home.touchingProcesses.isEmpty)
            #expect(try eventually { try isTouchedAgain(home) })
        }

        @Test func nothingIsTouchedWhereNothingChanged() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Same"))
            try home.withoutDelayedTouches { try home.fontctl("register", file) }
            let touched = try ChangeTime(of: home.paths.persistentProjection)
            try home.fontctl("register", file)
            try home.fontctl("list")
            try home.fontctl("resolve", "Same-Regular")
            try home.fontctl("doctor")
            #expect(home.touchingProcesses.isEmpty)
            #expect(try ChangeTime(of: home.paths.persistentProjection) == touched)
        }

        @Test func aTimerTouchesInALaterSecond() async throws {
            let home = try PrivateHome(delayedTouches: .timer)
            let file = URL(filePath: try home.write(SyntheticFont(family: "Timed")))
            try await home.manager().register(file, scope: .persistent)
            #expect(try eventually { try isTouchedAgain(home) })
            #expect(home.touchingProcesses.isEmpty)
        }

        /// Returns whether the parent folder was touched in a later second than its subfolder, which is touched only
        /// once.
        private func isTouchedAgain(_ home: PrivateHome) throws -> Bool {
            let projection = home.paths.persistentProjection
            return try ChangeTime(of: projection).seconds > ChangeTime(ofStatus: projection + "/0001").seconds
        }
    }
}
