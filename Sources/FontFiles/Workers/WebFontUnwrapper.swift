import FontModel
import Inspection
import Synchronization

/// The unwrapping of files packed for the web (WOFF, WOFF2), in workers of one batch.
///
/// The resulting fonts are not trusted: they are checked like any other file.
package final class WebFontUnwrapper: Sendable {
    /// The time limit for one file.
    private static let timeLimit = Duration.seconds(10)

    /// The absolute path of `fontd-worker`; nil if it is not installed.
    private let program: String?
    private let idle = Mutex<[WorkerProcess]>([])

    /// - Parameter program: The absolute path of `fontd-worker`; nil for the one beside this program, or else the
    ///   installed one.
    package init(program: String? = nil) {
        self.program = program ?? FontWorkers.installedProgram
    }

    /// Returns the font in a packed file.
    ///
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106);
    ///   `registrationFailed` (301) if there is no worker or another process ended it.
    func font(in file: SealedMemory, given: String) throws(FontError) -> [UInt8] {
        guard let program else { throw .noWorkerInstalled("fontd-worker") }
        let worker: WorkerProcess
        if let kept = idle.withLock({ $0.popLast() }) {
            worker = kept
        } else {
            worker = try WorkerProcess(program: program)
            try worker.awaitGreeting(until: .now + Self.timeLimit)
        }
        let request = WorkerProtocol.Request(.unwrapping, size: file.contents.bytes.count, sha256: file.sha256)
        let result: Result<[UInt8], FontError>
        do throws(WorkerFailure) {
            let ending = worker.answer(request, file: file.file, until: .now + Self.timeLimit)
            let bytes = try ending.answer(within: Self.timeLimit)
            guard let decoded = try? UnwrappingAnswer.decode(bytes) else { throw .file(reason: "answer") }
            result = decoded
        } catch {
            throw error.error { reason in
                FontError(
                    .invalidFontData,
                    "The web font could not be unwrapped. \(WorkerFailure.sentence(reason)) Download the file again.",
                    file: given)
            }
        }
        if worker.processorTime < .seconds(WorkerProtocol.Limits.service) { idle.withLock { $0.append(worker) } }
        do throws(FontError) {
            return try result.get()
        } catch {
            throw error.of(given)
        }
    }
}
