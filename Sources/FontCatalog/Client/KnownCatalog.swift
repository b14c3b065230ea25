import FontFetching
package import FontModel
package import FontTransfer
import Glibc
package import TUF

/// A signed catalogue that is set up on this machine, with its copy and what is known of it.
package struct KnownCatalog: FamilySource {
    package let entry: CatalogFolders.Entry
    package let copy: CatalogCopy
    /// What the catalogue says of itself; nil before the first refresh.
    package let document: CatalogDocument?
    /// The identifier, which no other catalogue of this machine has.
    package let id: String
    package let failure: FontError?
    /// The way to its files.
    package let files: any FileTransport
    fileprivate let read: CatalogDocuments.Read

    package var origin: CatalogFolders.Origin { entry.origin }
    package var address: CatalogAddress { entry.address }

    /// The documents of the catalogue.
    package func documents() throws(FontError) -> CatalogDocuments {
        CatalogDocuments(of: copy, over: try Self.transport(entry.address, files), sharing: read)
    }

    /// Refreshes the copy, and returns the identifier that the catalogue states, with the result.
    package func refresh() async throws(FontError) -> (id: String, result: CatalogRefresh.Result) {
        try await CatalogFolders.refresh(address, copy, over: files, sharing: read)
    }

    package func index() async throws(FontError) -> CatalogIndex? {
        if let index = try read.index(of: copy) { return index }
        await CatalogRefresh.restoreIndex(of: copy, by: read)
        return try read.index(of: copy)
    }

    /// The first line of the index, without the rest; nil before the first refresh, or without its copies.
    package func indexHead() async throws(FontError) -> CatalogIndex.Head? {
        if let head = try copy.indexHead() { return head }
        await CatalogRefresh.restoreIndex(of: copy, by: read)
        return try copy.indexHead()
    }

    package func family(_ id: String) async throws(FontError) -> FamilyDocument? { try await documents().family(id) }

    /// Whether files can be fetched from the address of a catalogue.
    package static func isUsable(_ address: CatalogAddress) -> Bool {
        FolderFiles.path(of: address.url) != nil || RemoteAddress(address.url) != nil
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

/// No way to a catalogue whose server does not answer: only what is known of it is used.
struct CopyAlone: CatalogTransport {
    func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? { nil }
}

extension CatalogFolders {
    /// Reads the catalogues that are set up, in the order of their folders.
    ///
    /// The identifier of a catalogue is that of the downloads from it, which its publisher cannot change, else that of its
    /// document. Of two catalogues with one identifier, the first one has it, unless downloads belong to it already, and the
    /// first digits of its root are added to that of the other one: their downloads would have one owner.
    /// - Parameters:
    ///   - distribution: The identifier of the distribution, which no catalogue has.
    ///   - isDue: Whether a catalogue is refreshed before, unless that failed in the last hour. By default those that need no
    ///     request are refreshed once, so that what a package brings is found.
    package func catalogs(
        over files: any FileTransport, at now: Timestamp, besides distribution: String?,
        refreshing isDue: (Entry, CatalogCopy) -> Bool = { $0.address.isFolder && !$1.hasIndex }
    ) async throws(FontError) -> [KnownCatalog] {
        var catalogs: [KnownCatalog] = []
        let owners = origins.owners()
        var taken = Set(owners.values).union(distribution.map { [$0] } ?? [])
        for entry in readable().entries {
            let (copy, read) = (copy(of: entry.address), CatalogDocuments.Read())
            var document: CatalogDocument?
            var failure: FontError?
            do throws(FontError) {
                let transport = try KnownCatalog.transport(entry.address, files)
                if let recent = copy.recentFailure(at: now) {
                    failure = recent
                } else if isDue(entry, copy) {
                    do throws(FontError) {
                        _ = try await CatalogRefresh(of: copy, over: transport, now: now).run()
                    } catch {
                        failure = error
                    }
                }
                // Without its document a catalogue is still useful.
                document = try? await CatalogDocuments(
                    of: copy, over: failure == nil ? transport : CopyAlone(), sharing: read
                ).catalog()
            } catch {
                failure = error
            }
            let name = document?.id ?? entry.address.digits
            let own = taken.contains(name) ? "\(name)-\(entry.address.root.prefix(8))" : name
            let id = owners[entry.address.folderName] ?? own
            taken.insert(id)
            catalogs.append(
                KnownCatalog(
                    entry: entry, copy: copy, document: document, id: id, failure: failure, files: files, read: read))
        }
        return catalogs
    }
}
