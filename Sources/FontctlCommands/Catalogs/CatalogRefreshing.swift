import ArgumentParser
import FontCatalog
import FontRegistry

struct CatalogRefreshing: FontctlCommand {
    static let configuration = CommandConfiguration(
        "refresh", in: "catalog", abstract: "Get the newest versions of catalogues.",
        discussion: """
            If a catalogue is not accepted, its copy stays as it was, and the other ones are refreshed.

            Examples:
              fontctl catalog refresh
              fontctl catalog refresh fonts
            """)

    @Argument(
        help: ArgumentHelp("The catalogues, by their identifiers; without one, all.", valueName: "id"),
        completion: .catalogs)
    var id: [String] = []

    @OptionGroup var network: NetworkOptions

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var chosen: [KnownCatalog] = []
        for id in id { chosen.append(try await context.catalog(id, allowingInsecure: network.allowsInsecure)) }
        if id.isEmpty {
            chosen = try await context.catalogs(allowingInsecure: network.allowsInsecure, willFetch: true)
        }
        var report = CatalogRefreshReport()
        for catalog in chosen {
            do throws(FontError) {
                let (stated, result) = try await catalog.refresh()
                report.done.append((catalog.document == nil ? stated : catalog.id, result))
            } catch {
                report.failed.append((catalog.id, error))
            }
        }
        return report
    }
}

/// What refreshes of catalogues found.
struct CatalogRefreshReport: Report {
    var done: [(id: String, result: CatalogRefresh.Result)] = []
    var failed: [(id: String, error: FontError)] = []

    var json: JSON {
        [
            "refreshed": .array(
                done.map { id, result in
                    [
                        "id": .string(id), "version": JSON(result.snapshot),
                        "families": .integer(Int64(result.families)), "unchanged": .bool(result.isUnchanged),
                    ]
                }),
            "changed": .bool(done.contains { !$0.result.isUnchanged }),
            "failed": .array(
                failed.map { id, error in
                    [
                        "id": .string(id), "code": .integer(Int64(error.code.rawValue)),
                        "message": .string(error.message), "cause": JSON(error.cause?.word),
                    ]
                }),
        ]
    }

    var text: TextOutput {
        TextOutput(
            done.map { id, result in
                [
                    id, tr(counted(result.families, "family", "families")), tr("version \(result.snapshot)"),
                    result.isUnchanged ? tr("unchanged") : "",
                ]
            })
    }

    var diagnostics: [String] { failed.map { "\($0.id): \($0.error.localizedMessage)" } }
    var hint: String? { failed.isEmpty ? tr("There are no catalogues. `fontctl catalog add` adds one.") : nil }
    var exitStatus: Int32 { failed.isEmpty ? ExitStatus.done : ExitStatus.failed }
}
