import ArgumentParser
import FontCatalog
import FontRegistry
import TUF

struct Downloads: FontctlCommand {
    static let configuration = CommandConfiguration(
        "downloads", abstract: "List the downloaded families.",
        discussion: """
            Lists the families of which downloaded fonts are registered, with the catalogue, the version, the size of the \
            files, the date, and whether a person or a program asked for them. `fontctl unregister` removes them.

            Example:
              fontctl downloads
            """)

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        DownloadList(families: try await context.fontCatalogs().downloads())
    }
}

/// The downloaded families.
struct DownloadList: Report {
    var families: [DownloadedFamily]

    var json: JSON {
        [
            "downloads": .array(
                families.map { family in
                    let origin = family.origin
                    return [
                        "family": .string(origin.family), "id": .string(origin.id),
                        "catalog": .string(origin.catalog), "version": .string(origin.version),
                        "size": JSON(family.size), "files": JSON(family.registrations.count),
                        "faces": JSON(family.faces.map(\.postscriptName)),
                        "date": .string(Timestamp(seconds: origin.date).description),
                        "pinned": .bool(origin.isPinned), "by": .string(origin.asker.rawValue),
                        "agreements": .array(
                            origin.consent.map { consent in
                                [
                                    "sha256": .string(consent.text),
                                    "date": .string(Timestamp(seconds: consent.date).description),
                                ]
                            }),
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            families.map { family in
                let origin = family.origin
                return [
                    origin.family, origin.version, byteCount(Int(clamping: family.size)), origin.catalog,
                    String(Timestamp(seconds: origin.date).description.prefix(10)), tr(origin.asker.word),
                    origin.isPinned ? tr("pinned") : "",
                ]
            })
    }

    var hint: String? { tr("There are no downloaded fonts. `fontctl download` downloads fonts by name.") }
}

extension DownloadOrigin.Asker {
    /// The text for the requester of a download in the table.
    fileprivate var word: Message {
        switch self {
        case .person: "by a person"
        case .request: "by a program"
        }
    }
}
