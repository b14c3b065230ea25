import FontModel
import FontValidation
import Foundation
import Glibc
import Inspection
import TestSupport
import Testing

@testable import FontRegistry

extension FailingPrograms {
    /// Deep checks of files that others opened, in workers.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct WorkerDeepCheckTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        private func files(_ workers: FontWorkers) -> OpenedFileInspector {
            var context = home.context
            context.workers = workers
            return OpenedFileInspector(context)
        }

        private func given(_ path: String) throws -> (name: String, file: OpenedFile) {
            let handle = try #require(FileHandle(forReadingAtPath: path))
            return (path, try #require(OpenedFile(duplicating: handle.fileDescriptor)))
        }

        private func given(family: String) throws -> (name: String, file: OpenedFile) {
            try given(try home.write(SyntheticFont(family: family), as: family + ".ttf"))
        }

        @Test(arguments: [
            ("SIGSEGV", "SIGSEGV"), ("SIGBUS", "SIGBUS"), ("SIGSYS", "SIGSYS"), ("Memory", "SIGILL|SIGTRAP"),
            ("Nonsense", "answer"), ("Endless", "answer"), ("Exit", "exit-3"),
        ])
        func crashOfACheckIsAFindingAndRefusedAfterwards(kind: String, reason: String) async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let killer = try given(family: "Deep \(kind)")
            let mate = try given(family: "Mate")
            // The inspection alone finds nothing.
            #expect(try await files(workers).inspect(killer.file, name: "killer", for: "test").faces.count == 1)
            let results = try await files(workers).check([mate, killer, mate], as: FileValidation.self, for: "test")
            #expect(results.map(\.isValid) == [true, false, true])
            #expect(results.map(\.file) == [mate.name, killer.name, mate.name])
            #expect(results[1].findings.map(\.kind) == [.checkBroughtDown])
            #expect(results[1].code == 104)
            let line = try #require(home.refused.first)
            #expect(home.refused.count == 1)
            #expect(reason.split(separator: "|").contains { line.hasSuffix(" \($0)") }, "\(line)")

            let fresh = FontWorkers(program: Programs.faultyWorker)
            #expect(
                try await files(fresh).check([killer], as: FileValidation.self, for: "test").first?.findings.map(\.kind)
                    == [
                        .checkBroughtDown
                    ])
            let refusal = await #expect(throws: FontError.self) {
                try await files(fresh).inspect(killer.file, name: "killer", for: "test")
            }
            #expect(refusal?.code == .invalidFontData)
            let registering = await #expect(throws: FontError.self) {
                try await home.manager(fresh).register(URL(filePath: killer.name), scope: .persistent)
            }
            #expect(registering?.code == .invalidFontData)
            #expect(fresh.inspectionCount == 0)
        }

        /// A file whose deep check takes too long is inspected as for a registration instead.
        @Test func slowFontIsInspectedInstead() async throws {
            let slow = try given(family: "Deep Loop")
            func checked() async throws -> (FontWorkers, FileValidation) {
                let workers = FontWorkers(program: Programs.faultyWorker, deepCheckTimeLimit: .milliseconds(250))
                let files = try await files(workers).check([slow], as: FileValidation.self, for: "test")
                return (workers, try #require(files.first))
            }
            var (workers, result) = try await checked()
            // A worker that got less than half of the time proves nothing about its file.
            for _ in 0..<500 where result.findings.map(\.kind) == [.fileUnreadable] {
                (workers, result) = try await checked()
            }
            #expect(result.isValid)
            #expect(result.findings.map(\.kind) == [.notConfirmed])
            #expect(result.format == .trueType)
            #expect(workers.inspectionCount == 2)
            #expect(home.refused.isEmpty)
        }

        /// A deep check has a longer limit of processor time than an inspection, which the kernel enforces.
        @Test func aCheckHasProcessorTimeOfItsOwn() async throws {
            let workers = FontWorkers(program: Programs.faultyWorker)
            let silent = try given(family: "Deep Silence")
            async let results = files(workers).check([silent], as: FileValidation.self, for: "test")
            func limits() -> [String] {
                home.workers.compactMap { try? String(contentsOfFile: "/proc/\($0)/limits", encoding: .utf8) }
            }
            #expect(await eventually { limits().contains { $0.contains(#/Max cpu time +21 +22/#) } })
            for process in home.workers { kill(process, SIGKILL) }
            let findings = try await results.flatMap(\.findings)
            #expect(findings.map(\.kind) == [.fileUnreadable])
            #expect(findings.map(\.code) == [FontError.Code.registrationFailed.rawValue])
            #expect(home.refused.isEmpty)
        }

        /// Many files are copied with as much concurrency as there is room for, and all are inspected.
        @Test func manyAtOnceWaitForRoom() async throws {
            let files = files(FontWorkers(program: Programs.worker))
            let sounds = try (0..<24).map { try given(family: "Sound \($0)") }
            let hashes = try await withThrowingTaskGroup(of: String.self) { group in
                for sound in sounds {
                    group.addTask { try await files.inspect(sound.file, name: sound.name, for: "test").sha256 }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(hashes.count == sounds.count)
        }
    }
}
