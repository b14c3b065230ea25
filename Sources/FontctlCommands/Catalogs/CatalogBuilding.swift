import ArgumentParser
import FontCatalog
import FontRegistry
import Glibc
import ProgramSupport
import TUF

struct CatalogBuilding: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Build a catalogue from a folder of fonts.",
        discussion: """
            The folder is searched as by `fontctl register`, and each family needs its license text beside its fonts. \
            Families under closed or unknown licenses are left out unless you allow them. An optional catalog.json in \
            the folder has id, name, names (by language) and homepage of the catalogue.

            Any web server delivers the result. Built again from the same fonts it is the same. Build at least every \
            30 days, and run `fontctl catalog renew` every week. With --serve the catalogue is delivered to this \
            machine until Ctrl-C, for a look at it before it is published.

            Examples:
              fontctl catalog build ~/fonts --out /srv/www/fonts --keys ~/catalog-keys
              fontctl catalog build ~/fonts --out site --keys keys --allow-license CC-BY-NC-4.0
              fontctl catalog build ~/fonts --out site --keys keys --serve 8000
            """)

    @Argument(help: "The folder of the fonts.", completion: .directory)
    var folder: PathArgument

    @Option(help: ArgumentHelp("The folder of the catalogue.", valueName: "folder"), completion: .directory)
    var out: PathArgument

    @Option(
        help: ArgumentHelp("A closed license under which you may distribute; can be repeated.", valueName: "spdx"))
    var allowLicense: [NameArgument] = []

    @Flag(help: "Offer large fonts without their smaller form in xz, which takes a second per 3 MB once.")
    var noXz = false

    @Option(
        help: ArgumentHelp(
            "The day on which all metadata expires, for a catalogue that nobody renews, such as one in a package.",
            valueName: "YYYY-MM-DD"))
    var expires: ExpiryArgument?

    @Option(
        defaultAsFlag: 8000, parsing: .next,
        help: ArgumentHelp(
            "Deliver the catalogue to this machine on a port; 0 for a free one.", valueName: "port"))
    var serve: UInt16?

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(console: context.console, given: context.given, isJSON: output.json)
        let status: Int32
        do throws(FontError) {
            var report = try await report(in: context)
            let server =
                report.published == nil
                ? nil
                : try serve.map { port throws(FontError) in
                    try FolderServer(of: try context.absolute(out.text), port: port)
                }
            report.port = server?.port
            // Before the address is known, so that no signal is lost.
            let signals = context.signals(server == nil ? [] : [SIGINT, SIGTERM])
            let shown = renderer.show(report)
            status = if let server { await Self.run(server, until: signals) } else { shown }
        } catch {
            status = renderer.show(Failure(await context.explained(error)))
        }
        if status != ExitStatus.done { throw ExitCode(status) }
    }

    /// Serves until a signal arrives; returns the exit status.
    private static func run(_ server: FolderServer, until signals: AsyncStream<Int32>) async -> Int32 {
        let arrived = ArrivedSignal()
        let stop = arrived.follow(signals) { server.stop() }
        defer { stop.cancel() }
        try? await BlockingWork.perform { () throws(FontError) in server.run() }
        return arrived.number.map(ExitStatus.ended) ?? ExitStatus.done
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report { try await report(in: context) }

    private func report(in context: FontctlContext) async throws(FontError) -> CatalogBuildReport {
        let publication = try publishing.publication(of: out, in: context)
        var registry = try context.readingRegistry()
        // The fonts may come from anywhere.
        if registry.workers == nil, let worker = FontWorkers.program(besides: ProgramFile.folder + "/fontctl") {
            registry.workers = FontWorkers(program: worker)
        }
        var options = BuildOptions()
        options.cache = BuildCache(environment: context.variables, reader: Release.version)
        options.drawingProgram = context.drawingProgram()
        options.packs = !noXz
        options.expiry = expires?.date
        let build = CatalogBuild(
            of: try context.absolute(folder.text), as: publication, allowing: allowLicense.map(\.text),
            context: registry, options: options)
        return CatalogBuildReport(try await build.run(), in: try context.absolute(out.text))
    }
}

/// A day as an argument; it ends at midnight of UTC.
struct ExpiryArgument: ExpressibleByArgument {
    var date: Timestamp

    init?(argument: String) {
        guard let date = Timestamp(argument + "T00:00:00Z") else { return nil }
        self.date = date
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
    /// The port at which this program delivers the catalogue; nil if it does not.
    var port: UInt16?

    /// The address at which this program delivers the catalogue.
    private var served: String? {
        port.flatMap { port in published.map { "http://127.0.0.1:\(port)/#sha256=\($0.address.root)" } }
    }

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
            ] + published.address.members + (served.map { [("served", .string($0))] } ?? []))
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
        if let served { text.line("serving on \(served) until Ctrl-C") }
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
