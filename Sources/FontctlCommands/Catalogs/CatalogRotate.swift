import ArgumentParser
import FontCatalog
import FontRegistry

extension PublisherKeys.Role: WordArgument {}

struct CatalogRotate: FontctlCommand {
    static let configuration = CommandConfiguration(
        "rotate", in: "catalog", abstract: "Replace the keys of a catalogue.",
        discussion: """
            The former root key signs the next root as well, so clients follow, and the address of the catalogue stays. \
            The former keys are kept as NAME.old.pem; remove them after that. The folder needs the keys of all roles.

            Examples:
              fontctl catalog rotate /srv/www/fonts --keys ~/catalog-keys --role timestamp
              fontctl catalog rotate /srv/www/fonts --keys ~/catalog-keys
            """)

    @Argument(help: "The folder of the catalogue.", completion: .directory)
    var folder: PathArgument

    @Option(
        help: ArgumentHelp(
            "A role: root, targets, bins, snapshot or timestamp; can be repeated. Without it, all.", valueName: "role"))
    var role: [PublisherKeys.Role] = []

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let (out, keys) = try publishing.folders(of: folder, in: context)
        let roles = role.isEmpty ? PublisherKeys.Role.allCases : role.unique
        let result = try Publication.replaceKeys(roles, in: keys, of: out, now: KnownCatalog.now)
        return CatalogRotationReport(
            keys: roles.map { role in
                .init(
                    role: role.rawValue, file: "\(keys)/\(role.fileName)", former: "\(keys)/\(role.formerFileName)")
            }, version: result.snapshot, rootVersion: result.rootVersion,
            address: PublishedAddress(root: result.root, folder: out))
    }
}

/// Keys that were replaced.
struct CatalogRotationReport: Report {
    /// A key.
    struct Key: Sendable {
        var role: String
        var file: String
        /// The file of the former key.
        var former: String
    }

    var keys: [Key]
    /// The version of the snapshot.
    var version: Int64
    /// The version of the root.
    var rootVersion: Int64
    var address: PublishedAddress

    var json: JSON {
        let keys = keys.map { key -> JSON in
            ["role": .string(key.role), "file": .string(key.file), "former": .string(key.former)]
        }
        return JSON.object([]).adding(
            [
                ("keys", .array(keys)), ("version", JSON(version)), ("rootVersion", JSON(rootVersion)),
                ("changed", .bool(true)),
            ] + address.members)
    }

    var text: TextOutput {
        var text = TextOutput(keys.map { [tr("replaced"), $0.role, $0.file, tr("former key:"), $0.former] })
        text.line(tr("version \(version), root \(rootVersion)"))
        text.lines(address.lines)
        return text
    }
}
