import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// Processes that use one store at the same time.
    @Suite(.timeLimit(.minutes(60)))
    struct TwoProcessesTests {
        /// A line of `fontctl watch --json`.
        private struct Change: Decodable, Equatable {
            struct Face: Decodable, Equatable {
                var postscriptName: String
                var file: String?
            }

            var generation: Int64
            var kind: String
            var scope: String
            var provider: String
            var faces: [Face]

            /// The change without its files.
            var summary: String {
                "\(generation) \(kind) \(scope) \(provider) \(faces.map(\.postscriptName).joined(separator: ","))"
            }
        }

        private func next(_ watcher: LiveProgram) throws -> Change {
            let line = try #require(watcher.line())
            return try JSONDecoder().decode(Change.self, from: Data(line.utf8))
        }

        @Test func aWatcherPrintsWhatOtherProcessesChange() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager(provider: "library")
            let watcher = try LiveProgram(
                Programs.fontctl, ["watch", "--json", "--since", "0"], environment: home.environment)
            let file = try home.write(SyntheticFont(family: "Watched"))

            try home.fontctl("register", file)
            let added = try next(watcher)
            #expect(added.summary == "1 added persistent user Watched-Regular")
            #expect(added.faces.first?.file == (try home.listed(":family=Watched").first))
            try home.fontctl("disable", "Watched-Regular")
            #expect(try next(watcher).summary == "2 disabled persistent user Watched-Regular")
            try await fonts.register(URL(filePath: file), scope: .session)
            #expect(try next(watcher).summary == "3 added session library Watched-Regular")
            try home.fontctl("enable", "Watched-Regular")
            #expect(try next(watcher).summary == "4 enabled persistent user Watched-Regular")
            try await fonts.unregister(URL(filePath: file), scope: .session)
            #expect(try next(watcher).summary == "5 removed session library Watched-Regular")
            try home.fontctl("unregister", file, "--scope", "persistent")
            #expect(try next(watcher).summary == "6 removed persistent user Watched-Regular")

            watcher.terminate()
            #expect(watcher.line() == nil)
            #expect(watcher.exitStatus() == 128 + SIGTERM)
        }

        @Test func aWatcherBeginsWithWhatHappensFromNowOn() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Before")))
            let watcher = try LiveProgram(Programs.fontctl, ["watch", "--json"], environment: home.environment)
            #expect(eventually { watcher.watchesFiles })
            try home.fontctl("register", try home.write(SyntheticFont(family: "After")))
            #expect(try next(watcher).summary == "2 added persistent user After-Regular")
        }

        @Test func theLibrarySeesWhatFontctlChanges() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager(provider: "library")
            var changes = fonts.changes.makeAsyncIterator()
            let file = try home.write(SyntheticFont(family: "Elsewhere"))
            #expect(try await fonts.resolve("Elsewhere-Regular").match == nil)

            try home.fontctl("register", file, "--tag", "mark")
            guard case .change(let added) = try await changes.next() else {
                Issue.record("No change came.")
                return
            }
            #expect(added.kind == .added)
            #expect(added.provider == "user")
            #expect(added.faces.map(\.face.postscriptName) == ["Elsewhere-Regular"])
            // The reported font is available to this process and to every other program.
            let found = try #require(try await fonts.resolve("Elsewhere-Regular").match)
            #expect(found.path == added.faces.first?.path)
            #expect(try home.match("Elsewhere") == "Elsewhere-Regular")

            try home.fontctl("unregister", file)
            guard case .change(let removed) = try await changes.next() else {
                Issue.record("No change came.")
                return
            }
            #expect(removed.kind == .removed)
            #expect(try await fonts.resolve("Elsewhere-Regular").match == nil)
        }

        @Test func concurrentProcessesLoseNothing() async throws {
            let home = try PrivateHome()
            let count = 20
            let files = try (0..<2 * count).map { try home.write(SyntheticFont(family: "Race \($0)")) }
            let everything = try home.manager(authority: .user)
            // Two shells with half of the files each, and a third writer in this process.
            func race(_ verb: String) throws {
                let script = "for f in \"$@\"; do \"$0\" \(verb) \"$f\" >/dev/null || echo failed \"$f\"; done"
                let shells = try [files[..<count], files[count...]].map { half in
                    try LiveProgram(
                        "/bin/sh", ["-c", script, Programs.fontctl] + half, environment: home.environment)
                }
                for shell in shells {
                    #expect(shell.line() == nil)
                    #expect(shell.exitStatus() == 0)
                }
            }
            async let ours: Void = {
                let fonts = try home.manager(provider: "library")
                for number in 0..<count {
                    let file = URL(filePath: try home.write(SyntheticFont(family: "Local \(number)")))
                    try await fonts.register(file, scope: .persistent)
                    if number % 2 == 1 { try await fonts.unregister(file, scope: .persistent) }
                }
            }()
            try race("register")
            try await ours
            #expect(try await everything.registered(provider: "user").count == 2 * count)
            #expect(try await everything.registered(provider: "library").count == count / 2)
            #expect(try await everything.generation() == Int64(3 * count + count / 2))
            #expect(try home.listed().count == 2 * count + count / 2)

            try race("unregister")
            #expect(try await everything.registered(provider: "user").isEmpty)
            let end = Int64(5 * count + count / 2)
            #expect(try await everything.generation() == end)
            #expect(try home.listed().count == count / 2)

            var generations: [Int64] = []
            var changes = everything.changes(since: 0).makeAsyncIterator()
            while generations.last != end, let event = try await changes.next() { generations.append(event.generation) }
            #expect(generations == Array(1...end))
            #expect(home.staged.isEmpty)
            #expect(try await everything.diagnose(repair: false).findings.isEmpty)
        }
    }
}
