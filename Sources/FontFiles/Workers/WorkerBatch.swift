import FontModel
import Glibc
import Inspection
import Synchronization

/// The workers of one batch: one for each file that is read at the same time, ended with the batch.
final class WorkerBatch: Sendable {
    private let workers: FontWorkers
    private let refused: RefusedContents

    private struct Processes {
        var idle: [WorkerProcess] = []
        /// The workers that read a file now.
        var busy: [WorkerProcess] = []
        var areStopped = false
    }

    private let processes = Mutex(Processes())

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
        return Check(
            file: given, format: try inspect(copy, given: given).format, findings: [stoppedCheck])
    }

    /// Reads all of a copy of a file in a worker.
    ///
    /// If the deep check takes too long, the file is described without one, as no program draws all glyphs.
    /// - Throws: `invalidFontData` (104) if a worker failed on the file now or earlier; `registrationFailed` (301) if no
    ///   worker can be started or another process ended it; `cancelledByUser` (304) if the batch was stopped.
    func examine(_ copy: some FontCopy, given: String) throws(FontError) -> FileExamination {
        try workers.claims.with(copy.sha256) { () throws(FontError) in
            try refused.check(copy.sha256, file: given)
            func answer(_ job: WorkerProtocol.Job, _ limit: Duration) throws(WorkerFailure) -> FileExamination {
                try self.answer(job, copy, within: limit) { bytes throws(MalformedAnswer) in
                    try ExaminationAnswer.decode(bytes, sha256: copy.sha256, size: copy.size, given: given)
                }
            }
            do throws(WorkerFailure) {
                do throws(WorkerFailure) {
                    return try answer(.examination, workers.deepCheckTimeLimit)
                } catch {
                    guard case .file(let reason) = error, ["time", "SIGXCPU"].contains(reason) else { throw error }
                    var described = try answer(.description, workers.timeLimit)
                    described.findings.append(stoppedCheck)
                    return described
                }
            } catch {
                throw failure(error, copy, given: given)
            }
        }
    }

    private var stoppedCheck: FontFinding {
        let limit = workers.deepCheckTimeLimit
        return FontFinding(
            .notConfirmed,
            message:
                "The check was stopped before it was complete: it exceeded the limit of \(limit.secondsText) seconds.")
    }

    /// Ends the workers; files that are read now and later fail with `cancelledByUser` (304), and are not refused.
    func stop() {
        let (busy, idle) = processes.withLock { processes in
            processes.areStopped = true
            defer { processes.idle = [] }
            return (processes.busy, processes.idle)
        }
        for worker in busy { worker.stop() }
        withExtendedLifetime(idle) {}
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
            worker = try take()
        } catch {
            throw .other(error)
        }
        workers.countInspection()
        let ending = worker.answer(
            WorkerProtocol.Request(job, size: copy.size, sha256: copy.sha256), file: file,
            until: .now + timeLimit)
        let isStopped = processes.withLock { processes in
            processes.busy.removeAll { $0 === worker }
            return processes.areStopped
        }
        guard !isStopped else { throw .other(Self.stopped) }
        let bytes = try ending.answer(within: timeLimit, isFileIntact: { copy.isReadable })
        let value: Value
        do throws(MalformedAnswer) {
            value = try decode(bytes)
        } catch {
            throw .file(reason: "answer")
        }
        // The worker is reused only if the next file can have all the processor time that a file may take.
        if worker.processorTime < .seconds(WorkerProtocol.Limits.service) {
            processes.withLock { $0.idle.append(worker) }
        }
        return value
    }

    /// Returns a worker, which is then a busy one.
    private func take() throws(FontError) -> WorkerProcess {
        let kept = processes.withLock { $0.idle.popLast() }
        let worker = if let kept { kept } else { try workers.take() }
        let isStopped = processes.withLock { processes in
            if !processes.areStopped { processes.busy.append(worker) }
            return processes.areStopped
        }
        guard !isStopped else { throw Self.stopped }
        return worker
    }

    private static let stopped = FontError(
        .cancelledByUser, "The files are not read any more, as the work was stopped.")
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
