import FontModel
import Glibc

/// The reason why a worker gave no answer.
enum WorkerFailure: Error {
    /// The file is the cause. The reason is one word: `time`, `answer`, the name of a signal, or `exit-` and a status.
    case file(reason: String)
    /// The file is not the cause.
    case other(FontError)

    /// Returns the sentence for a reason, which follows a sentence on the file.
    static func sentence(_ reason: String) -> Message {
        switch reason {
        case "time", "SIGXCPU": "It took too long."
        case "answer": "The process that read it sent an invalid reply."
        default: "The process that read it crashed (\(reason))."
        }
    }

    /// Returns the error, with one for a file that is the cause.
    func error(ofFile error: (_ reason: String) -> FontError) -> FontError {
        switch self {
        case .file(let reason): error(reason)
        case .other(let other): other
        }
    }

    /// The signals that a process causes itself.
    fileprivate static let signals: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGFPE: "SIGFPE", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}

extension WorkerProcess.Ending {
    /// Returns the answer.
    ///
    /// - Parameters:
    ///   - timeLimit: The time that the worker had.
    ///   - isFileIntact: Whether the file still has its bytes: a read error of the disk also ends a process.
    func answer(
        within timeLimit: Duration, isFileIntact: () -> Bool = { true }
    ) throws(WorkerFailure) -> [UInt8] {
        switch self {
        case .answered(let bytes): return bytes
        case .misbehaved: throw .file(reason: "answer")
        case .overTime(let processorTime) where processorTime * 2 >= timeLimit: throw .file(reason: "time")
        case .overTime:
            // The worker hardly ran: the machine is overloaded, or another process stopped the worker.
            throw .other(
                .noWorker(
                    .timedOut,
                    "The worker did not receive enough processor time within \(timeLimit.secondsText) seconds."))
        case .ended(let status):
            let signal = status & 0x7F
            guard signal != 0 else { throw .file(reason: "exit-\((status >> 8) & 0xFF)") }
            guard let name = WorkerFailure.signals[signal], signal != SIGBUS || isFileIntact() else {
                throw .other(.noWorker(.ended, "Another process killed the worker."))
            }
            throw .file(reason: name)
        }
    }
}
