package import FontModel

/// The kind of a change of registrations.
public enum RegistrationVerb: Sendable, Hashable {
    case unregister, enable, disable
    /// Adds tags, of which new ones are last, and removes others.
    case tag(adding: [String], removing: [String])
}

/// A change of registrations, which travels from a command or the bus to the registrar as it is.
package struct RegistrationChange: Sendable, Hashable {
    package var verb: RegistrationVerb
    package var targets: [FontTarget]
    /// The scope of the registrations; nil for any.
    package var scope: FontScope?
    /// Whether the change is only reported.
    package var isDryRun: Bool
    /// Whether the user can undo the change, if it is the user's.
    package var isUndoable: Bool
    /// Whether files that are no longer shown are removed at once, although running programs may then lose their text.
    package var removesAtOnce: Bool

    package init(
        _ verb: RegistrationVerb, _ targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false,
        isUndoable: Bool = true, removesAtOnce: Bool = false
    ) {
        self.verb = verb
        self.targets = targets
        self.scope = scope
        self.isDryRun = isDryRun
        self.isUndoable = isUndoable
        self.removesAtOnce = removesAtOnce
    }

    /// Returns the same change of other targets.
    package func of(_ targets: [FontTarget]) -> RegistrationChange {
        var change = self
        change.targets = targets
        return change
    }
}

extension [String] {
    /// Returns the tags of a registration after a change; new ones are last.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if there are too many.
    package func tags(adding added: [String], removing removed: [String] = []) throws(FontError) -> [String] {
        var changed = filter { !removed.contains($0) }
        for tag in added where !tag.isEmpty && !changed.contains(tag) { changed.append(tag) }
        guard changed.count <= Swift.max(count, FontLimits.tagsPerRegistration) else {
            throw FontError(
                .exceededResourceLimit,
                "A font can have at most \(FontLimits.tagsPerRegistration) tags. Remove one of them first.")
        }
        return changed
    }
}
