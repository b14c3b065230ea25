import FontModel
import GRDB

/// The undo or redo of one operation within a transaction.
struct OperationUndo {
    let operation: RecordedOperation
    /// The removed fonts, by content hash.
    let fonts: [String: PreparedFont]
    let current: StoreOperation
    let foreign: SystemFontCache
    /// The registrations of the operation as they are now, by id.
    var present: [String: RegistrationRow] = [:]
    var outcomes: [String: FontOutcome] = [:]

    private var database: Database { current.database }
    private var changes: [RecordedOperation.Change] { operation.record.registrations }

    /// Restores every registration, or throws.
    ///
    /// - Returns: One outcome per changed registration.
    mutating func carryOut() throws -> [FontOutcome] {
        for change in changes { try check(change) }
        // Names and places are freed before others take them.
        for isEnabled in [nil, false, true] {
            for change in changes where change.before?.isEnabled == isEnabled { try restore(change) }
        }
        let switched = try switchBack()
        let collected = try restoreCollections()
        try current.reverse(operation)
        return collected + changes.compactMap { outcomes[$0.row.id] } + switched
    }

    /// Gives collections the families and places that they had before the operation.
    ///
    /// - Returns: One outcome for each collection.
    private func restoreCollections() throws -> [FontOutcome] {
        guard let edits = operation.record.collections else { return [] }
        let present = try database.storedCollections().collections
        let restored: [StoredCollection]
        do throws(CollectionEdit.ChangedCollection) {
            restored = try CollectionEdit.undone(edits, in: present)
        } catch {
            throw operation.changedSince(collection: error.name)
        }
        try current.setCollections(restored)
        return edits.map { FontOutcome(item: $0.name, status: .tagged) }
    }

    /// Shows the fonts outside of fontd's folders that the operation hid, and hides those that it showed again.
    ///
    /// - Returns: One outcome for each family.
    private func switchBack() throws -> [FontOutcome] {
        let hidden = operation.record.hidden ?? []
        let decisions = Set(try database.hiddenFonts().hiddenFonts.map(\.decision))
        if let font = hidden.first(where: { !decisions.contains($0.decision) }) {
            throw operation.changedSince(font.face.postscriptName, file: font.path)
        }
        let others = Set(decisions.map(\.place)).subtracting(hidden.map(\.place))
        // Files that an adoption could not move are hidden already.
        let shown = (operation.record.shownAgain ?? []).filter { !others.contains($0.place) }
        if !shown.isEmpty {
            try RuleFile.refuseForeign(current.paths)
            // A file that is in the trash since it was adopted is not taken away from programs.
            let present = Set(foreign.hideable.map(\.place))
            try Hiding.check(
                shown.filter { present.contains($0.place) }, besides: others, foreign)
        }
        try current.setHidden(false, hidden)
        try current.setHidden(true, shown)
        let places = Set(shown.map(\.place))
        let seen = hidden.filter { !places.contains($0.place) }
        return [(seen, FontOutcome.Status.enabled), (shown, .disabled)].flatMap { fonts, status in
            Dictionary(grouping: fonts, by: \.face.family).sorted { $0.key < $1.key }.map { family, fonts in
                FontOutcome(item: family, status: status, systemFonts: fonts.map(\.descriptor))
            }
        }
    }

    /// Checks that a registration is as the operation left it.
    private mutating func check(_ change: RecordedOperation.Change) throws {
        let row = change.row
        guard row.record.isValid(in: current.session) else { throw operation.sessionHasEnded(change) }
        switch (try current.row(row.id), change.after) {
        case (nil, nil): break
        case (let now?, let after?) where now.isSame(as: after): present[row.id] = now
        default: throw operation.changedSince(change.name, file: change.row.file)
        }
    }

    /// Gives a registration the state that it had before the operation, or unregisters it.
    private mutating func restore(_ change: RecordedOperation.Change) throws {
        let now = present[change.row.id]
        if let before = change.before {
            let row = try restore(before, from: now)
            if row.isEnabled, now?.isEnabled != true,
                let error = try current.obstacle(
                    toEnabling: database.faces(contentID: row.contentID), as: row.record, row.sha256)
            {
                throw error
            }
        } else if let now {
            // The places are looked up before the removal.
            try note(.unregistered, now)
            try current.remove(now)
        }
        if let wasDisabled = change.wasDisabledByUser { try current.setDisabledByUser(wasDisabled, change.row) }
    }

    private mutating func restore(_ before: RegistrationRow, from now: RegistrationRow?) throws -> RegistrationRow {
        let (row, status): (RegistrationRow, FontOutcome.Status?)
        if var now, now.hasSameOrigin(as: before) {
            if before.isEnabled { now.placement = now.placement ?? before.placement }
            (row, status) = try current.set(isEnabled: before.isEnabled, tags: before.tags, now)
        } else if let now {
            try current.remove(now, isLogged: false)
            row = try current.add(
                before.record, contentID: now.contentID, sha256: now.sha256, as: .replaced, shownAt: before.placement)
            status = .replaced
        } else {
            guard let font = fonts[before.sha256] else { preconditionFailure("a registration without its bytes") }
            row = try current.add(font, before.record, shownAt: before.placement)
            status = .registered
        }
        if let status { try note(status, row) }
        return row
    }

    private mutating func note(_ status: FontOutcome.Status, _ row: RegistrationRow) throws {
        outcomes[row.id] = FontOutcome(
            item: row.file, status: status, registration: try current.registration(row))
    }
}

extension RecordedOperation {
    fileprivate func changedSince(_ name: String, file: String) -> FontError {
        FontError(
            .notRegistered,
            "The operation cannot be reversed, since \(name) was changed after it; nothing was changed. Change this font itself, or choose another operation by its number.",
            file: file)
    }

    fileprivate func changedSince(collection name: String) -> FontError {
        FontError(
            .notRegistered,
            "The operation cannot be reversed, since the collection “\(name)” was changed after it; nothing was changed. Change the collection itself, or choose another operation by its number."
        )
    }

    func sessionHasEnded(_ change: Change) -> FontError {
        FontError(
            .unsupportedScope,
            "The operation cannot be reversed, since \(change.name) was registered for a session that has ended; nothing was changed. Register the file again, or choose another operation by its number.",
            file: change.row.file)
    }
}
