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
        try await reversal(try await manager.undo(number), number)
    }

    package func redo(_ number: Int64) async throws(FontError) -> LibrarySummary {
        try await reversal(try await manager.redo(number), number)
    }

    /// What an undo or a redo did has the number of the operation, by which it is redone or undone.
    private func reversal(_ summary: FontSummary, _ number: Int64) async throws(FontError) -> LibrarySummary {
        var reversal = try await self.summary(of: summary, operation: number)
        reversal.operation = number
        return reversal
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

    package func register(_ files: [URL], options: RegistrationOptions) -> LibraryBatch {
        let batch = manager.register(files.map(FontSource.url), scope: .persistent, options: options)
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
    func summary(of summary: FontSummary, operation: Int64? = nil) async throws(FontError) -> LibrarySummary {
        var result = LibrarySummary(outcomes: summary.outcomes, operation: operation)
        if operation == nil { result.operation = try await self.operation(of: summary) }
        result.passedOver = summary.passedOver
        result.unread = summary.unread
        result.wasStopped = summary.wasStopped
        let users = Set(summary.outcomes.flatMap(\.inUseBy).map(\.processIdentifier))
        if summary.outcomes.contains(where: \.changesFonts) {
            result.toRestart = await programsToRestart(afterChangeUsedBy: users)
        }
        return result
    }

    /// Returns the names of the running programs that show a change only when they are started again.
    ///
    /// - Parameter users: The processes that have a changed file open.
    private func programsToRestart(afterChangeUsedBy users: Set<Int32>) async -> [String] {
        guard manager.storeContext?.reportsUsers == true else { return [] }
        let programs = try? await BlockingWork.perform { () throws(FontError) in
            RunningProgram.all(where: FontEngine.isMarker)
        }
        guard let programs else { return [] }
        let groups = programs.groups
        let restarting = groups.following(.restart, areNotified: programs.areNotified)
        let using = groups.filter { $0.processes.contains { users.contains($0.user.processIdentifier) } }
            .following(.restart, .unknown, areNotified: programs.areNotified)
        return (restarting + using).map(\.program.name).unique
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
