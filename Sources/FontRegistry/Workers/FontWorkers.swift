import Dispatch
import FontModel
import Glibc
import Inspection
import Synchronization

/// The processes that read the bytes of untrusted files in place of this one.
///
/// Each serves one batch and has no rights: no files, no network, no bus, little memory and time. A font that brings one
/// down is refused (104), remembered by its hash, and not tried again by anybody. At most one is kept waiting for the
/// next batch, so that nobody waits for its start, and it is given up when none comes.
public final class FontWorkers: Sendable, Hashable {
    /// The program, an absolute path.
    public let program: String
    /// How long one file may take.
    public let timeLimit: Duration
    /// How long the deep check of one file may take.
    public let deepCheckTimeLimit: Duration
    /// How long a process waits for the next batch.
    public let idleTime: Duration

    private struct State {
        var spare: WorkerProcess?
        var isStarting = false
        /// Distinguishes the spares, and with them their ends.
        var number = 0
        var inspections = 0
    }

    private let state = Mutex(State())
    private let timers = DispatchQueue(label: "fontd workers")
    let claims = ContentLocks()

    /// Nothing is started yet.
    ///
    /// - Parameters:
    ///   - program: `fontd-worker`, an absolute path; see ``program(besides:)``.
    ///   - timeLimit: How long one file may take.
    ///   - deepCheckTimeLimit: How long the deep check of one file may take.
    ///   - idleTime: How long a process waits for the next batch.
    public init(
        program: String, timeLimit: Duration = .seconds(10), deepCheckTimeLimit: Duration = .seconds(30),
        idleTime: Duration = .seconds(60)
    ) {
        self.program = program
        self.timeLimit = timeLimit
        self.deepCheckTimeLimit = deepCheckTimeLimit
        self.idleTime = idleTime
    }

    /// Where the worker of a program lies: beside it, else where `make install` puts it; nil if it is in neither place.
    ///
    /// - Parameter executable: The program's own absolute path.
    public static func program(besides executable: String) -> String? {
        guard let slash = executable.lastIndex(of: "/") else { return nil }
        let folder = executable[..<slash]
        return ["\(folder)/fontd-worker", "\(folder)/../libexec/fontd/fontd-worker"].first { access($0, X_OK) == 0 }
    }

    /// Starts a process for the next batch, on another thread; worth calling as soon as a program knows that files come.
    public func prepare() {
        let isNeeded = state.withLock { state in
            guard state.spare == nil, !state.isStarting else { return false }
            state.isStarting = true
            return true
        }
        guard isNeeded else { return }
        BlockingWork.start { self.startSpare() }
    }

    private func startSpare() {
        // Whoever needs one starts it again, and tells why it does not start.
        let worker = try? WorkerProcess(program: program)
        let number = state.withLock { state in
            state.isStarting = false
            state.spare = worker
            state.number += 1
            return state.number
        }
        guard worker != nil else { return }
        timers.asyncAfter(deadline: .now() + DispatchTimeInterval(idleTime)) { [weak self] in
            self?.giveUpSpare(number)
        }
    }

    private func giveUpSpare(_ number: Int) {
        let given: WorkerProcess? = state.withLock { state in
            guard state.number == number else { return nil }
            defer { state.spare = nil }
            return state.spare
        }
        withExtendedLifetime(given) {}
    }

    /// A process that has served nobody, locked in; the next one is started meanwhile.
    ///
    /// - Throws: 301 if none can be started.
    func take() throws(FontError) -> WorkerProcess {
        let spare: WorkerProcess? = state.withLock { state in
            defer { state.spare = nil }
            return state.spare
        }
        // The machine, short of memory, ends what is idle first.
        if let spare, spare.isRunning, (try? greeted(spare)) != nil {
            prepare()
            return spare
        }
        let worker = try WorkerProcess(program: program)
        prepare()
        try greeted(worker)
        return worker
    }

    /// - Throws: 301 if there is no program to start.
    func requireInstalled() throws(FontError) {
        guard access(program, X_OK) == 0 else { throw .noWorkerInstalled(program) }
    }

    @discardableResult
    private func greeted(_ worker: WorkerProcess) throws(FontError) -> WorkerProtocol.Greeting {
        try worker.awaitGreeting(until: .now + max(timeLimit, .seconds(10)))
    }

    // MARK: For tests

    /// How many files were given to processes so far.
    package var inspectionCount: Int { state.withLock { $0.inspections } }

    /// The process that waits for the next batch.
    package var waitingProcess: Int32? { state.withLock { $0.spare?.identifier } }

    func countInspection() { state.withLock { $0.inspections += 1 } }

    // MARK: Identity

    public static func == (left: FontWorkers, right: FontWorkers) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
