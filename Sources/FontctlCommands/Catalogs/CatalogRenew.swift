import ArgumentParser
import FontCatalog
import FontRegistry
import TUF

struct CatalogRenew: FontctlCommand {
    static let configuration = CommandConfiguration(
        "renew", in: "catalog", abstract: "Sign the timestamp of a catalogue anew.",
        discussion: """
            Clients refuse a timestamp after 14 days. Run this every week, for example with cron; the folder of the keys \
            needs timestamp.pem only.

            Example:
              fontctl catalog renew /srv/www/fonts --keys ~/timestamp-key
            """)

    @Argument(help: "The folder of the catalogue.", completion: .directory)
    var folder: PathArgument

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let renewal = try publishing.publication(of: folder, in: context).renew()
        let out = try context.absolute(folder.text)
        return CatalogRenewalReport(
            file: out + "/metadata/timestamp.json", version: renewal.snapshot, expires: renewal.expires.description,
            snapshotExpires: renewal.snapshotExpires.description,
            endsEarlier: renewal.snapshotExpires < renewal.expires,
            address: PublishedAddress(root: renewal.root, folder: out))
    }
}

/// A timestamp that was signed anew.
struct CatalogRenewalReport: Report {
    var file: String
    /// The version of the snapshot.
    var version: Int64
    var expires: String
    var snapshotExpires: String
    /// Whether the snapshot expires before the timestamp.
    var endsEarlier: Bool
    var address: PublishedAddress

    var json: JSON {
        JSON.object([]).adding(
            [
                ("file", .string(file)), ("version", JSON(version)), ("expires", .string(expires)),
                ("snapshotExpires", .string(snapshotExpires)), ("changed", .bool(true)),
            ] + address.members)
    }

    var text: TextOutput {
        var text = TextOutput([[tr("renewed"), file, tr("version \(version)"), tr("expires \(timeText(expires))")]])
        text.lines(address.lines)
        return text
    }

    var diagnostics: [String] {
        guard endsEarlier else { return [] }
        let date = timeText(snapshotExpires)
        return [tr("The snapshot expires on \(date). Before that, run `fontctl catalog build` again.")]
    }
}
