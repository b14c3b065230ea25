import Dispatch
import FontModel
import Foundation
import Glibc
import Synchronization

/// The worker processes that read the bytes of untrusted files.
///
/// Each worker serves one batch and has no rights: no files, no network, no bus, little memory and time. A font on
/// which one fails is refused with ``FontError/Code/invalidFontData`` (104), recorded by its hash, and not tried again
/// by any process. At most one worker is kept idle, so that the next batch need not wait for its start; it is ended if
/// no batch arrives.
package final class FontWorkers: Sendable, Hashable {
    /// The absolute path of `fontd-worker`; see ``program(_:besides:)``.
    package let program: String
    /// The time limit for the inspection of one file.
    package let timeLimit: Duration
    /// The time limit for the deep check of one file.
    package let deepCheckTimeLimit: Duration
    /// The time that a worker waits for the next batch.
    package let idleTime: Duration

    private struct State {
        var spare: WorkerProcess?
        var isStarting = false
        /// The number of the current spare worker, which its timer compares.
        var number = 0
        var inspections = 0
    }

    private let state = Mutex(State())
    private let timers = DispatchQueue(label: "fontd workers")
    let claims = ContentLocks()

    /// Creates a pool without starting a process.
    package init(
        program: String, timeLimit: Duration = .seconds(10), deepCheckTimeLimit: Duration = .seconds(30),
        idleTime: Duration = .seconds(60)
    ) {
        self.program = program
        self.timeLimit = timeLimit
        self.deepCheckTimeLimit = deepCheckTimeLimit
        self.idleTime = idleTime
    }

    /// Returns the path of a helper in the folder of a program, or else where `make install` puts it; nil if it is in
    /// neither.
    ///
    /// - Parameters:
    ///   - name: The name of the helper.
    ///   - executable: The absolute path of the program.
    package static func program(_ name: String = "fontd-worker", besides executable: String) -> String? {
        guard let slash = executable.lastIndex(of: "/") else { return nil }
        let folder = executable[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/fontd/\(name)"].first { access($0, X_OK) == 0 }
    }

    /// The workers of this process with the installed program; nil if it is not installed.
    static let ofProcess = installedProgram.map { FontWorkers(program: $0) }

    /// The program beside this one, or else the installed one; nil if there is none.
    static let installedProgram = installed("fontd-worker")

    /// The program that draws fonts, beside this one, or else the installed one; nil if there is none.
    package static let installedDrawingProgram = installed("fontd-preview")

    /// The program that fetches files, beside this one, or else the installed one; nil if there is none.
    package static let installedFetchProgram = installed("fontd-fetch")

    private static func installed(_ name: String) -> String? {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return executable.flatMap { program(name, besides: $0) }
            ?? ["/usr/local", "/usr"].map { "\($0)/libexec/fontd/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a worker for the next batch on another thread.
    ///
    /// Call this as soon as the program expects files.
    package func prepare() {
        let isNeeded = state.withLock { state in
            guard state.spare == nil, !state.isStarting else { return false }
            state.isStarting = true
            return true
        }
        guard isNeeded else { return }
        BlockingWork.start { [self] in
            // If the start fails, the next use tries again and reports the error.
            let worker = try? WorkerProcess(program: program)
            let number = state.withLock { state in
                state.isStarting = false
                state.spare = worker
                state.number += 1
                return state.number
            }
            guard worker != nil else { return }
            timers.asyncAfter(deadline: .now() + DispatchTimeInterval(idleTime)) { [weak self] in
                // The process is ended outside of the lock.
                _ = self?.state.withLock { $0.number == number ? $0.spare.take() : nil }
            }
        }
    }

    /// Returns a locked-down worker that has served no batch, and starts the next one meanwhile.
    ///
    /// - Throws: `registrationFailed` (301) if no worker can be started.
    func take() throws(FontError) -> WorkerProcess {
        let spare = state.withLock { $0.spare.take() }
        // The kernel may have ended the idle worker for lack of memory.
        let greetingTime = max(timeLimit, .seconds(10))
        if let spare, spare.isRunning, (try? spare.awaitGreeting(until: .now + greetingTime)) != nil {
            prepare()
            return spare
        }
        let worker = try WorkerProcess(program: program)
        prepare()
        try worker.awaitGreeting(until: .now + greetingTime)
        return worker
    }

    // MARK: For tests

    /// The number of files that were sent to workers so far.
    package var inspectionCount: Int { state.withLock { $0.inspections } }

    /// The process id of the worker that waits for the next batch.
    package var waitingProcess: Int32? { state.withLock { $0.spare?.identifier } }

    func countInspection() { state.withLock { $0.inspections += 1 } }

    // MARK: Identity

    package static func == (left: FontWorkers, right: FontWorkers) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
