package import FontModel
import FontRegistry

/// What an adoption would do, before it is done.
package struct AdoptionPlan: Sendable, Hashable {
    /// The number of fonts that would be taken over.
    package var count: Int
    /// Their families, each once.
    package var families: [String]
    /// The number of fonts that would be turned off, since another one has their name or they were hidden.
    package var off: Int
    /// The files that stay where they are, by reason.
    package var left: [FailureGroup]

    /// - Parameter report: The report of a dry run.
    package init(_ report: AdoptionReport) {
        count = report.fonts.count
        families = report.fonts.flatMap(\.registration.faces).map(\.family).unique
        off = report.fonts.count { $0.reason != nil && !$0.wasRegistered }
        left = FailureGroup.groups(report.left.map { ($0.file ?? "", $0) })
    }

    package var title: String {
        count == 0
            ? tr("Your font folders have no fonts to manage.")
            : trn("Manage {count} Font of Your Font Folders?", "Manage {count} Fonts of Your Font Folders?", count)
    }

    package var body: String {
        var sentences = [
            tr(
                "Fonts manages the files of your font folders then, so that you can turn them off and on: {names}. The files are moved to the trash, and undoing brings them back."
            ).filled(["names": ListText.names(families)])
        ]
        if off > 0 {
            sentences.append(
                trn(
                    "{count} font stays turned off, as it is hidden or another font has its name.",
                    "{count} fonts stay turned off, as they are hidden or other fonts have their names.", off))
        }
        return sentences.joined(separator: "\n\n")
    }
}
