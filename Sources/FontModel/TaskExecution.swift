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
