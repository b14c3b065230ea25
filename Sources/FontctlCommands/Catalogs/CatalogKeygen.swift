import ArgumentParser
import FontCatalog
import FontRegistry

struct CatalogKeygen: FontctlCommand {
    static let configuration = CommandConfiguration(
        "keygen", in: "catalog", abstract: "Make the keys of a new catalogue.",
        discussion: """
            Each role of the catalogue gets a private key (Ed25519, PKCS#8) that only you can read. Keep root.pem where \
            no network reaches it: it is needed only for the first build and for new keys. timestamp.pem is enough for \
            `fontctl catalog renew`.

            Example:
              fontctl catalog keygen ~/catalog-keys
            """)

    @Argument(help: "The folder for the keys.", completion: .directory)
    var folder: PathArgument

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let path = try context.absolute(folder.text)
        try PublisherKeys.create(in: path)
        return CatalogKeysReport(files: PublisherKeys.Role.allCases.map { "\(path)/\($0.fileName)" })
    }
}

/// The keys that were made.
struct CatalogKeysReport: Report {
    var files: [String]

    var json: JSON { ["keys": JSON(files), "changed": .bool(true)] }
    var text: TextOutput { TextOutput(files.map { [tr("created"), $0] }) }

    var diagnostics: [String] {
        [
            tr(
                "Keep copies of the keys where nobody else can read them: without root.pem, lost keys cannot be replaced. `fontctl catalog build FOLDER --out SITE --keys KEYS` builds the catalogue."
            )
        ]
    }
}

/// The folders of a published catalogue and of its keys.
struct PublishingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder with the keys of the catalogue.", valueName: "folder"), completion: .directory)
    var keys: PathArgument

    /// Returns the folders, of which that of the keys is not published.
    ///
    /// - Throws: `invalidFilePath` (306) if it would be.
    func folders(of catalog: PathArgument, in context: FontctlContext) throws(FontError) -> (out: String, keys: String)
    {
        let folders = (out: try context.absolute(catalog.text), keys: try context.absolute(keys.text))
        try PublishedFolder.require(
            folders.keys, outside: folders.out,
            or: "The private keys are within the folder of the catalogue, which everyone can read. Move them elsewhere."
        )
        return folders
    }

    /// Returns the publication of a catalogue.
    func publication(of catalog: PathArgument, in context: FontctlContext) throws(FontError) -> Publication {
        let (out, keys) = try folders(of: catalog, in: context)
        return Publication(folder: out, keys: try PublisherKeys(in: keys), now: KnownCatalog.now)
    }
}
