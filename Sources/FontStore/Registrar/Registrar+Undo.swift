import FontModel
import Inspection

extension Registrar {
    /// Returns the operations that can be undone, or those that were undone and can be redone, the last one first.
    package func operations(isUndone: Bool) throws(FontError) -> [FontOperation] {
        let removed = RemovedFonts(paths)
        return try read { database, _ in
            try database?.operations(isUndone: isUndone).map { operation in
                FontOperation(
                    number: operation.number, time: operation.time, kind: operation.kind, count: operation.count,
                    names: Array(operation.names.prefix(FontOperation.namesShown)),
                    isComplete: !operation.neededContents.contains(where: removed.isGone)
                        && (isUndone
                            || (operation.record.moved ?? []).allSatisfy { ReturnedFiles.canReturn($0, paths) })
                )
            } ?? []
        }
    }

    /// Undoes an operation of the user, or redoes one that was undone, completely or not at all.
    ///
    /// Only a moved file whose bytes are nowhere any more does not keep the rest from being undone, and is reported.
    ///
    /// Moved files are back at their paths before the registrations end, so that programs always see the fonts; when the
    /// operation is redone, they are moved once the fonts are registered. If all registrations were of a session that
    /// has ended, the last operation is no longer recorded after this call, since it would be in the way of the others.
    /// - Parameters:
    ///   - number: The number of the operation; nil for the last one.
    ///   - isUndone: Whether to redo an operation that was undone.
    /// - Throws: `insufficientInfo` (303) if there is no such operation, `missingEntitlement` (302) if it is a change of the
    ///   policy and the caller may not change that, `notRegistered` (201) if a registration was
    ///   changed since, `fileNotFound` (101) or `invalidFontData` (104) if removed bytes are gone or damaged,
    ///   `duplicatedName` (305) if another enabled font has the name, `invalidFilePath` (306) if another file has the
    ///   path of a moved one, `unsupportedScope` (307) if a session has ended,
    ///   or `registrationFailed` (301) if the store cannot be used; nothing was changed.
    package func reverse(
        _ number: Int64?, isUndone: Bool, isDryRun: Bool, caller: Caller, foreign: SystemFontCache
    ) throws(FontError) -> FontSummary {
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        while true {
            let (found, session) = try read { database, session in
                (try database?.operation(number, isUndone: isUndone), session)
            }
            guard let operation = found else { throw .noOperation(number, isUndone: isUndone) }
            let ended = operation.record.registrations.filter { !$0.row.record.isValid(in: session) }
            if let change = ended.first {
                var error = operation.sessionHasEnded(change)
                if number == nil, !isDryRun, ended.count == operation.record.registrations.count {
                    _ = try commit { try $0.database.deleteOperation(operation.number) }
                    error.text = Message([
                        error.text,
                        "The operation is no longer listed; the same command now applies to the operation before it.",
                    ])
                }
                throw error
            }
            if let policy = operation.record.policy {
                guard caller.changesPolicy else {
                    throw FontError(
                        .missingEntitlement,
                        isUndone
                            ? "Only the user can redo a change of the policy. Specify the number of another operation."
                            : "Only the user can undo a change of the policy. Specify the number of another operation."
                    )
                }
                try PolicyFile(paths).undo(policy, isDryRun: isDryRun)
                let committed = try commit(isDryRun: isDryRun) { current in
                    // Another process may have reversed it, and recorded that.
                    guard try current.database.operationNumber(operation.number, isUndone: isUndone) != nil else {
                        return
                    }
                    try current.reverse(operation)
                }
                return FontSummary(generation: committed.generation, outcomes: [], operation: committed.operation)
            }
            let staging = isDryRun ? nil : try StagingArea(paths: paths)
            let fonts = try restaged(operation, in: staging)
            // Under the lock they are looked for again: another process may still move files of the operation.
            let moved = operation.record.moved ?? []
            var files = try ReturnedFiles(isUndone ? [] : moved, paths)
            try staging?.intend(fonts.keys.sorted())
            let committed = try commit(
                scopes: Set(operation.record.registrations.compactMap(\.before?.scope)),
                isLarge: fonts.count >= Self.largeBatch, isDryRun: isDryRun
            ) { current -> [FontOutcome]? in
                // Another process may have undone it, or recorded a later one.
                guard try current.database.operationNumber(number, isUndone: isUndone) == operation.number else {
                    return nil
                }
                var undo = OperationUndo(operation: operation, fonts: fonts, current: current, foreign: foreign)
                let outcomes = try undo.carryOut()
                files = try ReturnedFiles(isUndone ? [] : moved, self.paths)
                if !isDryRun { try files.bringBack() }
                return outcomes
            }
            withExtendedLifetime(staging) {}
            guard let outcomes = committed.value else { continue }
            let taken = isUndone ? takeAgain(moved, isDryRun: isDryRun) : []
            if !isDryRun {
                try hideAgain(
                    operation.record.hidden ?? [], of: taken.filter { $0.status == .failed }.map { ExactText($0.item) })
            }
            return FontSummary(
                generation: committed.generation,
                outcomes: files.outcomes + taken + withUsers(outcomes, committed), operation: committed.operation)
        }
    }

