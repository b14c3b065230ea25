import FontRegistry
import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// After `kill -9` during a command, the next command finds the store in the state before or after.
    @Suite(.timeLimit(.minutes(60)))
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

        /// Starts commands until one is killed at a moment, and returns its home.
        ///
        /// On a busy machine a command may have ended before its moment is seen.
        /// - Parameters:
        ///   - prepare: Makes a home, and returns it with the arguments of the command.
        ///   - hasCome: Whether the moment has come.
        private func kill(
            _ prepare: () throws -> (home: PrivateHome, arguments: [String]), when hasCome: (PrivateHome) -> Bool
        ) throws -> PrivateHome {
            for _ in 0..<20 {
                let (home, arguments) = try prepare()
                let command = try LiveProgram(Programs.fontctl, arguments, environment: home.environment)
                var isThere = false
                _ = eventually {
                    isThere = hasCome(home)
                    return isThere || !command.isRunning
                }
                command.kill()
                if isThere { return home }
            }
            throw CancellationError()
        }

        /// Makes a home with one font, and returns it with a registration of many.
        private func registration(of count: Int) throws -> (home: PrivateHome, arguments: [String]) {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            return (home, ["register", try home.writeBulk(0..<count)])
        }

        @Test(arguments: Moment.allCases)
        func theNextCommandFindsTheOldOrTheNewState(_ moment: Moment) async throws {
            let count = 200
            let home = try kill {
                try registration(of: count)
            } when: {
                moment.hasCome($0, count: count)
            }

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
            try home.fontctl("register", home.root + "/given/bulk")
            #expect(try await all.registered().count == count + 2)
            #expect(try home.listed().count == count + 2)
            #expect(try await all.diagnose(repair: false).findings.isEmpty)
            #expect(try await generations(all) == Array(1...(try await all.generation())))
        }

        @Test(arguments: [Moment.firstShown, .announced])
        func aKilledRemovalIsCompletedToo(_ moment: Moment) async throws {
            let count = 150
            func shown(_ home: PrivateHome) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: home.paths.persistentProjection + "/0001").count)
                    ?? 0
            }
            var before = 0
            let home = try kill {
                let (home, arguments) = try registration(of: count)
                try home.fontctl(arguments)
                before = shown(home)
                return (home, ["unregister"] + (0..<count).map { "Bulk\($0)-Regular" })
            } when: {
                moment == .firstShown
                    ? shown($0) < before
                    : (try? String(contentsOfFile: $0.paths.generationFile, encoding: .utf8)) == "3\n"
            }
            try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
            let all = try home.manager(authority: .user)
            #expect(try await all.registered().count == 2)
            #expect(try home.listed().count == 2)
            #expect(home.staged.isEmpty)
            #expect(try await all.diagnose(repair: false).findings.isEmpty)
            #expect(try await all.prune() == PruneReport())
        }

        /// A change of collections, which stores no file, is completed by a reader or by the next writer.
        @Test(arguments: [false, true])
        func aKilledChangeOfCollectionsIsCompleted(_ isAnnounced: Bool) async throws {
            func contents(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
            let home = try kill {
                let home = try PrivateHome()
                try home.fontctl("tag", "create", "Early")
                return (home, ["tag", "create", "Talk"])
            } when: {
                // The metadata are written after the commit.
                isAnnounced
                    ? contents($0.paths.generationFile) == "2\n"
                    : contents($0.paths.store + "/sidecars.jsonl").contains("Talk")
            }
            let user = try home.manager(authority: .user)
            let names = [FontCollection.favourites, "Early", "Talk"]
            #expect(try await user.collections().map(\.name) == names)
            try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
            #expect(try await user.collections().map(\.name) == names)
            #expect(try await user.diagnose(repair: false).findings.isEmpty)
            #expect(try await user.undoableOperations().map(\.kind) == [.register, .collections, .collections])
        }

        /// A reader publishes a committed change if no writer does.
        @Test func aReaderCompletesWhatWasCommitted() async throws {
            let count = 200
            let home = try kill {
                try registration(of: count)
            } when: {
                Moment.firstShown.hasCome($0, count: count)
            }
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
