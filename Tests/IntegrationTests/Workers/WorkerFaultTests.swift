import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

extension FailingPrograms {
    /// Fonts that crash the worker that reads them, and workers that are ended by another process.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct WorkerFaultTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        private func font(_ family: String) throws -> URL {
            URL(filePath: try home.write(SyntheticFont(family: family), as: family + ".ttf"))
        }

        private func expectRefusal(
            _ fonts: FontManager, _ file: URL, code: FontError.Code = .invalidFontData,
            at location: SourceLocation = #_sourceLocation
        ) async throws {
            let error = await #expect(throws: FontError.self, sourceLocation: location) {
                try await fonts.register(file, scope: .persistent)
            }
            #expect(error?.code == code, "\(String(describing: error))", sourceLocation: location)
            #expect(error?.file == file.path(percentEncoded: false), sourceLocation: location)
        }

        @Test(arguments: [
            ("SIGSEGV", "SIGSEGV"), ("SIGABRT", "SIGABRT"), ("SIGBUS", "SIGBUS"), ("SIGFPE", "SIGFPE"),
            ("SIGSYS", "SIGSYS"), ("SIGTRAP", "SIGILL|SIGTRAP"), ("Memory", "SIGILL|SIGTRAP"), ("Exit", "exit-3"),
            ("Close", "answer"), ("Nonsense", "answer"), ("Endless", "answer"), ("Truncated", "exit-0"),
        ])
        func aFontThatBringsDownItsWorkerIsNeverTriedAgain(kind: String, reason: String) async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let fonts = home.manager(workers)
            let killer = try font("Fault \(kind)")
            let mates = try (0..<4).map { try font("Mate \($0)") }
            let batch = mates[..<2] + [killer] + mates[2...]
            let summary = try await fonts.register(Array(batch), scope: .persistent).summary()
            #expect(summary.outcomes.map(\.status) == [.registered, .registered, .failed, .registered, .registered])
            #expect(summary.outcomes[2].error?.code == .invalidFontData)
            #expect(workers.inspectionCount == 5)
            let line = try #require(home.refused.first)
            #expect(home.refused.count == 1)
            #expect(reason.split(separator: "|").contains { line.hasSuffix(" \($0)") }, "\(line)")

            try await expectRefusal(fonts, killer)
            #expect(workers.inspectionCount == 5)
            // The file is refused after a restart, under another name, without workers, and with the command.
            let fresh = FontWorkers(program: Programs.faultyWorker)
            let renamed = URL(filePath: home.root + "/given/renamed")
            try FileManager.default.copyItem(at: killer, to: renamed)
            try await expectRefusal(home.manager(fresh, provider: "other"), renamed)
            #expect(fresh.inspectionCount == 0)
            try await expectRefusal(try home.manager(), killer)
            let command = try home.run(Programs.fontctl, ["--json", "register", killer.path(percentEncoded: false)])
            #expect(command.status != 0)

            try home.fontctl("prune")
            try home.fontctl("doctor", "--repair")
            #expect(home.refused == [line])
            #expect(home.staged.isEmpty)
        }

        @Test func slowFontIsRefused() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker, timeLimit: .milliseconds(700))
            let fonts = home.manager(workers)
            let loop = try font("Fault Loop")
            // On a busy machine the worker may get too little processor time for a decision, and nothing is recorded.
            while home.refused.isEmpty {
                let error = await #expect(throws: FontError.self) { try await fonts.register(loop, scope: .persistent) }
                try #require(error?.code == (home.refused.isEmpty ? .registrationFailed : .invalidFontData))
            }
            #expect(home.refused.count == 1)
            #expect(home.refused.first?.hasSuffix(" time") ?? false)
            let count = workers.inspectionCount
            try await expectRefusal(fonts, loop)
            #expect(workers.inspectionCount == count)
        }

        /// The kernel's limit of processor time ends a worker even if no timeout does.
        @Test func theKernelEndsWhatWorksTooLong() async throws {
            // A limit of one second instead of the six that a worker sets, for a quick test.
            let program = try home.writeScript(
                "ulimit -S -t 1\nexec \(Programs.faultyWorker)", to: home.root + "/given/worker.sh")
            let workers = FontWorkers(program: program, timeLimit: .seconds(60))
            try await expectRefusal(home.manager(workers), try font("Fault Loop"))
            #expect(home.refused.first?.hasSuffix(" SIGXCPU") ?? false, "\(home.refused)")
        }

        /// If the machine is busy or the worker was stopped, nothing is recorded about the font.
        @Test func earlyTimeoutsAreNotRecorded() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker, timeLimit: .milliseconds(700))
            try await expectRefusal(home.manager(workers), try font("Fault Silence"), code: .registrationFailed)
            #expect(home.refused.isEmpty)
        }

        @Test func aWorkerEndedFromOutsideIsNotTheFonts() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let fonts = home.manager(workers)
            let silent = try font("Fault Silence")
            for round in 1...2 {
                async let refusal: Void = expectRefusal(fonts, silent, code: .registrationFailed)
                #expect(await eventually { workers.inspectionCount == round })
                // Also kills the waiting worker, so that the next batch starts without one.
                #expect(await eventually { home.workers.count == 2 })
                let killed = home.workers
                for process in killed { kill(process, SIGKILL) }
                try await refusal
                // Until then a font is given to the waiting one.
                #expect(await eventually { Set(killed).isDisjoint(with: home.workers) })
            }
            #expect(home.refused.isEmpty)
            #expect(workers.inspectionCount == 2)
            let mate = try await fonts.register(try font("Mate"), scope: .persistent)
            #expect(mate.status == .registered)
        }

        @Test func oneContentIsTriedOnceInABatch() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let killer = try font("Fault SIGSEGV")
            let copies = try (0..<6).map { number in
                let copy = URL(filePath: home.root + "/given/copy\(number).ttf")
                try FileManager.default.copyItem(at: killer, to: copy)
                return copy
            }
            let summary = try await home.manager(workers).register(copies, scope: .persistent).summary()
            #expect(summary.outcomes.allSatisfy { $0.error?.code == .invalidFontData })
            #expect(workers.inspectionCount == 1)
            #expect(home.refused.count == 1)
        }

        @Test func anAtomicBatchWithSuchAFontDoesNothing() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let files = [try font("Mate"), try font("Fault SIGSEGV")]
            let summary = try await home.manager(workers)
                .register(files, scope: .persistent, options: RegistrationOptions(isAtomic: true)).summary()
            #expect(summary.outcomes.map(\.status) == [.skipped, .failed])
            #expect(summary.generation == 0)
            #expect(try await home.user().registered().isEmpty)
        }

        /// If workers are killed at random moments of a batch, each font that was not registered has an error and can
        /// be retried.
        @Test func nothingIsLostWhenWorkersAreKilled() async throws {
            let workers = FontWorkers(program: Programs.worker)
            let fonts = home.manager(workers)
            var killed = 0
            for round in 0..<4 {
                let files = try (0..<40).map { try font("Round \(round) Font \($0)") }
                async let registering = fonts.register(files, scope: .persistent).summary()
                let last = round * 40 + Int.random(in: 10...40)
                _ = eventually(within: .seconds(2)) {
                    guard workers.inspectionCount < last else { return true }
                    if let victim = home.workers.randomElement(), kill(victim, SIGKILL) == 0 { killed += 1 }
                    return false
                }
                let summary = try await registering
                let registered = Set(try await fonts.registered().map(\.file))
                for (outcome, file) in zip(summary.outcomes, files.map { $0.path(percentEncoded: false) }) {
                    #expect(outcome.isSuccess == registered.contains(file), "\(outcome)")
                    if let error = outcome.error { #expect(error.code == .registrationFailed, "\(error)") }
                }
                let missing = summary.outcomes.filter { !$0.isSuccess }.map { URL(filePath: $0.item) }
                if !missing.isEmpty {
                    #expect(try await fonts.register(missing, scope: .persistent).summary().isSuccess)
                }
            }
            #expect(killed > 0)
            #expect(try await fonts.registered().count == 160)
            #expect(home.refused.isEmpty)
            #expect(home.staged.isEmpty)
        }

        @Test(arguments: ["/nonexistent/fontd-worker", "/bin/true"])
        func withoutAWorkerNothingIsRegistered(program: String) async throws {
            let workers = FontWorkers(program: program)
            try await expectRefusal(home.manager(workers), try font("Mate"), code: .registrationFailed)
            #expect(home.refused.isEmpty)
            #expect(workers.inspectionCount == 0)
        }

        /// One worker waits for the next batch for a limited time; none is reused or left behind.
        @Test func workersComeAndGo() async throws {
            let workers = FontWorkers(program: Programs.worker, idleTime: .milliseconds(300))
            let fonts = home.manager(workers)
            workers.prepare()
            #expect(await eventually { workers.waitingProcess != nil })
            let first = workers.waitingProcess
            #expect(try await fonts.register(try font("First"), scope: .persistent).status == .registered)
            #expect(await eventually { workers.waitingProcess != first })
            #expect(await eventually { workers.waitingProcess == nil })
            #expect(await eventually { home.workers.isEmpty })
            #expect(try await fonts.register(try font("Second"), scope: .persistent).status == .registered)
        }
    }
}
