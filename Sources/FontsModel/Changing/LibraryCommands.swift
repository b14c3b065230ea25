package import FontModel
import FontRegistry
import Foundation

/// Runs commands one after the other, and undoes those of this window.
package actor LibraryCommands {
    private let library: any FontLibrary
    /// The numbers of the operations of this window that can be undone and redone, the last one last.
    private var own = UndoStack()

    /// What shows the changes of this window at once; of fonts of the system it hears only a second later.
    private let feed: LibraryFeed?

    package init(_ library: any FontLibrary, shownBy feed: LibraryFeed? = nil) {
        (self.library, self.feed) = (library, feed)
    }

    /// Runs a command.
    ///
    /// - Throws: `FontError` if the library cannot be used; nothing was changed then.
    package func run(_ command: LibraryCommand) async throws(FontError) -> CommandResult {
        let summary: LibrarySummary
        // What is removed has no name afterwards.
        let named = await named(command)
        switch command {
        case .setFamilies(let families, let isOn):
            summary = try await library.setEnabled(isOn, families.map(FontTarget.family))
        case .setFiles(let targets, _, let isOn): summary = try await library.setEnabled(isOn, targets)
        case .setCollection(let collection, let isOn):
            summary = try await setEnabled(isOn, collection)
        case .removeFamilies(let families):
            let targets = try await registered(of: families)
            summary = targets.isEmpty ? LibrarySummary() : try await library.remove(targets)
        case .removeFiles(let targets, _): summary = try await library.remove(targets)
        case .removeProvider(_, let registrations): summary = try await library.remove(registrations.map(FontTarget.id))
        case .collection(let change): summary = try await library.change(change)
        case .resolve(let choices): summary = try await library.resolve(choices)
        case .adopt: return try await adopt()
        case .importFonts(let file): summary = try await library.importFonts(from: file)
        }
        await show(summary)
        return result(of: named, summary)
    }

    /// Notes an operation that another part of the window made, such as an installation or a download.
    package func note(_ operation: Int64?) {
        if let operation { own.done(operation) }
    }

    /// Undoes one operation, as the button of a toast does.
    package func undo(_ operation: Int64) async throws(FontError) -> CommandResult {
        let known = try await library.undoableOperations().first { $0.number == operation }
        let summary = try await library.undo(operation)
        await show(summary)
        own.undone(operation, as: summary.operation)
        return reversal(summary, of: known, isUndo: true)
    }

    package func redo(_ operation: Int64) async throws(FontError) -> CommandResult {
        let known = try await library.redoableOperations().first { $0.number == operation }
        let summary = try await library.redo(operation)
        await show(summary)
        own.redone(operation, as: summary.operation)
        return reversal(summary, of: known, isUndo: false)
    }

    /// Undoes the last operation of this window that can still be undone; nil if there is none.
    package func undoLast() async throws(FontError) -> CommandResult? {
        let possible = Set(try await library.undoableOperations().map(\.number))
        guard let operation = own.lastDone(among: possible) else { return nil }
        return try await undo(operation)
    }

    /// Redoes the operation of this window that was undone last; nil if there is none.
    package func redoLast() async throws(FontError) -> CommandResult? {
        let possible = Set(try await library.redoableOperations().map(\.number))
        guard let operation = own.lastUndone(among: possible) else { return nil }
        return try await redo(operation)
    }

    /// Returns what can be undone and redone, the last operation first.
    ///
    /// - Parameter families: The families that are known, by the PostScript names of their fonts.
    package func history(
        _ families: [String: String] = [:]
    ) async throws(FontError) -> (undoable: [HistoryEntry], redoable: [HistoryEntry]) {
        func entry(_ operation: FontOperation) -> HistoryEntry {
            HistoryEntry(operation, isOwn: own.has(operation.number), families: families)
        }
        return (try await library.undoableOperations().map(entry), try await library.redoableOperations().map(entry))
    }

    // MARK: Parts

    private func show(_ summary: LibrarySummary) async {
        let families = Set(summary.outcomes.flatMap(\.systemFonts).map(\.face.family))
        if !families.isEmpty { await feed?.refresh(families) }
    }

    /// Returns a command with the name that rows show in place of that by which programs know a family, for its sentence.
    private func named(_ command: LibraryCommand) async -> LibraryCommand {
        func titles(_ families: [String]) async -> [String] {
            // Of several only the number is told.
            guard families.count == 1, let known = try? await library.families(Set(families)).first else {
                return families
            }
            return [known.family.localizedName]
        }
        switch command {
        case .setFamilies(let families, let isOn): return .setFamilies(await titles(families), isOn: isOn)
        case .removeFamilies(let families): return .removeFamilies(await titles(families))
        case .collection(.add(let families, let id)):
            return .collection(.add(families: await titles(families), id: id))
        case .collection(.remove(let families, let id)):
            return .collection(.remove(families: await titles(families), id: id))
        default: return command
        }
    }

    /// The registrations of families; what is not registered cannot be removed.
    private func registered(of families: [String]) async throws(FontError) -> [FontTarget] {
        let fonts = try await library.families(Set(families)).flatMap(\.family.fonts)
        return fonts.compactMap(\.registrationID).unique.map(FontTarget.id)
    }

    /// Turns on or off what is in a collection and there: families as a whole, and of others the registrations in it.
    private func setEnabled(
        _ isOn: Bool, _ collection: FontCollection
    ) async throws(FontError) -> LibrarySummary {
        let single = Set(collection.registrations)
        let tagged = try await library.families(Set(collection.taggedFamilies)).flatMap(\.family.fonts)
        let targets =
            collection.families.map(FontTarget.family)
            + tagged.compactMap(\.registrationID).unique.filter(single.contains).map(FontTarget.id)
        guard !targets.isEmpty else { return LibrarySummary() }
        var summary = try await library.setEnabled(isOn, targets)
        // A collection keeps the names of families that are not there.
        summary.outcomes.removeAll { outcome in
            outcome.error?.code == .notRegistered && collection.families.contains(outcome.item)
        }
        return summary
    }

    private func adopt() async throws(FontError) -> CommandResult {
        let report = try await library.adopt(isDryRun: false)
        let new = report.fonts.filter { !$0.wasRegistered || $0.files.contains(where: \.isMoved) }
        note(report.operation)
        return CommandResult(
            sentence: new.isEmpty
                ? tr("Your font folders have no fonts to manage.")
                : trn("{count} font is managed by Fonts now.", "{count} fonts are managed by Fonts now.", new.count),
            operation: report.operation, failures: FailureGroup.groups(report.left.map { ($0.file ?? "", $0) }),
            toRestart: report.fonts.flatMap(\.inUseBy).map { DisplayText.clean($0.program) }.unique)
    }

    private func result(of command: LibraryCommand, _ summary: LibrarySummary) -> CommandResult {
        let failed = summary.outcomes.filter { $0.status == .failed }
        note(summary.operation)
        return CommandResult(
            sentence: CommandSentence.text(command, summary), operation: summary.operation,
            failures: FailureGroup.groups(failed.compactMap { outcome in outcome.error.map { (outcome.item, $0) } }),
            toRestart: summary.toRestart)
    }

    private func reversal(_ summary: LibrarySummary, of operation: FontOperation?, isUndo: Bool) -> CommandResult {
        let failed = summary.outcomes.filter { $0.status == .failed }
        let change = operation.map { HistoryEntry($0, isOwn: true).title }
        return CommandResult(
            sentence: CommandSentence.reversal(summary, of: change, isUndo: isUndo), operation: nil,
            failures: FailureGroup.groups(failed.compactMap { outcome in outcome.error.map { (outcome.item, $0) } }),
            toRestart: summary.toRestart)
    }
}

