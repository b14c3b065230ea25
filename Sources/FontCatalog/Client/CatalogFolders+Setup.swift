package import FontModel
package import FontTransfer
import TUF

extension CatalogFolders {
    /// Returns the address with the hash of the root that is at an address, which nobody has confirmed.
    ///
    /// - Parameter url: The address of the catalogue without a hash.
    /// - Throws: `fileNotFound` (101) if there is no catalogue; `insufficientInfo` (303) for an address of another kind than
    ///   `https:`, `http:` and `file:`.
    package static func unconfirmedAddress(
        _ url: String, over files: any FileTransport
    ) async throws(FontError) -> CatalogAddress {
        let transport = try KnownCatalog.transport(CatalogAddress(url: url, root: ""), files)
        guard let root = try await transport.fetch("metadata/1.root.json", atMost: MetadataLimits.root) else {
            throw FontError(
                .fileNotFound, "There is no catalogue at the address. Check the address.",
                file: RemoteAddress.shown(url), cause: .catalog(.missing, detail: "1.root.json"))
        }
        return CatalogAddress(url: url, root: Digest.hexadecimal(Digest.sha256(root)))
    }

    /// Refreshes a catalogue, and adds it for the user if it is not set up.
    ///
    /// - Parameter distribution: The identifier of the distribution, which no catalogue has.
    /// - Returns: The identifier of the catalogue, and whether it is new.
    /// - Throws: `missingEntitlement` (302) if another catalogue has the identifier, which names the owner of its downloads;
    ///   the errors of a refresh. Nothing is added then.
    package func addRefreshed(
        _ address: CatalogAddress, over files: any FileTransport, besides distribution: String?
    ) async throws(FontError) -> (id: String, isNew: Bool) {
        let copy = copy(of: address)
        let wasTrusted = copy.isTrusted
        do throws(FontError) {
            let (stated, _) = try await Self.refresh(address, copy, over: files)
            let known = try await catalogs(over: files, at: KnownCatalog.now, besides: distribution)
            // Another process may have added it meanwhile.
            let isKnown = known.contains { $0.address.root == address.root }
            if !isKnown {
                guard stated != distribution, !known.contains(where: { $0.id == stated }) else {
                    throw FontError(
                        .missingEntitlement,
                        "The catalogue calls itself \(stated), as one that is set up does, so one could replace the fonts of the other. Remove that one first, or ask the publisher for another identifier.",
                        file: address.shown)
                }
                try add(address)
            }
            // Downloads from a catalogue that was removed may have the identifier.
            let id = try await catalogs(over: files, at: KnownCatalog.now, besides: distribution)
                .first { $0.address.root == address.root }?.id
            return (id ?? stated, !isKnown)
        } catch {
            if (try? isSetUp(address)) == false { copy.remove(withTrust: !wasTrusted) }
            throw error
        }
    }

    private func isSetUp(_ address: CatalogAddress) throws(FontError) -> Bool {
        try entries().contains { $0.address.root == address.root }
    }

    /// Refreshes a copy, and returns the identifier that the catalogue states, with the result.
    ///
    /// - Parameter read: The contents of the copy that are in memory already.
    static func refresh(
        _ address: CatalogAddress, _ copy: CatalogCopy, over files: any FileTransport,
        sharing read: CatalogDocuments.Read = CatalogDocuments.Read()
    ) async throws(FontError) -> (id: String, result: CatalogRefresh.Result) {
        let transport = try KnownCatalog.transport(address, files)
        let result = try await CatalogRefresh(of: copy, over: transport, now: KnownCatalog.now).run()
        let document = try await CatalogDocuments(of: copy, over: transport, sharing: read).catalog()
        return (document?.id ?? address.digits, result)
    }
}
