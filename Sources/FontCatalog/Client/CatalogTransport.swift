import FontFiles
package import FontModel
import Foundation
import TUF

/// The way to the files of a catalogue.
package protocol CatalogTransport: Sendable {
    /// Returns the bytes of a file below the address of the catalogue; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The path, in the form of an address.
    ///   - limit: The maximum number of bytes.
    /// - Throws: `registrationFailed` (301) with the cause `catalog` and the fault ``FontError/CatalogFault/tooLong`` for a
    ///   longer file.
    func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]?
}

/// A catalogue in a folder of this machine (`file:`).
package struct FolderTransport: CatalogTransport {
    private let folder: String

    /// - Returns: Nil for an address that is not of a local folder.
    package init?(_ address: CatalogAddress) {
        guard let url = URL(string: address.url), url.scheme == "file",
            ["", "localhost"].contains(url.host(percentEncoded: false) ?? "")
        else { return nil }
        let path = url.path(percentEncoded: false)
        guard path.hasPrefix("/") else { return nil }
        folder = path
    }

    package func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? {
        guard let name = path.removingPercentEncoding, !name.split(separator: "/").contains("..") else { return nil }
        do throws(FontError) {
            return try PublishedFolder.read(folder + name, atMost: limit)
        } catch {
            guard error.code == .exceededResourceLimit else { throw error }
            throw TrustError.tooLong(name: path, limit: limit).fontError(about: folder)
        }
    }
}
