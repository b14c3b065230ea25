import FontRegistry
import Foundation

/// The result of `tag`.
enum TagReport: Report {
    case change(SummaryReport)
    case tags(TagList)
    case fonts(RegistrationList)

    private var report: any Report {
        switch self {
        case .change(let report): report
        case .tags(let report): report
        case .fonts(let report): report
        }
    }

    var json: JSON { report.json }
    var text: TextOutput { report.text }
    var diagnostics: [String] { report.diagnostics }
    var hint: String? { report.hint }
    var exitStatus: Int32 { report.exitStatus }
    var changes: [String] { report.changes }
}

/// The collections with their numbers of fonts.
struct TagList: Report {
    struct Entry: Sendable, Hashable {
        var tag: String
        var fonts = 0
        var disabled = 0
        var families: Set<String> = []
    }

    var entries: [Entry]

    /// Creates the list, sorted by tag.
    ///
    /// - Parameter order: The locale by whose rules the tags are sorted.
    init(_ registrations: [Registration], order: Locale = Locale(identifier: "en_001")) {
        var entries: [String: Entry] = [:]
        for registration in registrations {
            for tag in registration.tags {
                entries[tag, default: Entry(tag: tag)].fonts += 1
                if !registration.isEnabled { entries[tag]?.disabled += 1 }
                entries[tag]?.families.formUnion(registration.faces.map(\.family))
            }
        }
        let comparator = FamilyNameComparator(locale: order)
        self.entries = entries.values.sorted { comparator.compare($0.tag, $1.tag) == .orderedAscending }
    }

    var json: JSON {
        [
            "tags": .array(
                entries.map { entry in
                    [
                        "tag": .string(entry.tag), "fonts": JSON(entry.fonts), "families": JSON(entry.families.count),
                        "disabled": JSON(entry.disabled),
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            entries.map { entry in
                [
                    entry.tag, counted(entry.fonts, "font file"), counted(entry.families.count, "family", "families"),
                    entry.disabled == 0
                        ? "" : entry.disabled == entry.fonts ? "disabled" : "\(entry.disabled) disabled",
                ]
            })
    }

    var hint: String? { "There are no collections. `fontctl tag add TAG FONT` creates one." }
}
