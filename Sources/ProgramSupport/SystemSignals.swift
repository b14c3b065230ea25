import Dispatch
import Glibc
import Synchronization

/// The signals that ask the program to end, as a stream.
package enum SystemSignals {
    /// Returns a stream of the given signals.
    ///
    /// The second signal ends the process at once; the store remains consistent.
    package static func stream(_ numbers: [Int32]) -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let arrived = Atomic(0)
            let queue = DispatchQueue(label: "fontd signals")
            // After their start the sources are only cancelled, which libdispatch allows from any thread.
            nonisolated(unsafe) let sources = numbers.filter { !isIgnored($0) }.map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    if arrived.add(1, ordering: .relaxed).newValue > 1 { _exit(128 + number) }
                    continuation.yield(number)
                }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in sources.forEach { $0.cancel() } }
        }
    }

    /// Returns whether the program was started with the signal ignored, as shells do for background commands.
    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
