import CLinux
import FontModel
import Glibc
import Inspection
import Synchronization

/// A worker as its starter sees it: a process at the other end of a socket, of which nothing is believed.
///
/// Used by one thread at a time.
final class WorkerProcess: Sendable {
    let identifier: pid_t
    private let socket: OwnedDescriptor
    // Readable when the process has ended.
    private let process: OwnedDescriptor
    private let isReaped = Atomic(false)

    /// Starts a worker; it locks itself in while its starter goes on.
    ///
    /// - Throws: 301 if it cannot be started.
    init(program: String) throws(FontError) {
        var mine: Int32 = -1
        let identifier = clx_start_served(program, &mine)
        guard identifier > 0 else {
            guard errno != ENOENT else { throw .noWorkerInstalled(program) }
            throw .noWorker("\(program) cannot be started: \(String(cString: strerror(errno)))")
        }
        self.identifier = identifier
        do throws(FontError) {
            socket = try OwnedDescriptor(mine, path: program)
            process = try OwnedDescriptor(clx_process_descriptor(identifier), path: program)
        } catch {
            Self.end(identifier)
            throw error
        }
    }

    deinit {
        if !isReaped.load(ordering: .relaxed) { Self.end(identifier) }
    }

    /// Ends a process, whatever it is doing.
    private static func end(_ identifier: pid_t) {
        kill(identifier, SIGKILL)
        // Nobody waits while the kernel takes its memory back.
        BlockingWork.start {
            while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
        }
    }

    /// Whether the process runs: it may have been ended from outside.
    var isRunning: Bool { !isReadable(process.raw, within: .zero) }

    /// Waits until the worker says that it is locked in.
    ///
    /// - Throws: 301 if it says nothing of the kind.
    func awaitGreeting(until deadline: ContinuousClock.Instant) throws(FontError) -> WorkerProtocol.Greeting {
        let bytes = try? receive(WorkerProtocol.Greeting.length, until: deadline)
        guard let bytes, let greeting = WorkerProtocol.Greeting(encoded: bytes) else {
            throw .noWorker("the worker does not lock itself in, or belongs to another release of fontd")
        }
        return greeting
    }

    /// What became of one file.
    enum Ending: Sendable, Hashable {
        case answered([UInt8])
        /// The process is gone, with its status as `waitpid` gives it.
        case ended(status: Int32)
        /// It closed its end and went on, or said more than there is to say.
        case misbehaved
        /// The time is over, of which it has spent so much at work.
        case overTime(processorTime: Duration)
    }

    /// Has a file inspected or checked.
    ///
    /// After anything but an answer the worker is of no more use.
    /// - Parameter descriptor: Of what the worker cannot change.
    func answer(
        _ request: WorkerProtocol.Request, descriptor: Int32, until deadline: ContinuousClock.Instant
    ) -> Ending {
        let before = processorTime
        if request.task == .deepCheck {
            // Where that is forbidden, a check has as little as an inspection.
            _ = clx_limit_time(
                identifier, UInt64(WorkerProtocol.Limits.service + WorkerProtocol.Limits.deepCheckSeconds))
        }
        let bytes = request.encoded
        guard clx_send_with_descriptor(socket.raw, bytes, bytes.count, descriptor) == 0 else { return ending() }
        do throws(Silence) {
            let length = try receive(4, until: deadline).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= WorkerProtocol.answerLength else { return .misbehaved }
            return .answered(try receive(length, until: deadline))
        } catch {
            switch error {
            case .over: return .overTime(processorTime: processorTime - before)
            case .closed: return ending()
            }
        }
    }

    /// What the process has worked in all.
    var processorTime: Duration {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: The socket

    /// Why nothing more comes.
    private enum Silence: Error {
        case over, closed
    }

    private func receive(_ count: Int, until deadline: ContinuousClock.Instant) throws(Silence) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = min(count, 1 << 16)
        while bytes.count < count {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .over }
            guard isReadable(socket.raw, within: left) else { continue }
            var received = 0
            let part = [UInt8](unsafeUninitializedCapacity: min(chunk, count - bytes.count)) { buffer, filled in
                received = recv(socket.raw, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                filled = max(0, received)
            }
            if received < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard received > 0 else { throw .closed }
            bytes += part
        }
        return bytes
    }

    private func isReadable(_ descriptor: Int32, within limit: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
        // Rounded up: a wait of nothing would be a busy one.
        return poll(&entry, 1, Int32(clamping: limit > .zero ? milliseconds + 1 : 0)) > 0
    }

    /// How the process ended that has closed its end.
    private func ending() -> Ending {
        // A moment: it is on its way out, unless it closed the socket to stay.
        guard isReadable(process.raw, within: .seconds(1)) else { return .misbehaved }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        isReaped.store(true, ordering: .relaxed)
        return .ended(status: status)
    }
}

extension FontError {
    /// There is no worker, and without one no file from others is looked at.
    static func noWorkerInstalled(_ program: String) -> FontError {
        FontError(
            .registrationFailed,
            "The font could not be checked: the installation of fontd is incomplete, \(program) is missing. Install fontd anew."
        )
    }

    /// A file could not be inspected, for a reason that is not its own.
    static func noWorker(_ reason: String) -> FontError {
        FontError(
            .registrationFailed,
            "The font could not be checked: \(reason). Try again; if it stays so, install fontd anew.")
    }
}
