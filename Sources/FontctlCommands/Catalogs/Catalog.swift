import ArgumentParser
import FontCatalog
import FontFetching
import FontRegistry
import Foundation
import ProgramSupport

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

extension FontctlContext {
    /// The folders of the catalogues.
    func catalogFolders() throws(FontError) -> CatalogFolders {
        let prefix = URL(filePath: String(ProgramFile.folder)).deletingLastPathComponent().path
        return try CatalogFolders(registry().paths, environment: variables, share: prefix + "/share")
    }

    /// The catalogues that are set up, in the order of their folders.
    ///
    /// - Parameter willFetch: Whether files will be fetched from each; the process that fetches them is then started at the same time.
    func catalogs(
        allowingInsecure: Bool = false, willFetch: Bool = false
    ) async throws(FontError) -> [KnownCatalog] {
        let (folders, files) = (try catalogFolders(), files(allowingInsecure: allowingInsecure))
        if willFetch { files.prepare(for: folders.readable().entries.map(\.address.url)) }
        return try await folders.catalogs(over: files, at: KnownCatalog.now, besides: try distributionSource()?.id)
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
            network: CatalogNetwork(files(allowingInsecure: allowingInsecure)), distribution: distribution(),
            environment: CatalogEnvironment(isMetered: isMetered))
    }

    /// The catalogue of an identifier.
    ///
    /// - Throws: 303 if there is none, 302 for the distribution.
    func catalog(_ id: String, allowingInsecure: Bool = false) async throws(FontError) -> KnownCatalog {
        guard
            let catalog = try await catalogs(allowingInsecure: allowingInsecure)
                .first(where: { $0.id == id || $0.entry.address.digits == id })
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
