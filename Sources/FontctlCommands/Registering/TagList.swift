import FontRegistry
import Foundation

/// The collections with their numbers of fonts.
struct TagList: Report {
    struct Entry: Sendable, Hashable {
        var tag: String
        var fonts = 0
        var disabled = 0
        var families: Set<String> = []
        /// Whether the collection is kept although it is empty.
        var isKept = false
    }

    var entries: [Entry]

    /// Creates the list: the collections that are kept in the user's order, then the other tags, sorted.
    ///
    /// - Parameters:
    ///   - collections: The user's collections; none for those of a part of the fonts.
    ///   - order: The locale by whose rules the tags are sorted.
    init(
        _ registrations: [Registration], collections: [FontCollection] = [],
        order: Locale = Locale(identifier: "en_001")
    ) {
        var entries: [String: Entry] = [:]
        // The favourites of a user who has none are not shown.
        let kept = collections.filter { $0.isKept && !($0.isFavourites && $0.allFamilies.isEmpty) }
        for collection in kept {
            entries[collection.name] = Entry(
                tag: collection.name, families: Set(collection.families), isKept: true)
        }
        for registration in registrations {
            for tag in registration.tags {
                entries[tag, default: Entry(tag: tag)].fonts += 1
                if !registration.isEnabled { entries[tag]?.disabled += 1 }
                entries[tag]?.families.formUnion(registration.faces.map(\.family))
            }
        }
        let comparator = FamilyNameComparator(locale: order)
        let tags = entries.values.filter { !$0.isKept }
        self.entries =
            kept.compactMap { entries[$0.name] }
            + tags.sorted { comparator.compare($0.tag, $1.tag) == .orderedAscending }
    }

    var json: JSON {
        [
            "tags": .array(
                entries.map { entry in
                    [
                        "tag": .string(entry.tag), "fonts": JSON(entry.fonts), "families": JSON(entry.families.count),
                        "disabled": JSON(entry.disabled), "kept": entry.isKept ? .bool(true) : nil,
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            entries.map { entry in
                [
                    entry.tag, tr(counted(entry.fonts, "font file")),
                    tr(counted(entry.families.count, "family", "families")),
                    entry.disabled == 0
                        ? "" : entry.disabled == entry.fonts ? tr("disabled") : tr("\(entry.disabled) disabled"),
                ]
            })
    }

    var hint: String? { tr("There are no collections. `fontctl tag add TAG FONT` creates one.") }
}
