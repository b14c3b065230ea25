import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Commands work with a clock that is years ahead, years behind or jumps (docs/reliability.md, R27).
    ///
    /// Changes are ordered by number, none is lost, and fonts are visible. No modification time remains in the future,
    /// where
    /// it would hide changes from running programs.
    @Suite(
        .enabled(if: OtherClock.library != nil, "Needs libfaketime (Debian's package faketime)."),
        .disabled(if: Programs.areSanitized, "The sanitizer's library would have to be loaded before faketime's."),
        .timeLimit(.minutes(60)))
    struct ClockTests {
        /// A line of `fontctl watch --json`.
        private struct Change: Decodable {
            var generation: Int64
            var kind: String
        }

        private func fontctl(_ clock: OtherClock, _ home: PrivateHome, _ arguments: String...) throws {
            let result = try clock.run(Programs.fontctl, arguments, in: home)
            #expect(result.status == 0, "\(arguments) at \(clock): \(result.errors)")
        }

        /// Returns the match that a newly started program finds with a clock.
        private func match(_ family: String, _ clock: OtherClock, _ home: PrivateHome) throws -> String {
            let arguments = ["--format", "%{postscriptname} %{fontversion}", family]
            return try clock.run("fc-match", arguments, in: home).output
        }

        /// Returns the paths examined by fontconfig that have modification times in the future.
        private func datedInFuture(_ home: PrivateHome) throws -> [String] {
            let now = Int(Date().timeIntervalSince1970)
            var found: [String] = []
            for folder in ["data/fonts", "run/fontd/fonts", "config/fontconfig/conf.d"].map({ home.root + "/" + $0 }) {
                let inside = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
                // The modification times of font files are not used by fontconfig or fontd.
                let paths = [folder] + inside.filter { !$0.hasSuffix(".ttf") }.map { "\(folder)/\($0)" }
                for path in paths where FileManager.default.fileExists(atPath: path) {
                    if try ChangeTime(of: path).seconds > now { found.append(path) }
                }
            }
            return found
        }

        @Test(arguments: [OtherClock.ahead, .behind])
        func everyCommandWorksUnderAnotherClock(_ clock: OtherClock) async throws {
            let home = try PrivateHome()
            let newer = try home.write(SyntheticFont(family: "Moved", salt: 1) { $0.revision = 2 })
            let older = try home.write(SyntheticFont(family: "Moved"))
            let brief = try home.write(SyntheticFont(family: "Brief"))
            // Makes the home older than the changes that follow.
            if clock.offset < 0 { try clock.move(home) }
            try fontctl(clock, home, "register", older)
            #expect(try match("Moved", clock, home) == "Moved-Regular 65536")
            try fontctl(clock, home, "register", "--scope", "session", brief)
            #expect(try match("Brief", clock, home).hasPrefix("Brief-Regular"))
            try fontctl(clock, home, "disable", "Moved-Regular")
            #expect(try match("Moved", clock, home).hasPrefix("Brief-Regular"))
            try fontctl(clock, home, "enable", "Moved-Regular")
            try fontctl(clock, home, "register", "--replace", newer)
            #expect(try match("Moved", clock, home) == "Moved-Regular 131072")
            try fontctl(clock, home, "doctor")
            #expect(try clock.run(Programs.fontctl, ["list"], in: home).lines.count == 2)
            // The clock is correct again. Newly started programs see the same fonts.
            #expect(try home.match("Moved", "fontversion") == "131072")
            #expect(try home.match("Brief") == "Brief-Regular")
            let kinds = try await kinds(home)
            #expect(kinds == ["added", "added", "disabled", "enabled", "replaced"])
            let told = try home.run(Programs.fontctl, ["doctor", "--json"])
            #expect(told.output.contains("folder-in-future") == (clock.offset > 0))
            #expect(try datedInFuture(home).isEmpty == (clock.offset < 0))
            // The next change corrects the times.
            try home.fontctl("unregister", newer)
            #expect(try datedInFuture(home) == [])
            try home.fontctl("doctor")
            #expect(try home.match("Moved") == "Brief-Regular")
        }

        @Test func theSelfCheckPutsDatesRight() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Moved"))
            try fontctl(.ahead, home, "register", "--scope", "session", file)
            try fontctl(.ahead, home, "register", file)
            // fontd does not change the times of the user's own folder inside the font folder.
            let own = home.paths.userFonts + "/own"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 1)
            let repaired = try home.fontctl("doctor", "--repair", "--json")
            #expect(repaired.output.contains("folder-in-future"))
            #expect(try datedInFuture(home) == [])
            try home.fontctl("doctor")
            #expect(try home.match("Moved") == "Moved-Regular")
            let tomorrow = Date(timeIntervalSinceNow: 86_400)
            try FileManager.default.setAttributes([.modificationDate: tomorrow], ofItemAtPath: own)
            let told = try home.run(Programs.fontctl, ["doctor", "--repair"])
            #expect(told.status == 1)
            #expect(told.output.contains("`touch` on \(own)") || told.errors.contains("`touch` on \(own)"))
            #expect(try ChangeTime(of: own).seconds > Int(Date().timeIntervalSince1970))
        }

        @Test func aClockThatJumpsLosesNothing() async throws {
            let home = try PrivateHome()
            let user = try home.user()
            let watcher = try LiveProgram(
                Programs.fontctl, ["watch", "--json", "--since", "0"], environment: home.environment)
            let clocks = [OtherClock.machines, .ahead, .behind, .ahead, .machines, .behind]
            var shown: Set<String> = []
            var expected: [String] = []
            for turn in 0..<12 {
                let clock = clocks[turn % clocks.count]
                let family = "Turn \(turn)"
                try fontctl(clock, home, "register", try home.write(SyntheticFont(family: family)))
                shown.insert(family)
                expected.append("added")
                if turn % 3 == 2 {
                    // Undoes a change made with an earlier clock.
                    try fontctl(clock, home, turn % 2 == 0 ? "unregister" : "disable", "Turn\(turn - 2)-Regular")
                    shown.remove("Turn \(turn - 2)")
                    expected.append(turn % 2 == 0 ? "removed" : "disabled")
                }
                let seen = try clock.run("fc-list", ["--format", "%{family}\n"], in: home).lines
                #expect(Set(seen) == shown, "\(turn) at \(clock)")
                #expect(try Set(home.listed(":", "family")) == shown, "\(turn) at \(clock)")
                #expect(Set(try await user.registered().filter(\.isEnabled).map(\.faces[0].family)) == shown)
            }
            #expect(try await kinds(home) == expected)
            var told: [Change] = []
            while told.count < expected.count, let line = watcher.line() {
                told.append(try JSONDecoder().decode(Change.self, from: Data(line.utf8)))
            }
            #expect(told.map(\.kind) == expected)
            #expect(told.map(\.generation) == Array(1...Int64(expected.count)))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Last")))
            #expect(try datedInFuture(home) == [])
            #expect(try await user.diagnose(repair: false).findings == [])
        }

        /// A running program notices a change even if the previous one was made with a clock that was ahead.
        @Test(.enabled(if: Programs.canCompileClients, "Needs a C compiler and fontconfig's header."))
        func aRunningProgramIsNotBlindAfterwards() async throws {
            let report = try await PollingClient.watch(for: "Later", every: 1_000, polls: 20) {
                let home = try PrivateHome()
                try fontctl(.ahead, home, "register", try home.write(SyntheticFont(family: "Sooner")))
                let later = try home.write(SyntheticFont(family: "Later"))
                return (home, { try home.fontctl("register", later) })
            }
            #expect(report.poll != nil, "\(report.lines)")
        }

        /// Returns the kinds of all changes from the first on, checking that there is one per generation.
        private func kinds(_ home: PrivateHome) async throws -> [String] {
            let user = try home.user()
            let last = try await user.generation()
            var changes = user.changes(since: 0).makeAsyncIterator()
            var kinds: [String] = []
            while kinds.count < Int(last), let event = try await changes.next() {
                guard case .change(let change) = event else { break }
                #expect(change.generation == Int64(kinds.count + 1))
                kinds.append(change.kind.rawValue)
            }
            return kinds
        }
    }
}
