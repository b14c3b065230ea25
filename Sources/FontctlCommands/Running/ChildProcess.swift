import Dispatch
// `environ` is a global variable of C, which this program does not change.
@preconcurrency import Glibc
import ProgramSupport
import Synchronization
import SystemPackage

/// A program that runs in the foreground until it ends, as with `env`.
enum ChildProcess {
    /// Returns the process's environment variables, byte for byte.
    static func inheritedEnvironment() -> [[CChar]] {
        var variables: [[CChar]] = []
        var entry = environ
        while let text = entry.pointee {
            variables.append(Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1)))
            entry += 1
        }
        return variables
    }

    /// Runs a program, which is searched for in `PATH`, and waits for its end.
    ///
    /// Signals from the terminal reach the child directly; signals to this process alone are forwarded.
    ///
    /// - Parameters:
    ///   - environment: The environment as `NAME=value`.
    ///   - variables: The variables to add to the environment, or to replace in it.
    ///   - inherited: A descriptor that the child inherits in addition to the standard streams.
    /// - Returns: The exit status, or 128 plus the signal's number if a signal ended the child.
    static func run(
        _ command: [String], environment: [[CChar]], setting variables: [String: String],
        inheriting inherited: FileDescriptor
    ) async throws(Errno) -> Int32 {
        let fromTerminal = [SIGINT, SIGQUIT].filter { !SystemSignals.isIgnored($0) }
        let passedOn = [SIGTERM, SIGHUP].filter { !SystemSignals.isIgnored($0) }
        for number in fromTerminal { signal(number, SIG_IGN) }
        defer { for number in fromTerminal { signal(number, SIG_DFL) } }
        let kept = environment.filter { entry in
            !variables.keys.contains { entry.starts(with: "\($0)=".utf8.map { CChar(bitPattern: $0) }) }
        }
        let set = variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8CString) }
        // Before the child is started, since a signal that arrives at its start would otherwise end only this process.
        let receiver = Receiver()
        var sources: [any DispatchSourceSignal] = []
        for number in passedOn { sources.append(await pass(number, to: receiver)) }
        let child: pid_t
        do throws(Errno) {
            child = try start(
                command.map { Array($0.utf8CString) }, environment: kept + set,
                defaultSignals: fromTerminal + passedOn + [SIGPIPE], inheriting: inherited)
        } catch {
            sources.forEach { $0.cancel() }
            throw error
        }
        receiver.set(child)
        await ended(child)
        // Before the child is reaped, since its number may be reused afterwards.
        sources.forEach { $0.cancel() }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Returns whether there is a file for a command.
    ///
    /// Like a shell, this ignores folders in `PATH` that cannot be searched.
    static func isFound(_ command: String) -> Bool {
        if command.contains("/") { return true }
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":", omittingEmptySubsequences: false).contains { folder in
            access((folder.isEmpty ? "." : folder) + "/" + command, F_OK) == 0
        }
    }

    /// Starts to forward a signal.
    private static func pass(_ number: Int32, to receiver: Receiver) async -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { receiver.send(number) }
        await withCheckedContinuation { continuation in
            source.setRegistrationHandler { continuation.resume() }
            source.resume()
        }
        return source
    }

    /// The child that receives forwarded signals; signals that arrive before it exists are delivered once it does.
    private final class Receiver: Sendable {
        private let state = Mutex<(child: pid_t?, waiting: [Int32])>((nil, []))

        func set(_ child: pid_t) {
            state.withLock { state in
                for number in state.waiting { kill(child, number) }
                state = (child, [])
            }
        }

        func send(_ number: Int32) {
            state.withLock { state in
                if let child = state.child { kill(child, number) } else { state.waiting.append(number) }
            }
        }
    }

    private static func ended(_ child: pid_t) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var information = siginfo_t()
                while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    private static func start(
        _ arguments: [[CChar]], environment: [[CChar]], defaultSignals: [Int32], inheriting inherited: FileDescriptor
    ) throws(Errno) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in defaultSignals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Duplicating a descriptor onto itself clears its close-on-exec flag in the child.
        posix_spawn_file_actions_adddup2(&actions, inherited.rawValue, inherited.rawValue)
        let argumentCopies = arguments.map { strdup($0) } + [nil]
        let environmentCopies = environment.map { strdup($0) } + [nil]
        defer { (argumentCopies + environmentCopies).forEach { free($0) } }
        var child: pid_t = 0
        guard let program = argumentCopies.first.flatMap(\.self) else { throw .noSuchFileOrDirectory }
        let problem = posix_spawnp(&child, program, &actions, &attributes, argumentCopies, environmentCopies)
        guard problem == 0 else { throw Errno(rawValue: problem) }
        return child
    }
}
