import FontCatalog
import FontRegistry

/// The font of a query to catalogues, or why there is none.
struct CatalogQueryReport: Report {
    var query: String
    var match: CatalogQuery.Match?
    var catalog: String?
    var failure: CatalogQuery.Failure?

    private var result: String { failure?.rawValue ?? "OK" }

    var json: JSON {
        let document: JSON = ["query": .string(query), "result": .string(result)]
        guard let match else { return document }
        return document.adding([
            (
                "font",
                [
                    "catalog": JSON(catalog), "id": .string(match.family.id), "family": .string(match.family.family),
                    "postscriptName": .string(match.postscriptName), "style": .string(match.face.style),
                    "weight": JSON(match.coordinates["wght"] ?? match.face.weight), "exact": .bool(match.isExact),
                    "sha256": .string(match.file.sha256), "size": JSON(match.file.size),
                ]
            )
        ])
    }

    var text: TextOutput {
        guard let match else { return TextOutput() }
        return TextOutput([
            [
                match.postscriptName, match.family.family, match.face.style, match.isExact ? "" : tr("nearest style"),
                byteCount(Int(clamping: match.file.size)), catalog ?? "",
            ]
        ])
    }

    var diagnostics: [String] {
        switch failure {
        case nil: []
        case .fontUnavailable?:
            [
                "\(result): "
                    + tr("The family is not offered any more. `fontctl catalog search` shows its state.")
            ]
        case .fontNotFound?, .malformedQuery?:
            [
                "\(result): "
                    + tr(
                        "No catalogue has a family of this name with this style. With besteffort=true the query takes the nearest style."
                    )
            ]
        }
    }

    var exitStatus: Int32 { failure == nil ? ExitStatus.done : ExitStatus.failed }
}
