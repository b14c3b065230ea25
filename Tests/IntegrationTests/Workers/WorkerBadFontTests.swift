import FontModel
import FontRegistry
import Foundation
import Inspection
import TestSupport
import Testing

@testable import FontFiles
@testable import FontStore

extension FailingPrograms {
    /// Workers give hostile files the same results as reading them directly (docs/reliability.md, R1, R3 and R5).
    @Suite(
        .enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."),
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct WorkerBadFontTests {
        @Test func everyVerdictIsTheDirectPaths() async throws {
            let (direct, served) = (try PrivateHome(), try PrivateHome())
            let files = BadFont.all.map { URL(filePath: $0.path) }
            let workers = FontWorkers(program: Programs.worker)
            let expected = try await direct.manager().register(files, scope: .persistent).summary()
            let summary = try await served.manager(workers).register(files, scope: .persistent).summary()
            #expect(summary.outcomes.count == files.count)
            for (outcome, expected) in zip(summary.outcomes, expected.outcomes) {
                #expect(outcome.status == expected.status, "\(outcome.item): \(outcome)")
                #expect(outcome.error?.code == expected.error?.code, "\(outcome.item): \(outcome)")
                #expect(outcome.error?.message == expected.error?.message, "\(outcome.item)")
                #expect(outcome.error?.cause == expected.error?.cause, "\(outcome.item)")
                #expect(outcome.error?.faceIndex == expected.error?.faceIndex, "\(outcome.item)")
                #expect(outcome.registration?.faces == expected.registration?.faces, "\(outcome.item)")
            }
            #expect(served.refused.isEmpty)
            // Archives are unpacked by workers of their own.
            #expect(workers.inspectionCount == BadFont.all.count { !$0.isArchive })
            #expect(try await served.user().diagnose(repair: false).findings.isEmpty)
        }

        /// The memory of a worker is bounded, even for a collection with more faces than any real one.
        @Test func memoryIsBounded() throws {
            let home = try PrivateHome()
            var paths = BadFont.all.map(\.path)
            paths.append(try home.write(SyntheticCollection.faces(400, family: "Many").build(), as: "many.ttc"))
            let staging = try StagingArea(paths: home.paths)
            var worker: WorkerProcess?
            var (answers, peak) = (0, 0)
            for path in paths {
                let staged = try staging.stage(try SourceFile(opening: path))
                if worker?.processorTime ?? .seconds(9) > .seconds(WorkerProtocol.Limits.service) {
                    worker = try WorkerProcess(program: Programs.worker)
                    _ = try worker?.awaitGreeting(until: .now + .seconds(120))
                }
                let process = try #require(worker)
                let ending = process.answer(
                    WorkerProtocol.Request(.inspection, size: staged.size, sha256: staged.sha256),
                    file: try staged.open(), until: .now + .seconds(120))
                guard case .answered = ending else {
                    Issue.record("\(path): \(ending)")
                    worker = nil
                    continue
                }
                answers += 1
                // "VmHWM: 1234 kB", the largest resident size so far.
                let most = try #require(Programs.status(of: process.identifier, "VmHWM")?.split(separator: " ").first)
                peak = max(peak, try #require(Int(most)))
            }
            #expect(answers == paths.count)
            #expect(peak > 1_000 && peak <= 256 * 1_024, "\(peak) kB")
        }
    }
}
