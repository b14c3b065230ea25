import ArgumentParser
import FontCatalog
import FontRegistry
import Foundation

struct CatalogAdd: FontctlCommand {
    static let configuration = CommandConfiguration(
        "add", in: "catalog", abstract: "Add a catalogue and refresh it.",
        discussion: """
            The address ends in #sha256= and the hash of the catalogue's root, which the publisher states. Without it, \
            the hash is shown, and you are asked whether you trust the catalogue. A folder may be typed as a path.

            Examples:
              fontctl catalog add file:///srv/fonts/#sha256=HASH
              fontctl catalog add ./site
            """)

    @Argument(help: ArgumentHelp("The address of the catalogue.", valueName: "url#sha256=root"), completion: .directory)
    var typed: String

    @OptionGroup var network: NetworkOptions

    @OptionGroup var output: OutputOptions

    /// The typed address, or that of the folder with the typed path.
    private var address: String {
        guard PathArgument.url(typed) == nil, !typed.hasPrefix("file:") else { return typed }
        let hash = typed.range(of: "#sha256=").map { String(typed[$0.lowerBound...]) } ?? ""
        let path = String(typed.dropLast(hash.count))
        guard !path.isEmpty, let folder = try? FontctlContext.current.absolutePath(path) else { return typed }
        return URL(filePath: folder, directoryHint: .isDirectory).absoluteString + hash
    }

    private var url: String { address.firstRange(of: "#").map { String(address[..<$0.lowerBound]) } ?? address }

    func validate() throws {
        guard KnownCatalog.isUsable(CatalogAddress(url: url, root: "")) else {
            throw ValidationError(
                message:
                    "Only addresses of servers and folders can be used, such as https://example.org/fonts/ or file:///srv/fonts/."
            )
        }
        guard !address.contains("#") || CatalogAddress(address) != nil else {
            throw ValidationError(
                message: "The hash of the root has another form. Specify #sha256= and 64 hexadecimal digits.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let folders = try context.catalogFolders()
        let files = context.files(allowingInsecure: network.allowsInsecure)
        var chosen = CatalogAddress(address)
        if chosen == nil {
            let found = try await CatalogFolders.unconfirmedAddress(url, over: files)
            let question = tr(
                "The root of the catalogue has the SHA-256 \(found.root). Trust the catalogue? [y/N] ")
            switch context.ask(question) {
            case true?: chosen = found
            case false?: return CatalogChange(.refused, id: found.digits)
            case nil:
                let advice: Message =
                    "If you trust the catalogue, specify its full address: fontctl catalog add '\(found)'"
                return Failure(advice, exitStatus: ExitStatus.usage)
            }
        }
        guard let chosen else { preconditionFailure("an address that was not validated") }
        let (id, isNew) = try await folders.addRefreshed(
            chosen, over: files, besides: try context.distributionSource()?.id)
        var change = CatalogChange(isNew ? .added : .known, id: id)
        // The publisher may have moved it.
        if !isNew, let entry = folders.readable().entries.first(where: { $0.address.root == chosen.root }),
            entry.address.url != chosen.url
        {
            change.former = entry
        }
        return change
    }
}

struct CatalogRemove: FontctlCommand {
    static let configuration = CommandConfiguration(
        "remove", in: "catalog", abstract: "Remove a catalogue that you added.",
        discussion: """
            Registered fonts stay. A catalogue of all users is removed by an administrator.

            Example:
              fontctl catalog remove fonts
            """)

    @Argument(help: ArgumentHelp("The catalogue, by its identifier.", valueName: "id"), completion: .catalogs)
    var id: String

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let catalog = try await context.catalog(id)
        try context.catalogFolders().remove(catalog.entry)
        return CatalogChange(.removed, id: catalog.id)
    }
}

/// What was done with a catalogue.
struct CatalogChange: Report {
    enum Result: Sendable, Hashable {
        case added, known, refused, removed

        var word: Message {
            switch self {
            case .added: "added"
            case .known: "known already"
            case .refused: "not added"
            case .removed: "removed"
            }
        }
    }

    var result: Result
    var id: String
    /// The address that stays, of a catalogue that is known by another one.
    var former: CatalogFolders.Entry?

    init(_ result: Result, id: String) { (self.result, self.id) = (result, id) }

    var json: JSON {
        [
            "catalog": .string(id), "result": .string(result.word.description),
            "changed": .bool(result == .added || result == .removed),
        ]
    }
    var text: TextOutput { TextOutput([[id, tr(result.word)]]) }
    var diagnostics: [String] {
        guard let former else { return [] }
        let command = ShellWords.line(["fontctl", "catalog", "remove", id])
        return [
            former.origin == .user
                ? tr(
                    "Its address is still \(former.address.shown). To use the new one, remove the catalogue with `\(command)`, and add it again; its fonts stay."
                )
                : tr(
                    "Its address is still \(former.address.shown). An administrator can change it in \(former.file).")
        ]
    }
    var exitStatus: Int32 { result == .refused ? ExitStatus.failed : ExitStatus.done }
}
