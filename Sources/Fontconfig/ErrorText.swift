import CFontconfig
import Glibc
import Synchronization

/// The messages that fontconfig prints to the C library's stream of standard error.
///
/// The stream is exchanged, not the descriptor, so that only C code that prints to the stream meanwhile is affected, and
/// its text is passed on.
final class ErrorText: @unchecked Sendable {
    // Sendable: the pointers never change, and the lock guards what they point to.
    static let shared = ErrorText()

    private let lock = Mutex(())
    private let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
    private let size = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    /// A stream into memory, which is never closed: another thread may still write to it.
    private let memory: UnsafeMutablePointer<FILE>?

    private init() {
        text.initialize(to: nil)
        size.initialize(to: 0)
        memory = open_memstream(text, size)
    }

    /// Returns the lines that fontconfig prints while a function runs; empty if there is no memory for them.
    func lines(printedBy body: () -> Void) -> [Substring] {
        guard let memory else {
            body()
            return []
        }
        return lock.withLock { _ in
            fseeko(memory, 0, SEEK_SET)
            let former = cfc_exchange_stderr(memory)
            body()
            cfc_exchange_stderr(former)
            fflush(memory)
            guard let start = text.pointee else { return [] }
            let bytes = UnsafeRawBufferPointer(start: start, count: size.pointee)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            for line in lines where !line.hasPrefix("Fontconfig ") { fputs(line + "\n", former) }
            return lines.filter { $0.hasPrefix("Fontconfig ") }
        }
    }
}
