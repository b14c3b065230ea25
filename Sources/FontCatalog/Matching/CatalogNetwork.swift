package import FontModel
package import FontTransfer

/// The ways to catalogues and to the files of families.
package struct CatalogNetwork: Sendable {
    /// The way to files, also to those of catalogues on servers.
    package let files: any FileTransport

    package init(_ files: any FileTransport) { self.files = files }

    /// The ways of this machine.
    ///
    /// - Parameter isInsecure: Whether addresses that begin with `http:` are used.
    package static func live(isInsecure: Bool = false) -> CatalogNetwork { CatalogNetwork(FolderFiles()) }

    /// The way to the metadata of a catalogue.
    ///
    /// - Throws: `insufficientInfo` (303) for an address of another kind than `https:`, `http:` or `file:`.
    package func metadata(_ address: CatalogAddress) throws(FontError) -> any CatalogTransport {
        if let folder = FolderTransport(address) { return folder }
        throw FontError(
            .insufficientInfo, "The address is not one of a folder. Use an address such as file:///srv/fonts/.",
            file: address.url)
    }
}

extension CatalogAddress {
    /// Whether the catalogue is in a folder of this machine, so that no server is asked.
    var isFolder: Bool { url.hasPrefix("file:") }
}
