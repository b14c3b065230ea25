import FontModel
import FontRegistry
import Foundation
import Synchronization

/// An installation that runs, with progress and a stop.
package final class InstallRun: Sendable {
    /// A step of an installation.
    package enum Event: Sendable {
        case progress(completed: Int, total: Int)
        /// The last event.
        case finished(InstallReport)
    }

    private struct State {
        var isStopped = false
        var stop: (@Sendable () -> Void)?
    }

    /// The events; one reader.
    package let events: AsyncStream<Event>
    private let state = Mutex(State())

    /// Begins to install what a plan says.
    package init(_ plan: InstallPlan, in library: any FontLibrary) {
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        Task(executorPreference: TaskExecution.executor) { [weak self] in
            var report = InstallReport()
            let batches = Self.batches(of: plan)
            for (number, batch) in batches.enumerated() {
                guard self?.mayGoOn ?? true else {
                    report.wasStopped = true
                    break
                }
                let running = library.register(batch.files, scope: plan.scope, options: batch.options)
                self?.follow(running)
                for await event in running.events {
                    switch event {
                    case .progress(let completed, let total):
                        // Batches after the first one are about fonts that the first one has counted.
                        if number == 0 { sink.yield(.progress(completed: completed, total: total)) }
                    case .finished(let summary): report.add(summary)
                    case .failed(let error): report.fail(error)
                    }
                }
            }
            sink.yield(.finished(report))
            sink.finish()
        }
    }

    /// Ends the installation: what is installed stays, and the rest is not.
    package func stop() {
        let stop = state.withLock { state in
            state.isStopped = true
            return state.stop
        }
        stop?()
    }

    private var mayGoOn: Bool { state.withLock { !$0.isStopped } }

    private func follow(_ batch: LibraryBatch) {
        let isLate = state.withLock { state in
            state.stop = batch.stop
            return state.isStopped
        }
        if isLate { batch.stop() }
    }

    /// Files that are registered with the same options.
    struct Batch {
        var files: [URL]
        var options: RegistrationOptions
    }

    /// Returns the batches of a plan: first all that is given, then the conflicts by their choices.
    static func batches(of plan: InstallPlan) -> [Batch] {
        var options = RegistrationOptions(unwraps: plan.installsWebFonts)
        var batches = [Batch(files: plan.givenFiles, options: options)]
        func add(_ choice: InstallPlan.Choice) {
            let sources = plan.conflicts.filter { $0.choice == choice }.map(\.item.source).unique
            if !sources.isEmpty { batches.append(Batch(files: sources.map { URL(filePath: $0) }, options: options)) }
        }
        options.replaces = true
        // A person who sees that the file is older and replaces nevertheless means it.
        options.allowsDowngrade = true
        add(.replace)
        options = RegistrationOptions(isEnabled: false, unwraps: plan.installsWebFonts)
        add(.installOff)
        return batches
    }
}
