import ArgumentParser
import FontAdvice
import FontCatalog
import FontRegistry
import FontTransfer
import Glibc
import ProgramSupport
import TUF

struct CatalogBuilding: FontctlCommand {
    static let configuration = CommandConfiguration(
        "build", in: "catalog", abstract: "Build a catalogue from fonts.",
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
            30 days, and run `fontctl catalog renew` every week. With --mirror, the documents list the fonts on further \
            servers as well, which have a copy of the folder files; specify the mirrors for each build. With --serve the catalogue is delivered to this \
            machine until Ctrl-C, for a look at it before it is published.

            Examples:
              fontctl catalog build ~/fonts --out /srv/www/fonts --keys ~/catalog-keys
              fontctl catalog build ~/fonts --out site --keys keys --allow-license CC-BY-NC-4.0
              fontctl catalog build ~/fonts --out site --keys keys --serve 8000
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

    @Option(
        help: ArgumentHelp(
            "An address below which another server has the folder files; can be repeated.", valueName: "url"))
    var mirror: [MirrorArgument] = []

    @Flag(help: "List the mirrors alone, for a server that has no room for the fonts.")
    var metadataOnly = false

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

    func validate() throws {
        if metadataOnly, mirror.isEmpty {
            throw ValidationError(message: "Nobody would have the fonts. Specify a server that has them with --mirror.")
        }
        switch from {
        case .system:
            if !given.isEmpty {
                throw ValidationError(message: "The fonts of this machine are in no folder. Leave it out.")
            }
        case .debian: if given.isEmpty { throw ValidationError(message: "Specify the packages, such as fonts-klee.") }
        default: if given.count != 1 { throw ValidationError(message: "Specify one folder of fonts.") }
        }
    }

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

    /// The source of the fonts.
    private func source(in context: FontctlContext) throws(FontError) -> CatalogSource {
        switch from {
        case .system: .system(packages: { PackageOwner.find($0) })
        case .debian: .debian(given.map(\.text))
        default: .folder(try context.absolute(given[0].text), from.flatMap { .init(rawValue: $0.rawValue) })
        }
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
        options.mirrors = mirror.map(\.url)
        options.listsOwnFiles = !metadataOnly
        let build = CatalogBuild(
            of: try source(in: context),
            describedBy: try about.map { path throws(FontError) in try context.absolute(path.text) },
            as: publication, allowing: allowLicense.map(\.text), context: registry, options: options)
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

/// The address of a mirror as an argument.
struct MirrorArgument: ExpressibleByArgument {
    /// The address, ending in a slash.
    var url: String

    init?(argument: String) {
        // Clients fetch without encryption from this machine only.
        guard let address = RemoteAddress(argument), address.isSecure || address.isLoopback, !argument.contains("?"),
            !argument.contains("#")
        else { return nil }
        url = argument.hasSuffix("/") ? argument : argument + "/"
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
        [
            tr("address for others, with the URL of the folder: URL#sha256=\(root)"),
            tr("address on this machine: \(local)"),
        ]
    }
}
