import FontModel
import GRDB

/// The undo or redo of one operation within a transaction.
struct OperationUndo {
    private let operation: RecordedOperation
    private let fonts: [String: PreparedFont]
    private let current: StoreOperation
    private let registrar: Registrar
    private let foreign: ForeignFonts
    /// The registrations of the operation as they are now, by id.
    private var present: [String: RegistrationRow] = [:]
    private var outcomes: [String: FontOutcome] = [:]

    private var database: Database { current.database }
    private var changes: [RecordedOperation.Change] { operation.record.registrations }

    /// - Parameter fonts: The removed fonts, by content hash.
    init(
        of operation: RecordedOperation, with fonts: [String: PreparedFont], in current: StoreOperation,
        by registrar: Registrar, foreign: ForeignFonts
    ) {
        self.foreign = foreign
        (self.operation, self.fonts, self.current, self.registrar) = (operation, fonts, current, registrar)
    }

    /// Restores every registration, or throws.
    ///
    /// - Returns: One outcome per changed registration.
    mutating func carryOut() throws -> [FontOutcome] {
        for change in changes { try check(change) }
        // Names and places are freed before others take them.
        for change in changes { try withdraw(change) }
        for change in changes { try restore(change) }
        let switched = try switchBack()
        try current.reverse(operation)
        return changes.compactMap { outcomes[$0.row.id] } + switched
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
            // A file that is in the trash since it was adopted is not taken away from programs.
            let present = Set(foreign.shown().map(\.place))
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
        guard row.isOf(current.session) else { throw operation.sessionHasEnded(change) }
        let now = try database.registrations(.id(row.id), session: current.session).first
        switch (now, change.after) {
        case (nil, nil): break
        case (let now?, let after?) where now.isSame(as: after): present[row.id] = now
        default: throw operation.changedSince(change.name, file: change.row.file)
        }
    }

    /// Unregisters or disables what the operation registered or enabled.
    private mutating func withdraw(_ change: RecordedOperation.Change) throws {
        guard let row = present[change.row.id] else { return }
        guard let before = change.before else {
            // The places were looked up before the removal.
            try note(.unregistered, row)
            return try current.remove(row)
        }
        guard row.isEnabled, !before.isEnabled else { return }
        present[row.id] = try current.setEnabled(false, row)
        try note(.disabled, present[row.id] ?? row)
    }

    /// Registers, enables or tags as before the operation.
    private mutating func restore(_ change: RecordedOperation.Change) throws {
        if let before = change.before {
            let now = present[before.id]
            let row = if let now { try restore(before, from: now) } else { try registerAgain(before) }
            if row.isEnabled, now?.isEnabled != true,
                let error = try registrar.holder(
                    inTheWayOf: row, faces: try database.faces(contentID: row.contentID), current)
            {
                throw error
            }
        }
        if let wasDisabled = change.wasDisabledByUser { try current.setDisabledByUser(wasDisabled, change.row) }
    }

    private mutating func registerAgain(_ before: RegistrationRow) throws -> RegistrationRow {
        guard let font = fonts[before.sha256] else { preconditionFailure("a registration without its bytes") }
        let row = try current.add(
            font, scope: before.scope, provider: before.provider, isEnabled: before.isEnabled, tags: before.tags,
            registeredAt: before.registeredAt, shownAt: before.placement)
        try note(.registered, row)
        return row
    }

    private mutating func restore(_ before: RegistrationRow, from now: RegistrationRow) throws -> RegistrationRow {
        var row = now
        guard row.hasSameOrigin(as: before) else {
            try current.remove(row, isLogged: false)
            row = try current.add(
                contentID: row.contentID, sha256: row.sha256, file: before.file, scope: before.scope,
                provider: before.provider, isEnabled: before.isEnabled, tags: before.tags,
                registeredAt: before.registeredAt, as: .replaced, shownAt: before.placement)
            try note(.replaced, row)
            return row
        }
        if before.isEnabled, !row.isEnabled {
            row.placement = row.placement ?? before.placement
            row = try current.setEnabled(true, row)
            try note(.enabled, row)
        }
        if before.tags != row.tags {
            row = try current.setTags(before.tags, row)
            if outcomes[row.id] == nil { try note(.tagged, row) }
        }
        return row
    }

    private mutating func note(_ status: FontOutcome.Status, _ row: RegistrationRow) throws {
        let faces = try database.faces(contentID: row.contentID)
        outcomes[row.id] = FontOutcome(
            item: row.file, status: status, registration: row.registration(faces: faces, paths: registrar.paths))
    }
}

extension RecordedOperation {
    fileprivate func changedSince(_ name: String, file: String) -> FontError {
        FontError(
            .notRegistered,
            "The operation cannot be reversed, since \(name) was changed after it; nothing was changed. Change this font itself, or choose another operation by its number.",
            file: file)
    }

    func sessionHasEnded(_ change: Change) -> FontError {
        FontError(
            .unsupportedScope,
            "The operation cannot be reversed, since \(change.name) was registered for a session that has ended; nothing was changed. Register the file again, or choose another operation by its number.",
            file: change.row.file)
    }
}
