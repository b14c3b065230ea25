import CLinux
import FontModel
import Glibc
import Inspection
import Synchronization
import SystemPackage

/// A worker process as seen by its parent, which connects to it by a socket and does not trust it.
///
/// It is used by one thread at a time.
final class WorkerProcess: Sendable {
    let identifier: pid_t
    private let socket: OpenedFile
    // The descriptor becomes readable when the process ends.
    private let process: OpenedFile
    private let isReaped = Atomic(false)

    /// Starts a worker, which locks itself down while this process continues.
    ///
    /// - Parameter argument: The only argument of the program, such as ``WorkerProtocol/forArchives``; nil for none.
    /// - Throws: `registrationFailed` (301) if it cannot be started.
    init(program: String, argument: String? = nil) throws(FontError) {
        var mine: Int32 = -1
        let identifier = clx_start_served(program, argument, &mine)
        guard identifier > 0 else {
            guard errno != ENOENT else { throw .noWorkerInstalled(program) }
            throw .noWorker(.notStarted, "\(program) cannot be started: \(Errno(rawValue: errno)).")
        }
        self.identifier = identifier
        do throws(FontError) {
            socket = try OpenedFile(mine, path: program)
            process = try OpenedFile(clx_process_descriptor(identifier), path: program)
        } catch {
            Self.end(identifier)
            throw error
        }
    }

    deinit {
        if !isReaped.load(ordering: .relaxed) { Self.end(identifier) }
    }

    /// Kills the process while another thread waits for its answer.
    func stop() { _ = clx_kill_process(process.descriptor) }

    /// Kills a process.
    private static func end(_ identifier: pid_t) {
        kill(identifier, SIGKILL)
        // The caller does not wait while the kernel frees the memory of the process.
        BlockingWork.start {
            while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
        }
    }

    /// Whether the process runs; another process may have ended it.
    var isRunning: Bool { !isReadable(process.descriptor, within: .zero) }

    /// Waits until the worker reports that it is locked down.
    ///
    /// - Throws: `registrationFailed` (301) if the worker does not report this.
    @discardableResult
    func awaitGreeting(until deadline: ContinuousClock.Instant) throws(FontError) -> WorkerProtocol.Greeting {
        let bytes = try? receive(WorkerProtocol.Greeting.length, until: deadline)
        guard let bytes, let greeting = WorkerProtocol.Greeting(encoded: bytes) else {
            throw .noWorker(
                .incompatible, "The worker does not restrict itself, or belongs to another release of fontd.")
        }
        return greeting
    }

    /// The result of a request for one file.
    enum Ending: Sendable, Hashable {
        case answered([UInt8])
        /// The process ended with this status, as returned by `waitpid`.
        case ended(status: Int32)
        /// The worker closed the socket without ending, or its answer is too long.
        case misbehaved
        /// The time limit passed, during which the worker used this processor time.
        case overTime(processorTime: Duration)
    }

    /// Sends a file to be read.
    ///
    /// The worker can be used again only after an answer.
    /// - Parameter file: A file that the worker cannot change.
    func answer(
        _ request: WorkerProtocol.Request, file: OpenedFile, until deadline: ContinuousClock.Instant
    ) -> Ending {
        if request.job.isLong { raiseTimeLimit() }
        return answer(
            [Message(bytes: request.encoded, file: file)], upTo: request.job.answerLength, until: deadline)
    }

    /// A part of a request.
    struct Message {
        /// At least one byte.
        var bytes: [UInt8]
        /// A file that the process cannot change.
        var file: OpenedFile
    }

    /// Sends an archive, and passes on the parts of the reply.
    ///
    /// - Parameter take: Receives a part; returns whether another one follows, and throws to give up the worker.
    func unpack(
        _ request: WorkerProtocol.Request, file: OpenedFile, until deadline: ContinuousClock.Instant,
        _ take: (_ part: [UInt8]) throws(FontError) -> Bool
    ) throws(FontError) -> Ending {
        raiseTimeLimit()
        var message: Message? = Message(bytes: request.encoded, file: file)
        while true {
            let ending = answer(message.map { [$0] } ?? [], upTo: UnpackedPart.length, until: deadline)
            message = nil
            guard case .answered(let part) = ending, try take(part) else { return ending }
        }
    }

    /// Permits as much processor time as for a deep check; if that fails, there is as little as for an inspection.
    func raiseTimeLimit() {
        _ = clx_limit_time(identifier, UInt64(WorkerProtocol.Limits.service + WorkerProtocol.Limits.deepCheckSeconds))
    }

    /// Sends a request and returns its result.
    ///
    /// - Parameter limit: The maximum length of an answer in bytes.
    func answer(
        _ messages: [Message], upTo limit: Int = WorkerProtocol.answerLength, until deadline: ContinuousClock.Instant
    ) -> Ending {
        let before = processorTime
        for message in messages {
            let bytes = message.bytes
            guard clx_send_with_descriptor(socket.descriptor, bytes, bytes.count, message.file.descriptor) == 0 else {
                return ending()
            }
        }
        do throws(Silence) {
            let length = try receive(4, until: deadline).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= limit else { return .misbehaved }
            return .answered(try receive(length, until: deadline))
        } catch {
            switch error {
            case .over: return .overTime(processorTime: processorTime - before)
            case .closed: return ending()
            }
        }
    }

    /// The processor time that the process has used.
    var processorTime: Duration {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: The socket

    /// The reason why no more bytes arrive.
    private enum Silence: Error {
        case over, closed
    }

    private func receive(_ count: Int, until deadline: ContinuousClock.Instant) throws(Silence) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = min(count, 1 << 16)
        while bytes.count < count {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .over }
            guard isReadable(socket.descriptor, within: left) else { continue }
            var received = 0
            let part = [UInt8](unsafeUninitializedCapacity: min(chunk, count - bytes.count)) { buffer, filled in
                received = recv(socket.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
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
        // The timeout is rounded up, as a timeout of zero would cause a busy loop.
        return poll(&entry, 1, Int32(clamping: limit > .zero ? milliseconds + 1 : 0)) > 0
    }

    /// Returns the status of a process that closed its socket.
    private func ending() -> Ending {
        // The process should end within a second, unless it closed the socket and continues.
        guard isReadable(process.descriptor, within: .seconds(1)) else { return .misbehaved }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        isReaped.store(true, ordering: .relaxed)
        return .ended(status: status)
    }
}

extension FontError {
    /// The error for a missing worker program, without which no untrusted file is inspected.
    static func noWorkerInstalled(_ program: String) -> FontError {
        FontError(
            .registrationFailed,
            "The font could not be checked: the installation of fontd is incomplete, \(program) is missing. Reinstall fontd.",
            cause: .worker(.missing))
    }

    /// Returns the error for a file that could not be inspected for a reason other than the file.
    ///
    /// - Parameter reason: The reason as a sentence.
    static func noWorker(_ fault: WorkerFault, _ reason: Message) -> FontError {
        FontError(
            .registrationFailed,
            "The font could not be checked. \(reason) Try again; if the error persists, reinstall fontd.",
            cause: .worker(fault))
    }
}
