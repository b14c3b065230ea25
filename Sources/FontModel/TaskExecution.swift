import Synchronization

/// The executor of the tasks that this project's modules start on their own.
///
/// Unstructured tasks do not inherit an executor preference (SE-0417), so each names it:
/// `Task(executorPreference: TaskExecution.executor)`.
package enum TaskExecution {
    private static let preferred = Mutex<(any TaskExecutor)?>(nil)

    /// The executor that the program chose; nil, the default, is Swift's global one.
    package static var executor: (any TaskExecutor)? {
        get { preferred.withLock { $0 } }
        set { preferred.withLock { $0 = newValue } }
    }
}

extension Result {
    /// Creates the result of an asynchronous body, as `Result.init(catching:)` does of a synchronous one.
    package init(catching body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