/// The operations of one window, in the order in which Ctrl+Z takes them back.
///
/// Undoing and redoing are operations with numbers of their own: what was undone is redone by the number of the undo.
struct UndoStack: Sendable, Hashable {
    private var done: [Int64] = []
    private var undone: [Int64] = []
    /// All numbers of this window's operations, also of those that its keys no longer reach.
    private var own: Set<Int64> = []

    mutating func done(_ operation: Int64) {
        // After a new change there is nothing to redo, as in text fields.
        undone = []
        done.append(operation)
        own.insert(operation)
    }

    /// - Parameter number: The number of the undo; nil if it changed nothing.
    mutating func undone(_ operation: Int64, as number: Int64?) {
        guard let place = done.firstIndex(of: operation) else { return }
        done.remove(at: place)
        if let number {
            undone.append(number)
            own.insert(number)
        }
    }

    /// - Parameters:
    ///   - operation: The number of the undo, which may be that of another window.
    ///   - number: The number of the redo; nil if it changed nothing.
    mutating func redone(_ operation: Int64, as number: Int64?) {
        undone.removeAll { $0 == operation }
        guard let number else { return }
        done.append(number)
        own.insert(number)
    }

    func has(_ operation: Int64) -> Bool { own.contains(operation) }
    func lastDone(among possible: Set<Int64>) -> Int64? { done.last(where: possible.contains) }
    func lastUndone(among possible: Set<Int64>) -> Int64? { undone.last(where: possible.contains) }
}
