import ArgumentParser
import FontCatalog
import FontRegistry
import ProgramSupport

struct CatalogBuilding: FontctlCommand {
    static let configuration = CommandConfiguration(
        "build", in: "catalog", abstract: "Build a catalogue from a folder of fonts.",
        discussion: """
            The folder is searched as by `fontctl register`, and each family needs its license text beside its fonts. \
            Families under closed or unknown licenses are left out unless you allow them. An optional catalog.json in \
            the folder has id, name, names (by language) and homepage of the catalogue.

            Any web server delivers the result. Built again from the same fonts it is the same. Build at least every \
            30 days, and run `fontctl catalog renew` every week.

            Examples:
              fontctl catalog build ~/fonts --out /srv/www/fonts --keys ~/catalog-keys
              fontctl catalog build ~/fonts --out site --keys keys --allow-license CC-BY-NC-4.0
            """)

    @Argument(help: "The folder of the fonts.", completion: .directory)
    var folder: PathArgument

    @Option(help: ArgumentHelp("The folder of the catalogue.", valueName: "folder"), completion: .directory)
    var out: PathArgument

    @Option(
        help: ArgumentHelp("A closed license under which you may distribute; can be repeated.", valueName: "spdx"))
    var allowLicense: [NameArgument] = []

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let publication = try publishing.publication(of: out, in: context)
        var registry = try context.readingRegistry()
        // The fonts may come from anywhere.
        if registry.workers == nil, let worker = FontWorkers.program(besides: ProgramFile.folder + "/fontctl") {
            registry.workers = FontWorkers(program: worker)
        }
        let build = CatalogBuild(
            of: try context.absolute(folder.text), as: publication, allowing: allowLicense.map(\.text),
            context: registry)
        return CatalogBuildReport(try await build.run(), in: try context.absolute(out.text))
    }
}

/// The address of a published catalogue.
struct PublishedAddress: Sendable {
    /// The SHA-256 of the first root.
    var root: String
    /// The folder of the catalogue.
    var folder: String

    /// The address on this machine.
    var local: String { CatalogAddress(folder: folder, root: root).description }

    /// The members of a document.
    var members: [(String, JSON?)] { [("root", .string(root)), ("address", .string(local))] }

    /// Lines for people.
    var lines: [String] {
        ["address for others, with the URL of the folder: URL#sha256=\(root)", "address on this machine: \(local)"]
    }
}

/// What a build of a catalogue made.
struct CatalogBuildReport: Report {
    /// A family of the catalogue.
    struct Family: Sendable {
        var id: String
        var family: String
        var version: String
        var license: String
        var files: Int
        var size: Int64
        var state: String
    }

    /// A family or file that was left out.
    struct Refusal: Sendable {
        var family: String?
        var error: FontError
    }

    /// What was published.
    struct Published: Sendable {
        var version: Int64
        var changedBins: Int
        var isChanged: Bool
        var address: PublishedAddress
    }

    var id: String
    var families: [Family] = []
    var removed: [String] = []
    var refused: [Refusal] = []
    /// The numbers of files in formats that a catalogue does not have.
    var passedOver: [String: Int] = [:]
    /// Nil if there was nothing to publish.
    var published: Published?

    var json: JSON {
        let families = families.map { family -> JSON in
            [
                "id": .string(family.id), "family": .string(family.family), "version": .string(family.version),
                "license": .string(family.license), "files": .integer(Int64(family.files)), "size": JSON(family.size),
                "state": .string(family.state),
            ]
        }
        let refused = refused.map { refusal -> JSON in
            [
                "family": JSON(refusal.family), "file": JSON(refusal.error.file),
                "code": .integer(Int64(refusal.error.code.rawValue)), "message": .string(refusal.error.message),
            ]
        }
        let skipped = passedOver.sorted { $0.key < $1.key }.map { JSON.Member(key: $0.key, value: JSON($0.value)) }
        let document: JSON = [
            "catalog": .string(id), "changed": .bool(published?.isChanged ?? false), "families": .array(families),
            "removed": JSON(removed), "refused": .array(refused), "skipped": .object(skipped),
        ]
        guard let published else { return document }
        return document.adding(
            [
                ("version", JSON(published.version)), ("changedBins", JSON(published.changedBins)),
            ] + published.address.members)
    }

    var text: TextOutput {
        var text = TextOutput(
            families.map { family in
                [
                    family.state, family.id, family.family, family.version, counted(family.files, "file"),
                    byteCount(Int(clamping: family.size)), family.license,
                ]
            } + removed.map { ["removed", $0] })
        if let published {
            let bins = counted(published.changedBins, "hash bin")
            text.line(
                "version \(published.version), \(counted(families.count, "family", "families")), \(bins) changed")
            text.lines(published.address.lines)
        }
        return text
    }

    var diagnostics: [String] {
        var lines = refused.map { refusal in
            "\(refusal.family ?? refusal.error.file ?? id): \(refusal.error.message) (\(refusal.error.code.rawValue))"
        }
        if !passedOver.isEmpty {
            let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            lines.append(
                "Left out: \(kinds). A catalogue has TrueType and OpenType fonts only; convert the other ones.")
        }
        if published == nil { lines.append("Nothing was published, because there is no family to publish.") }
        return lines
    }

    var exitStatus: Int32 { refused.isEmpty && published != nil ? ExitStatus.done : ExitStatus.failed }
}

extension CatalogBuildReport {
    init(_ result: CatalogBuildResult, in folder: String) {
        id = result.catalog.id
        families = result.families.map { family in
            Family(
                id: family.id, family: family.summary.family, version: family.summary.version,
                license: family.summary.license, files: family.summary.files, size: family.summary.size,
                state: family.state.rawValue)
        }
        removed = result.removed
        refused = result.refused.map { Refusal(family: $0.family, error: $0.error) }
        passedOver = result.passedOver
        published = result.publication.map { publication in
            Published(
                version: publication.snapshot, changedBins: publication.changedBins, isChanged: publication.isChanged,
                address: PublishedAddress(root: publication.root, folder: folder))
        }
    }
}
