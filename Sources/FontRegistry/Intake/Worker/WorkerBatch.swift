import CLinux
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

    /// Has a staged file inspected.
    ///
    /// - Throws: 103, 104, 106 as told by the worker; 104 if the file brought the worker down, now or ever before; 301 if
    ///   no worker can be started or somebody else ended it.
    func inspect(_ staged: StagedFile, given: String) throws(FontError) -> FontInspection {
        try workers.claims.with(staged.sha256) { () throws(FontError) in
            // Again: the same content may have been tried while this one waited.
            try refused.check(staged.sha256, file: given)
            do throws(Verdict) {
                return try tried(staged, given: given)
            } catch {
                switch error {
                case .refused(let reason):
                    throw refused.remember(staged.sha256, reason: reason, file: given)
                case .told(let error):
                    throw error
                }
            }
        }
    }

    /// Why a file is not accepted.
    private enum Verdict: Error {
        /// It brought the worker down: the reason in a word.
        case refused(reason: String)
        case told(FontError)
    }

    private func tried(_ staged: StagedFile, given: String) throws(Verdict) -> FontInspection {
        func told(_ error: FontError) -> Verdict {
            var error = error
            error.file = given
            return .told(error)
        }
        let worker: WorkerProcess
        let file: OwnedDescriptor
        do throws(FontError) {
            file = try OwnedDescriptor(
                clx_open(staged.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0), path: staged.path)
            let kept = idle.withLock { $0.popLast() }
            worker = if let kept { kept } else { try workers.take() }
        } catch {
            throw told(error)
        }
        workers.countInspection()
        let ending = worker.inspect(
            WorkerProtocol.Request(size: staged.size, sha256: staged.sha256), descriptor: file.raw,
            until: .now + workers.timeLimit)
        switch ending {
        case .answered(let bytes):
            let result: InspectionResult
            do throws(MalformedAnswer) {
                result = try InspectionAnswer.decode(
                    bytes, sha256: staged.sha256, size: staged.size, given: given)
            } catch {
                throw .refused(reason: "answer")
            }
            // Another file must have all the processor time that one may take.
            if worker.processorTime < .seconds(WorkerProtocol.Limits.service) {
                idle.withLock { $0.append(worker) }
            }
            return try result.mapError(Verdict.told).get()
        case .misbehaved:
            throw .refused(reason: "answer")
        case .overTime(let processorTime) where processorTime * 10 >= workers.timeLimit:
            throw .refused(reason: "time")
        case .overTime:
            // It has hardly worked: the machine is overburdened or somebody stopped it.
            throw told(.noWorker("the worker had too little of the machine in \(workers.timeLimit)"))
        case .ended(let status):
            guard let reason = Self.fault(status, staged) else {
                throw told(.noWorker("the worker was ended from outside"))
            }
            throw .refused(reason: reason)
        }
    }

    /// What the end of a worker says of the file, in a word; nil if it says nothing of it.
    private static func fault(_ status: Int32, _ staged: StagedFile) -> String? {
        let signal = status & 0x7F
        guard signal != 0 else { return "exit-\((status >> 8) & 0xFF)" }
        guard let name = faults[signal] else { return nil }
        // A page that the disk does not give back ends the worker as well: the bytes are whole, or it was that.
        if signal == SIGBUS, !staged.isReadable { return nil }
        return name
    }

    /// The signals that a process brings upon itself.
    private static let faults: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGFPE: "SIGFPE", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}

extension StagedFile {
    /// Whether the copy still has the bytes that were hashed.
    fileprivate var isReadable: Bool {
        guard let file = try? OwnedDescriptor(clx_open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0), path: path),
            let copied = try? ByteCopy.hash(descriptor: file.raw, path: path)
        else { return false }
        return copied.sha256 == sha256
    }
}