    /// Changes the policy for the user, who can undo the change.
    ///
    /// The change does not depend on the store: it is made even if it cannot be recorded there.
    ///
    /// - Returns: The new policy, and whether the change, if there is one, is recorded to be undone.
    /// - Throws: The errors of ``PolicyFile/change(_:)``.
    @discardableResult
    package func changePolicy(
        _ body: (inout FontPolicy) -> Void
    ) throws(FontError) -> (policy: FontPolicy, isChanged: Bool, isRecorded: Bool) {
        let (policy, change) = try PolicyFile(paths).recordedChange(body)
        guard let change else { return (policy, false, true) }
        do throws(FontError) { _ = try commit { try $0.record(change) } } catch { return (policy, true, false) }
        return (policy, true, true)
    }

    /// Copies the removed bytes that an operation needs to the staging area, or to memory, and checks the copies.
    private func restaged(
        _ operation: RecordedOperation, in staging: StagingArea?
    ) throws(FontError) -> [String: PreparedFont] {
        let (removed, inspector) = (RemovedFonts(paths), FileInspector(context))
        var fonts: [String: PreparedFont] = [:]
        for change in operation.record.registrations where change.needsBytes && fonts[change.row.sha256] == nil {
            let row = change.row
            do throws(FontError) {
                let copy = try Self.copied(try removed.open(row.sha256), to: staging)
                guard copy.sha256 == row.sha256 else {
                    throw FontError(.invalidFontData, "They are damaged.", file: row.file)
                }
                fonts[row.sha256] = PreparedFont(
                    file: row.file, staged: copy as? StagedFile,
                    inspection: try inspector.inspect(copy, given: row.file))
            } catch {
                if error.storeFault != nil { throw error }
                throw operation.bytesAreUnusable(change, error)
            }
        }
        return fonts
    }

    /// Removes the removed bytes that are too old, too much or not needed; only under the lock.
    func sweepRemoved(_ database: RegistryDatabase) throws(FontError) {
        let removed = RemovedFonts(paths)
        let needed = try database.read { try $0.keptContents() }
        for content in try removed.surplus(needed: needed, now: WallClock.now()) { removed.remove(content.sha256) }
    }
}

extension FontError {
    /// The advice for a number that is not that of an operation.
    package static let listsOperations: Message = "List the operations for their numbers."

    fileprivate static func noOperation(_ number: Int64?, isUndone: Bool) -> FontError {
        guard let number else {
            return FontError(
                .insufficientInfo,
                isUndone ? "There is no operation to redo." : "There is no operation to undo.")
        }
        let sentence: Message =
            isUndone
            ? "There is no operation \(number) to redo." : "There is no operation \(number) to undo."
        return FontError(.insufficientInfo, Message([sentence, listsOperations]))
    }
}

extension RecordedOperation {
    fileprivate func bytesAreUnusable(_ change: Change, _ error: FontError) -> FontError {
        FontError(
            error.code,
            error.code == .fileNotFound
                ? "The operation cannot be reversed, since the bytes of \(change.name) are no longer kept; nothing was changed. Register the original file again, or choose another operation by its number."
                : "The operation cannot be reversed, since the bytes of \(change.name) cannot be used. \(error.text) Nothing was changed. Register the original file again, or choose another operation by its number.",
            file: change.row.file, cause: error.cause)
    }
}
