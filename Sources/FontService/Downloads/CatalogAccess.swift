import FontBus
import FontCatalog
import FontFetching
import FontModel
import FontRegistry
import Synchronization

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
    let network: SharedFiles

    /// The folders of the catalogues.
    ///
    /// - Throws: `registrationFailed` (301) if there is no folder for copies.
    func folders() throws(FontError) -> CatalogFolders {
        try CatalogFolders(paths, environment: environment, share: share)
    }

    /// What catalogues offer.
    ///
    /// - Parameter refreshes: Whether catalogues on servers are refreshed when they are due.
    func catalogs(for asker: DownloadOrigin.Asker, refreshes: Bool) throws(FontError) -> FontCatalogs {
        try FontCatalogs(
            manager, folders: folders(), network: CatalogNetwork(AnyFiles(network: network.files)),
            distribution: distribution,
            environment: CatalogEnvironment(
                isMetered: { [environment] in
                    await MeteredConnection(environment: environment, isInSandbox: false).read()
                }, asker: asker, offersPackages: false, refreshes: refreshes))
    }

    /// Where the distribution has its facts.
    ///
    /// Its families are not offered, for apt has no network here; its identifier is that of no catalogue.
    private var distribution: DistributionPlaces { DistributionPlaces(environment: environment) }

    /// The catalogues that are set up, for what is known of them without network.
    func sources() async throws(FontError) -> [KnownCatalog] {
        let folders = try folders()
        return try await folders.catalogs(
            over: FolderFiles(), at: KnownCatalog.now, besides: folders.distribution(distribution)?.id)
    }
}

/// The way to the files of servers, which the downloads that run at the same time share, so that one process makes all
/// their transfers.
final class SharedFiles: Sendable {
    private struct Current {
        weak var files: NetworkFiles?
    }

    private let make: @Sendable () -> NetworkFiles
    private let current = Mutex(Current())

    init(_ make: @escaping @Sendable () -> NetworkFiles) { self.make = make }

    /// The files; they end with the last download that uses them.
    var files: NetworkFiles {
        current.withLock { current in
            if let files = current.files { return files }
            let files = make()
            current.files = files
            return files
        }
    }
}
