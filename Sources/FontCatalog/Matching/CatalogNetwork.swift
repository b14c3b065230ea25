import FontFetching
package import FontModel
package import FontTransfer
import Foundation

/// The ways to catalogues and to the files of families.
package struct CatalogNetwork: Sendable {
    /// The way to files, also to those of catalogues on servers.
    package let files: any FileTransport

    package init(_ files: any FileTransport) { self.files = files }

    /// The ways of this process.
    static var live: CatalogNetwork {
        CatalogNetwork(AnyFiles(network: NetworkFiles(environment: ProcessInfo.processInfo.environment)))
    }

    /// The way to the metadata of a catalogue.
    ///
    /// - Throws: `insufficientInfo` (303) for an address of another kind than `https:`, `http:` or `file:`.
    package func metadata(_ address: CatalogAddress) throws(FontError) -> any CatalogTransport {
        if FolderFiles.path(of: address.url) != nil { return AddressTransport(address, over: FolderFiles()) }
        guard RemoteAddress(address.url) != nil else {
            throw FontError(
                .insufficientInfo,
                "There can be no catalogue at this address. Use one such as https://example.org/ or file:///srv/fonts/.",
                file: address.shown)
        }
        return AddressTransport(address, over: files)
    }
}

extension CatalogAddress {
    /// Whether the catalogue is in a folder of this machine, so that no server is asked.
    package var isFolder: Bool { url.hasPrefix("file:") }
}
