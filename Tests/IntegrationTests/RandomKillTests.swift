import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// `kill -9` at random moments under load from several processes loses no acknowledged change (docs/reliability.md,
    /// R17).
    ///
    /// An operation that was not acknowledged is complete or not done, and nothing is left behind.
    @Suite(.timeLimit(.minutes(60)))
    struct RandomKillTests {
        /// The number of times that processes are killed; docs/reliability.md, R17 requires 200.
        private static let rounds =
            ProcessInfo.processInfo.environment["FONTD_KILL_ROUNDS"].flatMap(Int.init) ?? 6

        /// The work of one process: it registers each font, disables every third and unregisters every fifth.
        ///
        /// It prints a line after each command that succeeded.
        private static let script = """
            n=0
            for f in "$@"; do
                n=$((n + 1))
                "$0" register "$f" >/dev/null && echo "registered $f" || exit 1
                if [ $((n % 3)) = 0 ]; then "$0" disable "$f" >/dev/null && echo "disabled $f" || exit 1; fi
                if [ $((n % 5)) = 0 ]; then "$0" unregister "$f" >/dev/null && echo "unregistered $f" || exit 1; fi
            done
            """

        @Test func acknowledgedRegistrationsExist() async throws {
            let home = try PrivateHome()
            let user = try home.user()
            var last: [String: String] = [:]
            var (next, unfinished) = (0, 0)
            for round in 0..<Self.rounds {
                var workers: [(program: LiveProgram, files: [String])] = []
                for _ in 0..<3 {
                    let files = try (0..<40).map { _ in
                        next += 1
                        return try home.write(SyntheticFont(family: "Font \(next)"), as: "\(next).ttf")
                    }
                    let program = try LiveProgram(
                        "/bin/sh", ["-c", Self.script, Programs.fontctl] + files, environment: home.environment)
                    workers.append((program, files))
                }
                usleep(UInt32.random(in: 20_000...600_000))
                for worker in workers {
                    // `Process` makes each program the leader of a group, which has the command that is running, too.
                    kill(-worker.program.identifier, SIGKILL)
                }
                for worker in workers {
                    worker.program.kill()
                    var count = 0
                    // At most one command of each worker was running; the result for its file is not known.
                    while let line = worker.program.line() {
                        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                        if words.count == 2 { last[words[1]] = words[0] }
                        count += 1
                    }
                    // On a busy machine the workers may have ended before.
                    if count < worker.files.count { unfinished += 1 }
                }
                try home.fontctl("register", try home.write(SyntheticFont(family: "Round \(round)")))
                let registered = Dictionary(
                    uniqueKeysWithValues: try await user.registered().map { ($0.file, $0) })
                for (file, state) in last {
                    switch (state, registered[file]) {
                    case ("registered", let found?), ("disabled", let found?):
                        #expect(state == "registered" || !found.isEnabled, "\(file) \(state)")
                    case ("unregistered", nil): break
                    // The command after the last acknowledged one may have completed without being acknowledged.
                    case ("registered", nil), ("disabled", nil):
                        let number = Int((file as NSString).lastPathComponent.prefix { $0.isNumber }) ?? 0
                        #expect((number - 1) % 40 % 5 == 4, "\(file) was \(state) and is gone")
                    default: Issue.record("\(file) was \(state)")
                    }
                }
                #expect(home.staged.isEmpty)
                let enabled = registered.values.filter(\.isEnabled).compactMap(\.path)
                #expect(try Set(home.listed()) == Set(enabled))
                let findings = try await user.diagnose(repair: false).findings.filter { $0.id != "cache-stale" }
                #expect(findings == [])
            }
            #expect(!last.isEmpty)
            #expect(unfinished > 0, "Nothing was killed.")
            #expect(try await user.prune().removedObjects.isEmpty)
        }
    }
}
