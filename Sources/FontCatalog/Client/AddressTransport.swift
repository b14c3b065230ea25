package import FontModel
package import FontTransfer
import TUF

/// A catalogue at an address of any kind.
///
/// A server that cannot deliver a file now is asked again, as for fonts.
package struct AddressTransport: CatalogTransport {
    private let address: CatalogAddress
    private let files: any FileTransport
    private let pause: DownloadPause

    package init(_ address: CatalogAddress, over files: any FileTransport, pause: DownloadPause = .timed) {
        self.address = address
        self.files = files
        self.pause = pause
    }

    package func fetch(_ path: String, atMost limit: Int) async throws(FontError) -> [UInt8]? {
        // Packs are compressed already.
        let request = FileRequest(
            address.url + path, limit: Int64(limit), isCompressible: !path.hasSuffix(".gz"))
        var rounds = RequestRounds()
        while true {
            do throws(TransferFault) {
                return try await bytes(request)
            } catch {
                // Servers of static files that do not list their folders answer so for a file that is not there.
                if error.kind == .network(.status), error.status == 403 { return nil }
                if error.kind == .tooLong {
                    throw TrustError.tooLong(name: path, limit: limit).fontError(about: address.shown)
                }
                guard error.isPassing, !Task.isCancelled, let time = rounds.next(after: error.retryAfter) else {
                    throw error.fontError(keepsPart: false)
                }
                await pause.wait(time)
                guard !Task.isCancelled else { throw .downloadCancelled }
            }
        }
    }

    /// Makes a request.
    ///
    /// - Returns: The body; nil if there is no such file.
    private func bytes(_ request: FileRequest) async throws(TransferFault) -> [UInt8]? {
        let answer = try await files.open(request)
        if answer.head.isMissing { return nil }
        guard answer.head.status == 200 else {
            throw TransferFault(.network(.status), at: answer.head.address, status: answer.head.status)
        }
        var bytes: [UInt8] = []
        while let part = try await answer.next() {
            guard bytes.count + part.count <= Int(request.limit) else {
                answer.cancel()
                throw TransferFault(.tooLong, at: request.address)
            }
            bytes += part
        }
        return bytes
    }
}
