import FontModel
import FontRegistry
package import Foundation

extension ManagerLibrary {
    /// Examines files by a dry run of their registration.
    ///
    /// A font in conflict has no faces in the outcome, so a second dry run registers it turned off.
    package func examine(_ sources: [URL]) -> AsyncStream<ExaminationEvent> {
        AsyncStream { continuation in
            let task = Task(executorPreference: TaskExecution.executor) {
                do throws(FontError) {
                    try await examine(sources, continuation)
                } catch {
                    continuation.yield(.failed(error))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func examine(
        _ sources: [URL], _ continuation: AsyncStream<ExaminationEvent>.Continuation
    ) async throws(FontError) {
        var options = RegistrationOptions()
        options.isDryRun = true
        let batch = manager.register(sources.map(FontSource.url), scope: .persistent, options: options)
        for await event in batch {
            switch event {
            case .prepared(_, let completed, let total), .failed(_, let completed, let total):
                continuation.yield(.progress(completed: completed, total: total))
            case .finished: break
            }
        }
        let summary = try await batch.summary()
        let conflicts = summary.outcomes.filter { $0.error?.code == .duplicatedName }
        let offered = try await registrations(ofConflicts: conflicts.map(\.item))
        let registered = conflicts.isEmpty ? [] : try await manager.registered()
        let known = Dictionary(registered.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for outcome in summary.outcomes {
            let conflict = outcome.error?.conflict.flatMap { known[$0.id] }
            let item = ExaminedItem(outcome, offered: offered[outcome.item], registered: conflict)
            continuation.yield(.item(item))
        }
        continuation.yield(.ended(passedOver: summary.passedOver, unread: summary.unread))
    }

    /// Returns the registrations that files in conflict would have if they were turned off, by file.
    private func registrations(ofConflicts files: [String]) async throws(FontError) -> [String: Registration] {
        guard !files.isEmpty else { return [:] }
        var options = RegistrationOptions(isEnabled: false)
        options.isDryRun = true
        let summary = try await manager.register(files.map(FontSource.path), scope: .persistent, options: options)
            .summary()
        return Dictionary(
            summary.outcomes.compactMap { outcome in outcome.registration.map { (outcome.item, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}

extension ExaminedItem {
    /// Creates the item of a dry run's outcome.
    ///
    /// - Parameters:
    ///   - offered: What a file in conflict would be if it were turned off.
    ///   - registered: The registered font of a conflict.
    init(_ outcome: FontOutcome, offered: Registration?, registered: Registration?) {
        let faces = (outcome.registration ?? offered)?.faces ?? []
        func revision(_ faces: [FontFace]?) -> Double? { faces?.map(\.revision).max() }
        let kind: Outcome
        switch (outcome.status, outcome.error) {
        case (.alreadyRegistered, _): kind = .present(isOn: outcome.registration?.isEnabled ?? true)
        case (.failed, let error?) where error.code == .duplicatedName:
            kind = .conflict(
                Conflict(
                    registration: registered, error: error, installedRevision: revision(registered?.faces),
                    offeredRevision: faces.isEmpty ? nil : revision(faces)))
        case (.failed, let error?) where error.isOfWebFont(at: outcome.item): kind = .webFont
        case (.failed, let error?): kind = .refused(error)
        default: kind = .new
        }
        self.init(id: outcome.item, faces: faces, outcome: kind)
    }
}

extension FontError {
    /// Whether a file was refused since it is a web font.
    fileprivate func isOfWebFont(at path: String) -> Bool {
        guard code == .unrecognizedFormat else { return false }
        let name = path.lowercased()
        return name.hasSuffix(".woff") || name.hasSuffix(".woff2")
    }
}
