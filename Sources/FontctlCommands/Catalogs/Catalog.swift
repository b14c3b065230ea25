import ArgumentParser
import FontCatalog
import FontRegistry
import FontTransfer
import Foundation
import Glibc
import ProgramSupport
import TUF

struct Catalog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", _superCommandName: "fontctl", abstract: "Use and publish signed catalogues of fonts.",
        discussion: """
            A catalogue is a folder of static files that its publisher signed. Its address has the hash of its root, \
            by which it is trusted. A search uses the copy of the last refresh. Each command takes --json.

            Examples:
              fontctl catalog list
              fontctl catalog search --language ja
              fontctl catalog build ~/fonts --out site --keys keys
            """,
        subcommands: [
            CatalogAdd.self, CatalogList.self, CatalogRefreshing.self, CatalogRemove.self, CatalogSearch.self,
            CatalogShow.self, CatalogKeygen.self, CatalogBuilding.self, CatalogRenew.self, CatalogRotate.self,
        ])
}

/// A catalogue that is set up, and what is known of it.
struct KnownCatalog: Sendable {
    let entry: CatalogFolders.Entry
    let copy: CatalogCopy
    /// What the catalogue says of itself; nil before the first refresh.
    let document: CatalogDocument?
    /// The way to its files.
    let files: any FileTransport

    /// The identifier for people; before the first refresh that of its folder.
    var id: String { document?.id ?? entry.address.folderName }

    /// The documents of the catalogue.
    func documents() throws(FontError) -> CatalogDocuments {
        CatalogDocuments(of: copy, over: try Self.transport(entry.address, files))
    }

    /// Whether files can be fetched from the address of a catalogue.
    static func isUsable(_ address: CatalogAddress) -> Bool {
        FolderTransport(address) != nil || RemoteAddress(address.url) != nil
    }

    /// The way to a catalogue.
    ///
    /// - Throws: 303 for an address of another kind than `https:`, `http:` and `file:`.
    static func transport(
        _ address: CatalogAddress, _ files: any FileTransport
    ) throws(FontError) -> any CatalogTransport {
        try CatalogNetwork(files).metadata(address)
    }

    /// The time of this refresh or check.
    static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}

extension KnownCatalog: FamilySource {
    var origin: CatalogFolders.Origin { entry.origin }

    func index() async throws(FontError) -> CatalogIndex? { try copy.index() }

    func family(_ id: String) async throws(FontError) -> FamilyDocument? { try await documents().family(id) }
}

extension FontctlContext {
    /// The folders of the catalogues.
    func catalogFolders() throws(FontError) -> CatalogFolders {
        let prefix = URL(filePath: String(ProgramFile.folder)).deletingLastPathComponent().path
        return try CatalogFolders(registry().paths, environment: variables, share: prefix + "/share")
    }

    /// The catalogues that are set up, in the order of their folders.
    func catalogs(allowingInsecure: Bool = false) async throws(FontError) -> [KnownCatalog] {
        let folders = try catalogFolders()
        let files = files(allowingInsecure: allowingInsecure)
        var catalogs: [KnownCatalog] = []
        for entry in try folders.entries() {
            let copy = folders.copy(of: entry.address)
            var document: CatalogDocument?
            if let transport = try? KnownCatalog.transport(entry.address, files) {
                // A folder needs no request, so that what a package brings is found without a first refresh.
                if copy.refreshedAt == nil, FolderTransport(entry.address) != nil {
                    _ = try? await CatalogRefresh(of: copy, over: transport, now: KnownCatalog.now).run()
                }
                // A catalogue that cannot be read is listed, too.
                document = try? await CatalogDocuments(of: copy, over: transport).catalog()
            }
            catalogs.append(KnownCatalog(entry: entry, copy: copy, document: document, files: files))
        }
        return catalogs
    }

    /// The distribution of this machine; nil if nothing is known of its fonts.
    func distributionSource() throws(FontError) -> DistributionSource? {
        guard let places = distribution() else { return nil }
        return try catalogFolders().distribution(places)
    }

    /// The catalogues that are set up, and the distribution after them.
    func familySources(allowingInsecure: Bool = false) async throws(FontError) -> [any FamilySource] {
        let distribution = try distributionSource()
        return try await catalogs(allowingInsecure: allowingInsecure) + (distribution.map { [$0] } ?? [])
    }

    /// The fonts that catalogues offer.
    func fontCatalogs(allowingInsecure: Bool = false) async throws(FontError) -> FontCatalogs {
        try FontCatalogs(
            await manager(), folders: catalogFolders(),
            network: CatalogNetwork(files(allowingInsecure: allowingInsecure)),
            environment: CatalogEnvironment(isMetered: isMetered))
    }

    /// The catalogue of an identifier.
    ///
    /// - Throws: 303 if there is none, 302 for the distribution.
    func catalog(_ id: String, allowingInsecure: Bool = false) async throws(FontError) -> KnownCatalog {
        guard
            let catalog = try await catalogs(allowingInsecure: allowingInsecure)
                .first(where: { $0.id == id || $0.entry.address.folderName == id })
        else {
            if let distribution = try distributionSource(), distribution.id == id {
                throw FontError(
                    .missingEntitlement,
                    "\(id) is the distribution of this machine, which is always listed. Its package manager refreshes it, with `apt update` for example."
                )
            }
            throw FontError(
                .insufficientInfo, "There is no catalogue “\(id)”. `fontctl catalog list` lists the catalogues.")
        }
        return catalog
    }
}
