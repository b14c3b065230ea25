import FontModel

extension RecordedOperation.Record {
    /// Combines the steps of an operation to one change per registration.
    ///
    /// - Parameter name: Returns the PostScript name of the first face of a registration.
    init(_ steps: some Sequence<StoreOperation.Step>, name: (RegistrationRow) throws -> String) rethrows {
        var order: [String] = []
        var changes: [String: RecordedOperation.Change] = [:]
        var collected: (before: [StoredCollection], after: [StoredCollection])?
        for step in steps {
            let (before, after): (RegistrationRow?, RegistrationRow?)
            switch step {
            case .added(let row): (before, after) = (nil, row)
            case .removed(let row): (before, after) = (row, nil)
            case .switched(let former, let present), .tagged(let former, let present):
                (before, after) = (former, present)
            case .disabledByUser(let row, _): (before, after) = (row, row)
            case .hidden(let former, let present):
                note(hiddenBefore: former, present)
                continue
            case .collected(let former, let present):
                collected = (collected?.before ?? former, present)
                continue
            }
            guard let row = after ?? before else { continue }
            if changes[row.id] == nil {
                order.append(row.id)
                changes[row.id] = RecordedOperation.Change(name: try name(row), before: before, after: after)
            } else if case .disabledByUser = step {
                // The registration itself did not change.
            } else {
                changes[row.id]?.after = after
            }
            if case .disabledByUser(_, let isDisabled) = step, changes[row.id]?.wasDisabledByUser == nil {
                changes[row.id]?.wasDisabledByUser = !isDisabled
            }
        }
        registrations = order.compactMap { changes[$0] }.filter { change in
            guard let before = change.before, let after = change.after else {
                return change.before != nil || change.after != nil
            }
            return change.wasDisabledByUser != nil || !before.isSame(as: after)
        }
        let edits = collected.map { CollectionEdit.difference($0.before, $0.after) } ?? []
        collections = edits.isEmpty ? nil : edits
    }

    /// Adds the difference of hidden fonts, of which an operation may have several.
    ///
    /// A font that stays hidden, and was hidden with its family or on its own by the operation, is in both lists.
    private mutating func note(hiddenBefore before: [HiddenFont], _ after: [HiddenFont]) {
        func difference(_ fonts: [HiddenFont], _ others: [HiddenFont]) -> [HiddenFont] {
            let decisions = Set(others.map(\.decision))
            return fonts.filter { !decisions.contains($0.decision) }
        }
        let (added, removed) = (difference(after, before), difference(before, after))
        let known = (hidden: hidden ?? [], shown: shownAgain ?? [])
        let all = difference(known.hidden, removed) + difference(added, known.shown)
        let again = difference(known.shown, added) + difference(removed, known.hidden)
        (hidden, shownAgain) = (all.isEmpty ? nil : all, again.isEmpty ? nil : again)
    }
}
