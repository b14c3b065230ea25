import Foundation
import TestSupport
import Testing

@testable import FontRegistry

extension FailingPrograms {
    /// Files that bring down or block the worker that examines them.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct WorkerExaminationTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        private func source(_ family: String) throws -> FontSource {
            .url(URL(filePath: try home.write(SyntheticFont(family: family), as: family + ".ttf")))
        }

        private func examined(_ families: [String], by workers: FontWorkers) async throws -> [FontExamination] {
            var files: [FontExamination] = []
            for try await file in home.manager(workers).examine(try families.map(source)) { files.append(file) }
            return files
        }

        @Test(arguments: ["Fault SIGSEGV", "Fault Nonsense", "Deep SIGSEGV", "Deep Endless", "Deep Exit"])
        func aFileThatBringsDownItsWorkerHasAFinding(_ family: String) async throws {
            let files = try await examined(
                ["Mate 1", family, "Mate 2"], by: FontWorkers(program: Programs.faultyWorker))
            #expect(files.map(\.outcome.status) == [.registered, .failed, .registered])
            #expect(files[1].error?.code == .invalidFontData && files[1].faces.isEmpty)
            #expect(files[1].findings.map(\.kind) == [.checkBroughtDown])
            #expect(files[0].faces.map(\.face.family) == ["Mate 1"] && files[2].faces.map(\.face.family) == ["Mate 2"])
            #expect(home.refused.count == 1)
            let again = try await examined([family], by: FontWorkers(program: Programs.faultyWorker))
            #expect(again.first?.findings.map(\.kind) == [.checkBroughtDown])
            #expect(home.refused.count == 1)
        }

        /// No program draws all glyphs, so that the check need not end.
        @Test func aCheckThatTakesTooLongLeavesTheFacts() async throws {
            func slow() async throws -> FontExamination {
                let workers = FontWorkers(program: Programs.faultyWorker, deepCheckTimeLimit: .milliseconds(250))
                return try #require(try await examined(["Deep Loop"], by: workers).first)
            }
            var file = try await slow()
            // A worker that got less than half of the time proves nothing about its file.
            for _ in 0..<500 where file.findings.map(\.kind) == [.fileUnreadable] { file = try await slow() }
            #expect(file.outcome.status == .registered && file.faces.map(\.face.family) == ["Deep Loop"])
            #expect(file.findings.map(\.kind).contains(.notConfirmed))
            #expect(home.refused.isEmpty)
        }

        /// A worker that hangs does not hold up a cancelled task, and its file is not refused for that.
        @Test func cancellationEndsAWorkerThatHangs() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker, deepCheckTimeLimit: .seconds(3_600))
            let examinations = home.manager(workers).examine([try source("Deep Silence")])
            let task = Task {
                var count = 0
                for try await _ in examinations { count += 1 }
                return count
            }
            // The first reading is that of the dry run.
            #expect(await eventually { workers.inspectionCount == 2 })
            task.cancel()
            #expect(try await task.value == 0)
            #expect(home.refused.isEmpty)
        }

        @Test func withoutTheWorkerNothingIsRead() async throws {
            let missing = FontWorkers(program: home.root + "/no-worker")
            let files = try await examined(["Unread"], by: missing)
            #expect(files.map(\.outcome.error?.code) == [.registrationFailed])
            #expect(files.first?.outcome.error?.cause == .worker(.missing))
            #expect(files.first?.faces.isEmpty == true)
        }
    }
}
