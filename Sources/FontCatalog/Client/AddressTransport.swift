package import FontModel
package import FontTransfer
import TUF

/// A catalogue at an address of any kind.
package struct AddressTransport: CatalogTransport {
    private let address: CatalogAddress
    private let files: any FileTransport

    package init(_ address: CatalogAddress, over files: any FileTransport) {
        self.address = address
        self.files = files
    }

    package func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? {
        // Packs are compressed already.
        let request = FileRequest(
            address.url + path, limit: Int64(limit), isCompressible: !path.hasSuffix(".gz"))
        do throws(TransferFault) {
            let answer = try await files.open(request)
            if answer.head.isMissing { return nil }
            guard answer.head.status == 200 else {
                throw TransferFault(.network(.status), at: answer.head.address, status: answer.head.status)
            }
            var bytes: [UInt8] = []
            while let part = try await answer.next() {
                guard bytes.count + part.count <= limit else {
                    answer.cancel()
                    throw TransferFault(.tooLong, at: request.address)
                }
                bytes += part
            }
            return bytes
        } catch {
            // Servers of static files that do not list their folders answer so for a file that is not there.
            if error.kind == .network(.status), error.status == 403 { return nil }
            guard error.kind == .tooLong else { throw error.fontError }
            throw TrustError.tooLong(name: path, limit: limit).fontError(about: address.shown)
        }
    }
}
