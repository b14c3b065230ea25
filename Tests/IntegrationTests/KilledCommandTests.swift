import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// After `kill -9` during a command, the next command finds the store in the state before or after.
    @Suite(.timeLimit(.minutes(10)))
    struct KilledCommandTests {
        /// A moment of the command that can be observed from outside.
        enum Moment: String, CaseIterable {
            case firstStaged, halfStaged, allStaged, firstObject, firstShown, secondFolderShown, announced

            func hasCome(_ home: PrivateHome, count: Int) -> Bool {
                let paths = home.paths
                switch self {
                case .firstStaged: return staged(home) >= 1
                case .halfStaged: return staged(home) >= count / 2
                case .allStaged: return home.staged.contains { entries(paths.staging + "/" + $0).contains("objects") }
                case .firstObject: return objects(paths) > 1
                case .firstShown: return entries(paths.persistentProjection + "/0001").count > 1
                case .secondFolderShown: return !entries(paths.persistentProjection + "/0002").isEmpty
                case .announced: return generation(paths) > 1
                }
            }

            private func entries(_ folder: String) -> [String] {
                (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            }

            private func staged(_ home: PrivateHome) -> Int {
                home.staged.reduce(0) { $0 + entries(home.paths.staging + "/" + $1).count }
            }

            private func objects(_ paths: FontPaths) -> Int {
                entries(paths.objects).reduce(0) { sum, shard in
                    sum + entries(paths.objects + "/" + shard).filter { $0.utf8.count == 64 }.count
                }
            }

            private func generation(_ paths: FontPaths) -> Int64 {
                let text = try? String(contentsOfFile: paths.generationFile, encoding: .utf8)
                return text.flatMap { Int64($0.filter(\.isNumber)) } ?? 0
            }
        }

        @Test(arguments: Moment.allCases)
        func theNextCommandFindsTheOldOrTheNewState(_ moment: Moment) async throws {
            let count = 200
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            let folder = try home.writeBulk(0..<count)
            let command = try LiveProgram(Programs.fontctl, ["register", folder], environment: home.environment)
            #expect(eventually(within: .seconds(60)) { moment.hasCome(home, count: count) })
            kill(command.identifier, SIGKILL)
            command.kill()

            // Reading needs no recovery and returns one of the two states.
            let all = try home.manager(authority: .user)
            let registered = try await all.registered().count
            #expect([1, 1 + count].contains(registered), "\(moment)")

            // The next writer recovers the store.
            try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
            #expect(try await all.registered().count == registered + 1)
            #expect(home.staged.isEmpty)
            #expect(try home.listed().count == registered + 1)
            #expect(try await all.diagnose(repair: false).findings.isEmpty)
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 0)
            #expect(try await all.prune() == PruneReport())

            // Repeating the command completes it.
            try home.fontctl("register", folder)
            #expect(try await all.registered().count == count + 2)
            #expect(try home.listed().count == count + 2)
            #expect(try await all.diagnose(repair: false).findings.isEmpty)
            #expect(try await generations(all) == Array(1...(try await all.generation())))
        }

        @Test(arguments: [Moment.firstShown, .announced])
        func aKilledRemovalIsCompletedToo(_ moment: Moment) async throws {
            let count = 150
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            try home.fontctl("register", try home.writeBulk(0..<count))
            let names = (0..<count).map { "Bulk\($0)-Regular" }
            let command = try LiveProgram(
                Programs.fontctl, ["unregister"] + names, environment: home.environment)
            let folder = home.paths.persistentProjection + "/0001"
            let before = try FileManager.default.contentsOfDirectory(atPath: folder).count
            let hasBegun = eventually(within: .seconds(60)) {
                moment == .firstShown
                    ? ((try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0) < before
                    : (try? String(contentsOfFile: home.paths.generationFile, encoding: .utf8)) == "3\n"
            }
            #expect(hasBegun)
            kill(command.identifier, SIGKILL)
            command.kill()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
            let all = try home.manager(authority: .user)
            #expect(try await all.registered().count == 2)
            #expect(try home.listed().count == 2)
            #expect(home.staged.isEmpty)
            #expect(try await all.diagnose(repair: false).findings.isEmpty)
            #expect(try await all.prune() == PruneReport())
        }

        /// A reader publishes a committed change if no writer does.
        @Test func aReaderCompletesWhatWasCommitted() async throws {
            let count = 200
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            let command = try LiveProgram(
                Programs.fontctl, ["register", try home.writeBulk(0..<count)], environment: home.environment)
            #expect(eventually(within: .seconds(60)) { Moment.firstShown.hasCome(home, count: count) })
            kill(command.identifier, SIGKILL)
            command.kill()
            #expect(try home.run(Programs.fontctl, ["resolve", "Bulk199-Regular"]).status == 0)
            #expect(try home.listed().count == count + 1)
            #expect(home.staged.isEmpty)
        }

        private func generations(_ fonts: FontManager) async throws -> [Int64] {
            let end = try await fonts.generation()
            var found: [Int64] = []
            var changes = fonts.changes(since: 0).makeAsyncIterator()
            while found.last != end, let event = try await changes.next() {
                if found.last != event.generation { found.append(event.generation) }
            }
            return found
        }
    }
}
