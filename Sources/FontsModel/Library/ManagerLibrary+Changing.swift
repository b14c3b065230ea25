import FontAdvice
package import FontModel
package import FontRegistry
package import Foundation

extension ManagerLibrary {
    package func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget]
    ) async throws(FontError) -> LibrarySummary {
        try await summary(of: try await manager.setEnabled(isEnabled, targets))
    }

    package func remove(_ targets: [FontTarget]) async throws(FontError) -> LibrarySummary {
        try await summary(of: try await manager.unregister(targets))
    }

    package func undo(_ number: Int64) async throws(FontError) -> LibrarySummary {
        try await summary(of: try await manager.undo(number))
    }

    package func redo(_ number: Int64) async throws(FontError) -> LibrarySummary {
        try await summary(of: try await manager.redo(number))
    }

    package func undoableOperations() async throws(FontError) -> [FontOperation] {
        try await manager.undoableOperations()
    }

    package func redoableOperations() async throws(FontError) -> [FontOperation] {
        try await manager.redoableOperations()
    }

    package func adopt(isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        try await manager.adopt(isDryRun: isDryRun)
    }

    package func export(to file: URL) async throws(FontError) -> ExportedFonts { try await manager.export(to: file) }

    package func importFonts(from file: URL) async throws(FontError) -> LibrarySummary {
        let export = try await BlockingWork.perform { () throws(FontError) in try FontExport(contentsOf: file) }
        return try await summary(of: try await manager.importFonts(export))
    }

    package func register(
        _ files: [URL], scope: FontScope, options: RegistrationOptions
    ) -> LibraryBatch {
        let batch = manager.register(files.map(FontSource.url), scope: scope, options: options)
        let (events, sink) = AsyncStream.makeStream(of: LibraryBatch.Event.self)
        Task(executorPreference: TaskExecution.executor) {
            for await event in batch {
                switch event {
                case .prepared(_, let completed, let total), .failed(_, let completed, let total):
                    sink.yield(.progress(completed: completed, total: total))
                case .finished: break
                }
            }
            do throws(FontError) {
                sink.yield(.finished(try await summary(of: try await batch.summary())))
            } catch {
                sink.yield(.failed(error))
            }
            sink.finish()
        }
        return LibraryBatch(events: events, stop: batch.stop)
    }

    // MARK: Upkeep

    package func policy() async throws(FontError) -> FontPolicy {
        try await BlockingWork.perform { [policyFile] () throws(FontError) in try policyFile.read() }
    }

    package func changePolicy(_ change: @escaping @Sendable (inout FontPolicy) -> Void) async throws(FontError) {
        _ = try await BlockingWork.perform { [policyFile] () throws(FontError) in try policyFile.change(change) }
    }

    package func repairStore() async throws(FontError) -> Diagnosis { try await manager.diagnose(repair: true) }

    package func checkStore() async throws(FontError) { _ = try await manager.registered(state: .disabled) }

    // MARK: Summaries

    /// Returns a summary with the number of its operation and the programs that need a restart.
    func summary(of summary: FontSummary) async throws(FontError) -> LibrarySummary {
        var result = LibrarySummary(outcomes: summary.outcomes, operation: summary.operation)
        result.passedOver = summary.passedOver
        result.unread = summary.unread
        result.wasStopped = summary.wasStopped
        if summary.outcomes.contains(where: \.changesFonts), manager.storeContext?.reportsUsers == true {
            result.toRestart = await manager.programs(affectedBy: summary).filter(\.needsRestart).map(\.name).unique
        }
        return result
    }
}

extension FontOutcome {
    /// Whether programs have other fonts after the outcome.
    var changesFonts: Bool {
        switch status {
        case .registered, .replaced, .unregistered, .enabled, .disabled, .broughtBack, .movedToTrash: true
        case .alreadyRegistered: isEnabledAgain
        case .tagged, .unchanged, .failed, .skipped: false
        }
    }
}
