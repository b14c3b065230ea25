import FontModel
import FontRegistry

extension SummaryReport {
    /// A change of collections.
    enum CollectionStep: Sendable, Hashable {
        case added, takenOut, created, deleted, renamed, ordered, changed
    }

    /// Returns a status as text, with whether a font was registered without showing it.
    func words(_ outcome: FontOutcome) -> Message {
        let isHidden = (registering != nil || outcome.status == .registered) && outcome.registration?.isEnabled == false
        if !outcome.systemFonts.isEmpty, outcome.status == .disabled { return isDryRun ? "would be hidden" : "hidden" }
        if !outcome.systemFonts.isEmpty, outcome.status == .enabled {
            return isDryRun ? "would be shown again" : "shown again"
        }
        if outcome.isEnabledAgain {
            return isDryRun ? "already registered, would be enabled" : "already registered, enabled"
        }
        if outcome.status == .tagged, outcome.registration == nil {
            return Self.words(collectionStep, isDryRun: isDryRun)
        }
        // Undo and import take fonts out of collections, too.
        let isUntag = if case .untag = operation { true } else { outcome.registration?.tags.isEmpty == true }
        if isUntag, outcome.status == .tagged { return isDryRun ? "would be untagged" : "untagged" }
        let words = Self.words(outcome.status, isDryRun: isDryRun)
        return isHidden ? Message([words, "disabled"], separator: ", ") : words
    }

    /// Returns a status as text.
    static func words(_ status: FontOutcome.Status, isDryRun: Bool) -> Message {
        switch status {
        case .registered: isDryRun ? "would be registered" : "registered"
        case .alreadyRegistered: "already registered"
        case .replaced: isDryRun ? "would be replaced" : "replaced"
        case .unregistered: isDryRun ? "would be unregistered" : "unregistered"
        case .enabled: isDryRun ? "would be enabled" : "enabled"
        case .disabled: isDryRun ? "would be disabled" : "disabled"
        case .tagged: isDryRun ? "would be tagged" : "tagged"
        case .broughtBack: isDryRun ? "would be brought back" : "brought back"
        case .movedToTrash: isDryRun ? "would be moved to the trash" : "moved to the trash"
        case .unchanged: "unchanged"
        case .failed: "failed"
        case .skipped: "skipped"
        }
    }

    /// Returns a change of collections as text.
    private static func words(_ step: CollectionStep, isDryRun: Bool) -> Message {
        switch step {
        case .added: isDryRun ? "would be added" : "added"
        case .takenOut: isDryRun ? "would be taken out" : "taken out"
        case .created: isDryRun ? "would be created" : "created"
        case .deleted: isDryRun ? "would be deleted" : "deleted"
        case .renamed: isDryRun ? "would be renamed" : "renamed"
        case .ordered: isDryRun ? "would be ordered" : "ordered"
        case .changed: isDryRun ? "would be changed" : "changed"
        }
    }
}
