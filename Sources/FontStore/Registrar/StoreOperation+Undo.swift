import FontModel

/// The way back from an operation that failed after its commit.
extension StoreOperation {
    /// Undoes an earlier operation.
    ///
    /// Its generation stays in the log, followed by this one, so that clients that have read it are notified.
    func undo(_ failed: StoreOperation) throws {
        switch failed.history {
        case .recorded(let number): try database.deleteOperation(number)
        case .reversed(let operation, let number):
            try database.deleteOperation(number)
            try database.insertOperation(operation)
        case nil: break
        }
        let stored = Set(failed.storedObjects)
        for step in failed.steps.reversed() {
            // Hardly any program has seen a font that the operation stored. Running programs may know the file of
            // another one from before the operation.
            removesAtOnce = step.row.map { stored.contains($0.sha256) } ?? false
            switch step {
            case .added(let row): try remove(row)
            // An ended session is not restored.
            case .removed(let row) where row.session != nil && row.session != session: break
            case .removed(let row):
                _ = try add(row.record, contentID: row.contentID, sha256: row.sha256, shownAt: row.placement)
            case .switched(let before, let present):
                _ = try setEnabled(before.isEnabled, present)
            case .tagged(let before, let present): _ = try setTags(before.tags, present)
            case .disabledByUser(let row, let isDisabledByUser): try setDisabledByUser(!isDisabledByUser, row)
            case .hidden(let before, let present):
                try setHidden(false, present)
                try setHidden(true, before)
            case .collected(let before, _): try setCollections(before)
            }
        }
    }
}
