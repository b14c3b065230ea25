package import FontModel

/// Tags to add to registrations and to remove from them.
package struct TagChange: Sendable, Hashable {
    package var added: [String]
    package var removed: [String]

    package init(adding added: [String], removing removed: [String]) {
        self.added = added
        self.removed = removed
    }

    /// Returns the tags after the change; new ones are last.
    ///
    /// - Throws: `FontError` with code `exceededResourceLimit` (106) if there are too many.
    package func applied(to tags: [String]) throws(FontError) -> [String] {
        var changed = tags.filter { !removed.contains($0) }
        for tag in added where !tag.isEmpty && !changed.contains(tag) { changed.append(tag) }
        guard changed.count <= max(tags.count, FontLimits.tagsPerRegistration) else {
            throw FontError(
                .exceededResourceLimit,
                "A font can have at most \(FontLimits.tagsPerRegistration) tags. Remove one of them first.")
        }
        return changed
    }
}
