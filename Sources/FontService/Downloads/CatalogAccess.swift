import FontBus
import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import FontTransfer

/// The way of the service to the catalogues of the user.
///
/// Nothing is read and nothing is started before a call asks for it, and nothing is kept after that.
struct CatalogAccess: Sendable {
    /// A manager that acts for the user.
    let manager: FontManager
    let paths: FontPaths
    /// The variables by name.
    let environment: [String: String]
    /// The folder `<prefix>/share` of the installed service.
    let share: String
    /// Returns the way to the files of servers.
    let files: @Sendable () -> any FileTransport

    /// The folders of the catalogues.
    ///
    /// - Throws: `registrationFailed` (301) if there is no folder for copies.
    func folders() throws(FontError) -> CatalogFolders {
        try CatalogFolders(paths, environment: environment, share: share)
    }

    /// What catalogues offer.
    func catalogs(for asker: DownloadOrigin.Asker) throws(FontError) -> FontCatalogs {
        try FontCatalogs(
            manager, folders: folders(), network: CatalogNetwork(AnyFiles(network: files())),
            distribution: distribution,
            environment: CatalogEnvironment(
                isMetered: { [environment] in
                    await MeteredConnection(environment: environment, isInSandbox: false).read()
                }, asker: asker, offersPackages: false))
    }

    /// Where the distribution has its facts. Its families are not offered, for apt has no network here; its identifier is
    /// that of no catalogue.
    private var distribution: DistributionPlaces { DistributionPlaces(environment: environment) }

    /// The catalogues that are set up, for what is known of them without network.
    func sources() async throws(FontError) -> [KnownCatalog] {
        let folders = try folders()
        return try await folders.catalogs(
            over: FolderFiles(), at: KnownCatalog.now, besides: folders.distribution(distribution)?.id)
    }
}
