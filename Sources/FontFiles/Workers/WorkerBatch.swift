import FontModel
import Glibc
import Inspection
import Synchronization

/// The workers of one batch: one for each file that is read at the same time, ended with the batch.
final class WorkerBatch: Sendable {
    private let workers: FontWorkers
    private let refused: RefusedContents
    private let idle = Mutex<[WorkerProcess]>([])

    init(_ workers: FontWorkers, refused: RefusedContents) {
        self.workers = workers
        self.refused = refused
    }

    /// Inspects a copy of a file in a worker.
    ///
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106) as reported by
    ///   the worker; `invalidFontData` (104) if a worker failed on the file now or earlier; `registrationFailed` (301)
    ///   if no worker can be started or another process ended it.
    func inspect(_ copy: some FontCopy, given: String) throws(FontError) -> FontInspection {
        try workers.claims.with(copy.sha256) { () throws(FontError) in
            // This is checked again, as a worker may have failed on the same content while this thread waited.
            try refused.check(copy.sha256, file: given)
            let result: InspectionResult
            do throws(WorkerFailure) {
                result = try answer(.inspection, copy, within: workers.timeLimit) { bytes throws(MalformedAnswer) in
                    try InspectionAnswer.decode(bytes, sha256: copy.sha256, size: copy.size, given: given)
                }
            } catch {
                throw failure(error, copy, given: given)
            }
            return try result.get()
        }
    }

    /// Checks a copy of a file deeply in a worker.
    ///
    /// If the deep check takes too long, the file is inspected as for a registration, since no program draws all
    /// glyphs.
    /// - Throws: `invalidFontData` (104) if a worker failed on the file now or earlier; `registrationFailed` (301) if
    ///   no worker can be started or another process ended it; after a timeout, also the errors of an inspection.
    func check<Check: DeepChecking>(_ copy: some FontCopy, given: String) throws(FontError) -> Check {
        let check = try workers.claims.with(copy.sha256) { () throws(FontError) -> Check? in
            try refused.check(copy.sha256, file: given)
            do throws(WorkerFailure) {
                return try answer(.deepCheck, copy, within: workers.deepCheckTimeLimit) {
                    bytes throws(MalformedAnswer) in try Check(decoding: bytes, file: given, size: copy.size)
                }
            } catch {
                if case .file(let reason) = error, ["time", "SIGXCPU"].contains(reason) { return nil }
                throw failure(error, copy, given: given)
            }
        }
        if let check { return check }
        let message =
            "The check was stopped before it was complete: it exceeded the limit of \(workers.deepCheckTimeLimit)."
        return Check(
            file: given, format: try inspect(copy, given: given).format,
            findings: [FontFinding(.notConfirmed, message: message)])
    }

    /// Returns the error for a missing answer, and records a file on which its worker failed.
    private func failure(_ failure: WorkerFailure, _ copy: some FontCopy, given: String) -> FontError {
        failure.error { refused.remember(copy.sha256, reason: $0, file: given) }.of(given)
    }

    private func answer<Value>(
        _ job: WorkerProtocol.Job, _ copy: some FontCopy, within timeLimit: Duration,
        decode: (_ bytes: [UInt8]) throws(MalformedAnswer) -> Value
    ) throws(WorkerFailure) -> Value {
        let worker: WorkerProcess
        let file: OpenedFile
        do throws(FontError) {
            file = try copy.open()
            let kept = idle.withLock { $0.popLast() }
            worker = if let kept { kept } else { try workers.take() }
        } catch {
            throw .other(error)
        }
        workers.countInspection()
        let ending = worker.answer(
            WorkerProtocol.Request(job, size: copy.size, sha256: copy.sha256), file: file,
            until: .now + timeLimit)
        let bytes = try ending.answer(within: timeLimit, isFileIntact: { copy.isReadable })
        let value: Value
        do throws(MalformedAnswer) {
            value = try decode(bytes)
        } catch {
            throw .file(reason: "answer")
        }
        // The worker is reused only if the next file can have all the processor time that a file may take.
        if worker.processorTime < .seconds(WorkerProtocol.Limits.service) {
            idle.withLock { $0.append(worker) }
        }
        return value
    }
}

extension FontCopy {
    /// Whether the copy still has the bytes that were hashed.
    fileprivate var isReadable: Bool {
        guard let file = try? open(), let copied = try? ByteCopy.hash(descriptor: file.descriptor, path: path) else {
            return false
        }
        return copied.sha256 == sha256
    }
}
