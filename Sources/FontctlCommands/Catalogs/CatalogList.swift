import ArgumentParser
import FontCatalog
import FontRegistry
import Foundation
import TUF

struct CatalogList: FontctlCommand {
    static let configuration = CommandConfiguration(
        "list", in: "catalog", abstract: "List the catalogues.",
        discussion: """
            The state is current, expired or never refreshed. An expired catalogue can still be searched.

            Example:
              fontctl catalog list
            """)

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var rows: [CatalogListReport.Row] = []
        for catalog in try await context.catalogs() {
            let index = try await catalog.indexHead()
            let expires = try? await catalog.documents().expires()
            let isExpired = expires.map { $0 <= KnownCatalog.now } ?? false
            rows.append(
                CatalogListReport.Row(
                    id: catalog.id, name: catalog.document?.name,
                    shownName: catalog.document.map {
                        FamilyNames.name($0.name, among: $0.names, for: context.namesLocale)
                    }, address: catalog.entry.address.shownWithRoot,
                    origin: catalog.entry.origin, file: catalog.entry.file, families: index?.count,
                    version: index?.snapshot, expires: expires?.description,
                    refreshed: catalog.copy.refreshedAt.map { Timestamp(seconds: $0).description },
                    state: catalog.copy.refreshedAt == nil ? .neverRefreshed : isExpired ? .expired : .current))
        }
        if let distribution = try context.distributionSource() {
            rows.append(
                CatalogListReport.Row(
                    id: distribution.id, name: distribution.name, shownName: distribution.name,
                    origin: distribution.origin, families: try await distribution.index()?.count,
                    refreshed: distribution.refreshedAt.map { Timestamp(seconds: $0).description }, state: .current))
        }
        return CatalogListReport(rows: rows, faults: try context.catalogFolders().readable().faults)
    }
}

/// The catalogues and their states.
struct CatalogListReport: Report {
    /// A catalogue.
    struct Row: Sendable {
        var id: String
        var name: String?
        /// The name in the user's language.
        var shownName: String?
        /// Nil for the distribution.
        var address: String?
        var origin: CatalogFolders.Origin
        /// The file with the address.
        var file: String?
        var families: Int?
        var version: Int64?
        var expires: String?
        var refreshed: String?
        var state: State
    }

    /// How much is known of a catalogue.
    enum State: Sendable, Hashable {
        case current, expired, neverRefreshed

        var word: Message {
            switch self {
            case .current: "current"
            case .expired: "expired"
            case .neverRefreshed: "never refreshed"
            }
        }
    }

    var rows: [Row]
    /// Why the addresses of some catalogues cannot be read.
    var faults: [FontError] = []

    var diagnostics: [String] {
        faults.map(\.shown)
            + rows.filter { $0.origin != .distribution && $0.state != .neverRefreshed && $0.families == nil }.map {
                tr("The copy of the catalogue \($0.id) is missing. `fontctl catalog refresh` fetches it again.")
            }
    }

    var json: JSON {
        [
            "catalogs": .array(
                rows.map { row in
                    [
                        "id": .string(row.id), "name": JSON(row.name), "address": JSON(row.address),
                        "origin": .string(row.origin.rawValue), "file": JSON(row.file), "families": JSON(row.families),
                        "version": row.version.map { JSON($0) } ?? .null, "expires": JSON(row.expires),
                        "refreshed": JSON(row.refreshed), "state": .string(row.state.word.description),
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            rows.map { row in
                [
                    row.id, row.shownName == row.id ? "" : row.shownName ?? "",
                    row.families.map { tr(counted($0, "family", "families")) } ?? "",
                    row.version.map { tr("version \($0)") } ?? "", tr(row.origin.word), tr(row.state.word),
                    row.expires.map { tr("expires \(timeText($0))") } ?? "",
                    row.refreshed.map { tr("refreshed \(timeText($0))") } ?? "",
                    row.address ?? "",
                ]
            })
    }

    var hint: String? { tr("There are no catalogues. `fontctl catalog add` adds one.") }
}

extension CatalogFolders.Origin {
    /// The text for the origin of a catalogue in the table.
    fileprivate var word: Message {
        switch self {
        case .user: "user"
        case .administrator: "administrator"
        case .package: "package"
        case .distribution: "distribution"
        }
    }
}
