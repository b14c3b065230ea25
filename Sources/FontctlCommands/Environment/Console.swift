import Dispatch
import FontModel
import FontRegistry
import Glibc
import SystemPackage

/// Standard output and standard error.
struct Console: Sendable {
    /// The result of a write.
    enum WriteResult: Sendable, Hashable {
        case written
        /// The reader has closed its end.
        case closed
        case failed(Errno)
    }

    var write: @Sendable ([UInt8]) -> WriteResult
    var writeError: @Sendable ([UInt8]) -> Void
    var isOutputTerminal: Bool
    var isErrorTerminal: Bool
    /// Whether only ASCII characters are written, apart from documents such as style sheets.
    var isASCII = false
    /// Returns the width of the terminal on standard error in columns.
    var errorColumns: @Sendable () -> Int
    /// Returns the width of the terminal on standard output in columns.
    var outputColumns: @Sendable () -> Int = { 80 }

    /// The width at which text for people wraps; nil if standard output is not a terminal.
    var textColumns: Int? { isOutputTerminal ? max(20, outputColumns()) : nil }

    /// Returns text with ASCII characters only if others cannot be shown.
    func shown(_ text: [UInt8]) -> [UInt8] { isASCII ? ASCIIText.text(text) : text }

    /// The console of the process.
    static let standard = Console(
        write: { write($0, to: STDOUT_FILENO) }, writeError: { _ = write($0, to: STDERR_FILENO) },
        isOutputTerminal: isatty(STDOUT_FILENO) != 0, isErrorTerminal: isatty(STDERR_FILENO) != 0,
        isASCII: UserFormats.ofProcess.isASCII,
        errorColumns: { columns(STDERR_FILENO) }, outputColumns: { columns(STDOUT_FILENO) })

    private static func columns(_ descriptor: Int32) -> Int {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Asks a question on the terminal and reads a line.
    ///
    /// - Returns: Whether the answer is yes; nil without a terminal.
    static func ask(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return nil }
        _ = write(standard.shown(Array(DisplayText.harmless(question).utf8)), to: STDERR_FILENO)
        return isYes(readLine() ?? "")
    }

    /// Whether an answer means yes: in English, or in the language of the questions.
    static func isYes(_ answer: String) -> Bool {
        ["y", "yes", tr("y"), tr("yes")].contains { $0.lowercased() == answer.lowercased() }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> WriteResult {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Standard output may share an open file description that another program made non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno == EPIPE ? .closed : .failed(Errno(rawValue: errno))
            }
        }
        return .written
    }

    /// Returns a stream that yields once when the reader of standard output has closed its end.
    static func standardOutputClosed() -> AsyncStream<Void> {
        AsyncStream { continuation in
            // Without requested events, poll(2) waits for an error or hang-up. The thread ends with the process.
            DispatchQueue.global(qos: .utility).async {
                var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
                while poll(&output, 1, -1) < 0, errno == EINTR {}
                continuation.yield()
                continuation.finish()
            }
        }
    }
}
