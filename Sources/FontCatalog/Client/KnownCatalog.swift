package import FontModel
package import FontTransfer
import Glibc
package import TUF

/// A catalogue that is set up, and what is known of it.
package struct KnownCatalog: Sendable {
    package let entry: CatalogFolders.Entry
    package let copy: CatalogCopy
    /// What the catalogue says of itself; nil before the first refresh.
    package let document: CatalogDocument?
    /// The way to its files.
    package let files: any FileTransport

    /// The identifier for people; before the first refresh that of its folder.
    package var id: String { document?.id ?? entry.address.folderName }

    /// The documents of the catalogue.
    package func documents() throws(FontError) -> CatalogDocuments {
        CatalogDocuments(of: copy, over: try Self.transport(entry.address, files))
    }

    /// Whether files can be fetched from the address of a catalogue.
    package static func isUsable(_ address: CatalogAddress) -> Bool {
        FolderTransport(address) != nil || RemoteAddress(address.url) != nil
    }

    /// The way to a catalogue.
    ///
    /// - Throws: 303 for an address of another kind than `https:`, `http:` and `file:`.
    package static func transport(
        _ address: CatalogAddress, _ files: any FileTransport
    ) throws(FontError) -> any CatalogTransport {
        try CatalogNetwork(files).metadata(address)
    }

    /// The time of this refresh or check.
    package static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}

extension KnownCatalog: FamilySource {
    package var origin: CatalogFolders.Origin { entry.origin }

    package func index() async throws(FontError) -> CatalogIndex? { try copy.index() }

    package func family(_ id: String) async throws(FontError) -> FamilyDocument? { try await documents().family(id) }
}

extension CatalogFolders {
    /// The catalogues that are set up, in the order of their folders.
    package func catalogs(over files: any FileTransport) async throws(FontError) -> [KnownCatalog] {
        var catalogs: [KnownCatalog] = []
        for entry in try entries() {
            let copy = copy(of: entry.address)
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
}
