import FontModel
import FontRegistry

/// The sentences of toasts.
enum CommandSentence {
    static func text(_ command: LibraryCommand, _ summary: LibrarySummary) -> String {
        let changed = summary.outcomes.count { $0.isChange }
        let failed = summary.outcomes.count { $0.status == .failed }
        guard changed > 0 || summary.operation != nil else {
            return failed > 0 ? tr("Nothing was changed.") : unchanged(command, summary)
        }
        let sentence = success(command, summary, changed)
        guard failed > 0 else { return sentence }
        return tr("{sentence} {rest}").filled([
            "sentence": sentence, "rest": trn("{count} font was not.", "{count} fonts were not.", failed),
        ])
    }

    /// What an undo or redo brought about: “Undone: 1 font removed” reads as a removal.
    ///
    /// - Parameter change: What was undone or redone; nil if that is not known.
    static func reversal(_ summary: LibrarySummary, of change: String?, isUndo: Bool) -> String {
        let changed = summary.outcomes.filter(\.changesFonts)
        let families = changed.flatMap { outcome in
            (outcome.registration?.faces ?? []).map(\.family) + outcome.systemFonts.map(\.face.family)
        }.map(DisplayText.clean).unique
        let kinds = Set(changed.map(\.status))
        if kinds.count == 1, let kind = kinds.first, !families.isEmpty {
            let name = families[0]
            switch kind {
            case .registered:
                return families.count == 1
                    ? tr("{name} is back.").filled(["name": name])
                    : trn("{count} family is back.", "{count} families are back.", families.count)
            case .unregistered: return removed(families)
            case .enabled: return switched(families, true)
            case .disabled: return switched(families, false)
            default: break
            }
        }
        guard let change else { return isUndo ? tr("The change was undone.") : tr("The change was made again.") }
        return (isUndo ? tr("Undone: {change}") : tr("Redone: {change}")).filled(["change": change])
    }

    private static func removed(_ families: [String]) -> String {
        families.count == 1
            ? tr("{name} was removed.").filled(["name": families[0]])
            : trn("{count} family was removed.", "{count} families were removed.", families.count)
    }

    private static func success(_ command: LibraryCommand, _ summary: LibrarySummary, _ changed: Int) -> String {
        switch command {
        case .setFamilies(let families, let isOn): switched(families, isOn)
        case .setFiles(_, let title, let isOn): switched([title], isOn)
        case .setCollection(let collection, let isOn):
            (isOn ? tr("{name} was turned on.") : tr("{name} was turned off.")).filled(["name": collection.title])
        case .removeFamilies(let families): removed(families)
        case .removeFiles(_, let title): tr("{name} was removed.").filled(["name": title])
        case .removeProvider(let provider, _) where provider.isUser:
            trn("{count} of your fonts was removed.", "{count} of your fonts were removed.", changed)
        case .removeProvider(let provider, _):
            trn("{count} font of {name} was removed.", "{count} fonts of {name} were removed.", changed)
                .filled(["name": provider.title])
        case .collection(let change): text(change)
        case .resolve where summary.left > 0:
            trn(
                "The duplicates were resolved. {count} font of the system stays.",
                "The duplicates were resolved. {count} fonts of the system stay.", summary.left)
        case .resolve: tr("The duplicates were resolved.")
        case .adopt: tr("The fonts are managed by Fonts now.")
        case .importFonts: trn("{count} font was imported.", "{count} fonts were imported.", changed)
        }
    }

    private static func switched(_ families: [String], _ isOn: Bool) -> String {
        guard families.count != 1 else {
            return (isOn ? tr("{name} was turned on.") : tr("{name} was turned off.")).filled(["name": families[0]])
        }
        return isOn
            ? trn("{count} family was turned on.", "{count} families were turned on.", families.count)
            : trn("{count} family was turned off.", "{count} families were turned off.", families.count)
    }

    private static func text(_ change: CollectionEdit) -> String {
        switch change {
        case .create(let name, _): tr("{name} was created.").filled(["name": name])
        case .rename(_, let name): tr("The collection is called {name} now.").filled(["name": name])
        case .delete: tr("The collection was removed. Its fonts stay.")
        case .add(let families, let id):
            // The id of a collection is its name.
            switch (id == FontCollection.favourites, families.count) {
            case (true, 1): tr("{name} is a favourite now.").filled(["name": families[0]])
            case (true, _):
                trn("{count} family is a favourite now.", "{count} families are favourites now.", families.count)
            case (false, 1):
                tr("{name} was added to {collection}.").filled(["name": families[0], "collection": id])
            case (false, _):
                trn(
                    "{count} family was added to {collection}.", "{count} families were added to {collection}.",
                    families.count
                ).filled(["collection": id])
            }
        case .remove(let families, let id):
            switch (id == FontCollection.favourites, families.count) {
            case (true, 1): tr("{name} is no favourite any more.").filled(["name": families[0]])
            case (true, _):
                trn(
                    "{count} family is no favourite any more.", "{count} families are no favourites any more.",
                    families.count)
            case (false, 1):
                tr("{name} was taken out of {collection}.").filled(["name": families[0], "collection": id])
            case (false, _):
                trn(
                    "{count} family was taken out of {collection}.",
                    "{count} families were taken out of {collection}.", families.count
                ).filled(["collection": id])
            }
        case .move: tr("The collection was moved.")
        case .arrange: tr("The collection has another order now.")
        }
    }

    /// What is said if all is as it was asked for already.
    private static func unchanged(_ command: LibraryCommand, _ summary: LibrarySummary) -> String {
        switch command {
        case .setCollection where summary.outcomes.isEmpty: tr("The collection has no fonts.")
        case .setFamilies(_, isOn: true), .setFiles(_, _, isOn: true), .setCollection(_, isOn: true):
            tr("It is turned on already.")
        case .setFamilies(_, isOn: false), .setFiles(_, _, isOn: false), .setCollection(_, isOn: false):
            tr("It is turned off already.")
        case .removeFamilies, .removeFiles: tr("Only installed fonts can be removed. You can turn the others off.")
        default: tr("Nothing was changed.")
        }
    }
}

extension FontOutcome {
    /// Whether the item was changed by the operation.
    var isChange: Bool { changesFonts || status == .tagged || isTagged }
}
