package import FontModel

extension FontCatalogs {
    /// Returns the address of a catalogue with the hash of its root, which somebody must confirm.
    package func unconfirmedAddress(_ url: String) async throws(FontError) -> CatalogAddress {
        try await CatalogFolders.unconfirmedAddress(url, over: network.files)
    }

    /// Adds a catalogue for the user after a refresh.
    ///
    /// - Returns: Its identifier.
    package func add(_ address: CatalogAddress) async throws(FontError) -> String {
        try await folders.addRefreshed(address, over: network.files, besides: distribution()?.id).id
    }

    /// Removes a catalogue that the user added; its fonts stay.
    package func remove(_ catalog: KnownCatalog) throws(FontError) { try folders.remove(catalog.entry) }

    /// Fetches the newest version of a catalogue, whether it is due or not.
    package func refresh(_ catalog: KnownCatalog) async throws(FontError) {
        _ = try await catalog.refresh()
    }
}
