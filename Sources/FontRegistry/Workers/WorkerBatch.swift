import FontModel
import Glibc
import Inspection
import Synchronization

/// The workers of one batch: as many as its files are read at once, gone with it.
final class WorkerBatch: Sendable {
    private let workers: FontWorkers
    private let refused: RefusedContents
    private let idle = Mutex<[WorkerProcess]>([])

    init(_ workers: FontWorkers, refused: RefusedContents) {
        self.workers = workers
        self.refused = refused
    }

    /// Has a copy of a file inspected.
    ///
    /// - Throws: 103, 104, 106 as told by the worker; 104 if the file brought the worker down, now or ever before; 301 if
    ///   no worker can be started or somebody else ended it.
    func inspect(_ copy: some FontCopy, given: String) throws(FontError) -> FontInspection {
        try workers.claims.with(copy.sha256) { () throws(FontError) in
            // Again: the same content may have been tried while this one waited.
            try refused.check(copy.sha256, file: given)
            let result: InspectionResult
            do throws(Verdict) {
                result = try answer(.inspection, copy, within: workers.timeLimit) { bytes throws(MalformedAnswer) in
                    try InspectionAnswer.decode(bytes, sha256: copy.sha256, size: copy.size, given: given)
                }
            } catch {
                throw failure(error, copy, given: given)
            }
            return try result.get()
        }
    }

    /// Has a copy of a file checked deeply.
    ///
    /// What takes too long is inspected as for a registration: to check all glyphs is more than anybody else does.
    /// - Throws: 104 if the file brought the worker down, now or ever before; 301 if no worker can be started or somebody
    ///   else ended it; of what takes too long also what an inspection throws.
    func check(_ copy: some FontCopy, given: String) throws(FontError) -> DeepCheck {
        let check = try workers.claims.with(copy.sha256) { () throws(FontError) -> DeepCheck? in
            try refused.check(copy.sha256, file: given)
            do throws(Verdict) {
                return try answer(.deepCheck, copy, within: workers.deepCheckTimeLimit) {
                    bytes throws(MalformedAnswer) in try DeepCheckAnswer.decode(bytes, size: copy.size)
                }
            } catch {
                if error.isOverTime { return nil }
                throw failure(error, copy, given: given)
            }
        }
        if let check { return check }
        let message = "The check was ended before it was done: it takes longer than \(workers.deepCheckTimeLimit)."
        return DeepCheck(
            format: try inspect(copy, given: given).format,
            findings: [FontFinding(.notConfirmed, message: message)])
    }

    /// Why there is no answer.
    private enum Verdict: Error {
        /// The file brought the worker down: the reason in a word.
        case refused(reason: String)
        case told(FontError)

        var isOverTime: Bool {
            if case .refused(let reason) = self { reason == "time" || reason == "SIGXCPU" } else { false }
        }
    }

    /// Returns the error for a missing answer; remembers a file that brought its worker down.
    private func failure(_ verdict: Verdict, _ copy: some FontCopy, given: String) -> FontError {
        switch verdict {
        case .refused(let reason): return refused.remember(copy.sha256, reason: reason, file: given)
        case .told(var error):
            error.file = given
            return error
        }
    }

    private func answer<Value>(
        _ task: WorkerProtocol.Task, _ copy: some FontCopy, within timeLimit: Duration,
        decode: (_ bytes: [UInt8]) throws(MalformedAnswer) -> Value
    ) throws(Verdict) -> Value {
        let worker: WorkerProcess
        let file: OwnedDescriptor
        do throws(FontError) {
            file = try copy.open()
            let kept = idle.withLock { $0.popLast() }
            worker = if let kept { kept } else { try workers.take() }
        } catch {
            throw .told(error)
        }
        workers.countInspection()
        let ending = worker.answer(
            WorkerProtocol.Request(task, size: copy.size, sha256: copy.sha256), descriptor: file.raw,
            until: .now + timeLimit)
        switch ending {
        case .answered(let bytes):
            let value: Value
            do throws(MalformedAnswer) {
                value = try decode(bytes)
            } catch {
                throw .refused(reason: "answer")
            }
            // Another file must have all the processor time that one may take.
            if worker.processorTime < .seconds(WorkerProtocol.Limits.service) {
                idle.withLock { $0.append(worker) }
            }
            return value
        case .misbehaved:
            throw .refused(reason: "answer")
        case .overTime(let processorTime) where processorTime * 2 >= timeLimit:
            throw .refused(reason: "time")
        case .overTime:
            // It has hardly worked: the machine is overburdened or somebody stopped it.
            throw .told(.noWorker("the worker had too little of the machine in \(timeLimit)"))
        case .ended(let status):
            guard let reason = Self.fault(status, copy) else {
                throw .told(.noWorker("the worker was ended from outside"))
            }
            throw .refused(reason: reason)
        }
    }

    /// What the end of a worker says of the file, in a word; nil if it says nothing of it.
    private static func fault(_ status: Int32, _ copy: some FontCopy) -> String? {
        let signal = status & 0x7F
        guard signal != 0 else { return "exit-\((status >> 8) & 0xFF)" }
        guard let name = faults[signal] else { return nil }
        // A page that the disk does not give back ends the worker as well: the bytes are whole, or it was that.
        if signal == SIGBUS, !copy.isReadable { return nil }
        return name
    }

    /// The signals that a process brings upon itself.
    private static let faults: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGFPE: "SIGFPE", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}

extension FontCopy {
    /// Whether the copy still has the bytes that were hashed.
    fileprivate var isReadable: Bool {
        guard let file = try? open(), let copied = try? ByteCopy.hash(descriptor: file.raw, path: path) else {
            return false
        }
        return copied.sha256 == sha256
    }
}
