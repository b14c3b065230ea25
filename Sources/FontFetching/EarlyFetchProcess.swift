import FontFiles
import FontModel
import Synchronization

/// A process that is started before it is known what it fetches, while the program reads its command line.
package final class EarlyFetchProcess: Sendable {
    private typealias Started = Result<FetchProcess, FetchProcess.StartFailure>?

    private let starting: Mutex<PendingResult<Started>?>

    /// - Parameters:
    ///   - program: The path of `fontd-fetch`.
    ///   - isNeeded: Whether something may be fetched; called on another thread.
    package init(program: String, if isNeeded: @escaping @Sendable () -> Bool) {
        let pending = BlockingWork.startForResult { () throws(FontError) -> Started in
            guard isNeeded() else { return nil }
            return Started(Result { () throws(FetchProcess.StartFailure) in try FetchProcess(program: program) })
        }
        starting = Mutex(pending)
    }

    /// A process that nobody took is ended.
    deinit { (try? take())?.end() }

    /// Returns the process, for one that needs it; nil if there is none, or none any more.
    func take() throws(FetchProcess.StartFailure) -> FetchProcess? {
        let pending = starting.withLock { starting in
            defer { starting = nil }
            return starting
        }
        return try (try? pending?.valueIfStarted())??.get()
    }
}
