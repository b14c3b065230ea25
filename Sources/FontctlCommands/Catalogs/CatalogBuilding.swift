import ArgumentParser
import FontAdvice
import FontCatalog
import FontRegistry
import ProgramSupport

struct CatalogBuilding: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Build a catalogue from fonts.",
        discussion: """
            The folder is searched as by `fontctl register`, and each family needs its license text beside its fonts. \
            Families under closed or unknown licenses are left out unless you allow them. An optional catalog.json in \
            the folder has id, name, names (by language) and homepage of the catalogue; --about names another file.

            Metadata of publishers beside the fonts are read, too: METADATA.pb of google/fonts, metadata.json of \
            Fontsource, formulas of fontist (.yml) and lists of Google's interface (.json). Claims that a font file \
            contradicts are reported, and the file counts. With --from, one of google-fonts, fontsource, fontist and \
            webfonts is read alone; system takes the fonts of this machine instead of a folder, and debian the \
            packages that you name, which apt-get downloads.

            Any web server delivers the result. Built again from the same fonts it is the same. Build at least every \
            30 days, and run `fontctl catalog renew` every week.

            Examples:
              fontctl catalog build ~/fonts --out /srv/www/fonts --keys ~/catalog-keys
              fontctl catalog build ~/fonts --out site --keys keys --allow-license CC-BY-NC-4.0
              fontctl catalog build --from debian fonts-klee fonts-lato --out site --keys keys
            """)

    /// Where the fonts or their metadata come from.
    enum Origin: String, WordArgument {
        case googleFonts = "google-fonts"
        case fontsource, fontist, webfonts, system, debian
    }

    @Argument(
        help: ArgumentHelp("The folder of the fonts; the packages with --from debian.", valueName: "folder"),
        completion: .directory)
    var given: [PathArgument] = []

    @Option(help: ArgumentHelp("The kind of the metadata, system or debian.", valueName: "origin"))
    var from: Origin?

    @Option(
        help: ArgumentHelp("A file that describes the catalogue, instead of catalog.json.", valueName: "file"),
        completion: .file())
    var about: PathArgument?

    @Option(help: ArgumentHelp("The folder of the catalogue.", valueName: "folder"), completion: .directory)
    var out: PathArgument

    @Option(
        help: ArgumentHelp("A closed license under which you may distribute; can be repeated.", valueName: "spdx"))
    var allowLicense: [NameArgument] = []

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        switch from {
        case .system:
            if !given.isEmpty { throw ValidationError("The fonts of this machine are in no folder. Leave it out.") }
        case .debian: if given.isEmpty { throw ValidationError("Specify the packages, such as fonts-klee.") }
        default: if given.count != 1 { throw ValidationError("Specify one folder of fonts.") }
        }
    }

    /// The source of the fonts.
    private func source(in context: FontctlContext) throws(FontError) -> CatalogSource {
        switch from {
        case .system: .system(packages: { PackageOwner.find($0) })
        case .debian: .debian(given.map(\.text))
        default: .folder(try context.absolute(given[0].text), from.flatMap { .init(rawValue: $0.rawValue) })
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let publication = try publishing.publication(of: out, in: context)
        var registry = try context.readingRegistry()
        // The fonts may come from anywhere.
        if registry.workers == nil, let worker = FontWorkers.program(besides: ProgramFile.folder + "/fontctl") {
            registry.workers = FontWorkers(program: worker)
        }
        let build = CatalogBuild(
            of: try source(in: context),
            describedBy: try about.map { path throws(FontError) in try context.absolute(path.text) },
            as: publication, allowing: allowLicense.map(\.text), context: registry)
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
    /// The claims of publishers that the files contradict.
    var wrongClaims: [WrongClaim] = []
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
        let claims = wrongClaims.map { claim -> JSON in
            [
                "family": .string(claim.family), "file": JSON(claim.file), "claim": .string(claim.claim),
                "claimed": .string(claim.claimed), "actual": JSON(claim.actual), "metadata": .string(claim.metadata),
            ]
        }
        let document: JSON = [
            "catalog": .string(id), "changed": .bool(published?.isChanged ?? false), "families": .array(families),
            "removed": JSON(removed), "refused": .array(refused), "skipped": .object(skipped),
            "wrongClaims": .array(claims),
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
        lines += wrongClaims.map(Self.line)
        if !passedOver.isEmpty {
            let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            lines.append(
                "Left out: \(kinds). A catalogue has TrueType and OpenType fonts only; convert the other ones.")
        }
        if published == nil { lines.append("Nothing was published, because there is no family to publish.") }
        return lines
    }

    /// A line about a claim that a file contradicts.
    private static func line(_ claim: WrongClaim) -> String {
        let start = "\(claim.family): \(PathText.name(of: claim.metadata)) states"
        if claim.claim == "file" { return "\(start) the file “\(claim.claimed)”, which is missing." }
        let file = claim.file.map { " of \(PathText.name(of: $0))" } ?? ""
        let claimed = claim.claimed.isEmpty ? "nothing" : "“\(claim.claimed)”"
        let actual = claim.actual.map { "“\($0)”" } ?? "nothing"
        return "\(start) \(claimed) as \(claim.claim)\(file), but the file has \(actual)."
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
        wrongClaims = result.wrongClaims
        published = result.publication.map { publication in
            Published(
                version: publication.snapshot, changedBins: publication.changedBins, isChanged: publication.isChanged,
                address: PublishedAddress(root: publication.root, folder: folder))
        }
    }
}
