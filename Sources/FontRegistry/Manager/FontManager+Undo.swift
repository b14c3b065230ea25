public import FontModel
public import Foundation

extension FontManager {
    /// Undoes an operation that was made with the user's authority, completely or not at all.
    ///
    /// Every registration is again as it was before the operation, if possible at the same path. The next call
    /// undoes the operation before, and ``redo(_:isDryRun:)`` redoes this one. Fonts in process scope are not recorded.
    /// Files that ``adopt(_:isDryRun:)`` moved to the trash are at their paths again.
    ///
    /// The bytes of unregistered and replaced fonts, also of those that this unregisters, are kept for ``FontLimits/removedAge``, up to
    /// ``FontLimits/removedBytes`` in total.
    /// - Parameters:
    ///   - number: The number of the operation; nil for the last one.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: One outcome per file that the operation moved, and per registration that it changed. A moved file whose
    ///   bytes are nowhere any more fails, and the others come back.
    /// - Throws: `FontError`; nothing was changed then. The codes are ``FontError/Code/insufficientInfo`` (303) if there
    ///   is no such operation; ``FontError/Code/notRegistered`` (201) if a registration was changed since;
    ///   ``FontError/Code/fileNotFound`` (101) or ``FontError/Code/invalidFontData`` (104) if bytes are no longer kept,
    ///   those of all moved files, or are damaged; ``FontError/Code/duplicatedName`` (305) if another enabled font has the name;
    ///   ``FontError/Code/invalidFilePath`` (306) if another file has the path of a moved one;
    ///   ``FontError/Code/unsupportedScope`` (307) if the session has ended; ``FontError/Code/missingEntitlement`` (302)
    ///   without the user's authority; ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func undo(_ number: Int64? = nil, isDryRun: Bool = false) async throws(FontError) -> FontSummary {
        try await backend.reverse(number, isUndone: false, isDryRun: isDryRun)
    }

    /// Redoes an operation that was undone, completely or not at all.
    ///
    /// Every registration is again as it was after the operation, which needs no original files. It can then be taken
    /// back again, as the last operation. Files that ``adopt(_:isDryRun:)`` moved to the trash are moved there again; a
    /// file that was changed meanwhile stays, with a failed outcome.
    /// - Parameters:
    ///   - number: The number of the operation in ``redoableOperations()``; nil for the one that was undone last.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: One outcome per file that the operation moved, and per registration that it changed.
    /// - Throws: `FontError` with the codes of ``undo(_:isDryRun:)``; nothing was changed then.
    @discardableResult
    public func redo(_ number: Int64? = nil, isDryRun: Bool = false) async throws(FontError) -> FontSummary {
        try await backend.reverse(number, isUndone: true, isDryRun: isDryRun)
    }

    /// Returns the operations that can be undone, the last one first.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) without the user's authority;
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
    public func undoableOperations() async throws(FontError) -> [FontOperation] {
        try await backend.operations(isUndone: false)
    }

    /// Returns the operations that were undone and can be redone, the one that was undone last first.
    ///
    /// Their numbers and times are those of the undo.
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) without the user's authority;
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
    public func redoableOperations() async throws(FontError) -> [FontOperation] {
        try await backend.operations(isUndone: true)
    }
}

extension FontOperation {
    /// The time of the operation.
    public var date: Date { Date(timeIntervalSince1970: time) }
}
