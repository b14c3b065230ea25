import CLinux
import Foundation
// `environ` is a global variable of C, which this program does not change.
@preconcurrency import Glibc
import Synchronization
import SystemPackage

/// A program of the user's that is asked for consent.
///
/// It receives the question as JSON on its standard input and agrees by exiting with status 0. To agree to a download or to a
/// management request, it must also write the line `download` or `manage`; so a program that was written for
/// registrations, and ignores members that it does not know, does not grant them.
struct ConsentProgram: Sendable {
    /// The program's absolute path and its arguments.
    let command: [String]

    enum Answer: Sendable, Hashable {
        case agreed
        case refused
        /// The timeout has passed, and the program and its process group were killed.
        case tooLate
        case failed(program: String, Errno)
    }

    /// Runs the program on a separate thread, since the answer takes as long as the user does.
    ///
    /// Cancelling the task kills the program.
    ///
    /// - Parameter patience: The timeout, after which the program and its process group are killed.
    func ask(_ question: ConsentQuestion, patience: Duration) async -> Answer {
        let run: Run
        // A memory file and not a pipe, so that this does not have to read while the program writes.
        let output = clx_memfd("answer")
        defer { if output >= 0 { close(output) } }
        do throws(Errno) {
            guard output >= 0 else { throw Errno(rawValue: errno) }
            run = Run(process: try start(question, output))
        } catch {
            return .failed(program: command.first ?? "", error)
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: run.wait(patience)) }
            }
        } onCancel: {
            run.kill()
        }
        guard question.operation != .register, answer == .agreed else { return answer }
        return Self.line(output) == question.operation.rawValue ? .agreed : .refused
    }

    /// Returns the first 64 bytes of a file as text without surrounding whitespace, or nil if it is empty.
    private static func line(_ file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func start(_ question: ConsentQuestion, _ output: Int32) throws(Errno) -> pid_t {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(question) else { throw .invalidArgument }
        // A memory file and not a pipe, so that this does not block if the program does not read.
        let input = clx_memfd("question")
        guard input >= 0 else { throw Errno(rawValue: errno) }
        defer { close(input) }
        do { try FileDescriptor(rawValue: input).writeAll(json + Data("\n".utf8)) } catch {
            throw error as? Errno ?? .ioError
        }
        guard lseek(input, 0, SEEK_SET) == 0 else { throw Errno(rawValue: errno) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        guard let program = command.first else { throw .noSuchFileOrDirectory }
        let problem = posix_spawn(&process, program, &actions, &attributes, arguments, environ)
        guard problem == 0 else { throw Errno(rawValue: problem) }
        return process
    }

    /// One run of the program.
    private final class Run: Sendable {
        private let process: pid_t
        /// Whether the process was reaped, after which its number may be reused.
        private let isOver = Mutex(false)

        init(process: pid_t) { self.process = process }

        /// Kills the program and its process group.
        func kill() {
            isOver.withLock { isOver in
                if !isOver { _ = Glibc.kill(-process, SIGKILL) }
            }
        }

        func wait(_ patience: Duration) -> Answer {
            let end = ContinuousClock.now + patience
            let handle = clx_process_descriptor(process)
            var isLate = handle < 0
            defer { if handle >= 0 { close(handle) } }
            while !isLate {
                var waiting = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
                let left = end - ContinuousClock.now
                let milliseconds = max(
                    0, left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000)
                let count = poll(&waiting, 1, Int32(clamping: milliseconds + 1))
                if count > 0 { break }
                isLate = count == 0 && ContinuousClock.now >= end
            }
            if isLate { kill() }
            // Waits without reaping: until the process is reaped, its number is not reused.
            var information = siginfo_t()
            while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            var status: Int32 = 0
            isOver.withLock { isOver in
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                isOver = true
            }
            return isLate ? .tooLate : status == 0 ? .agreed : .refused
        }
    }
}
