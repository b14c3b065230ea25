package import FontTransfer

/// Files at addresses of all kinds: those of this machine, and those of servers.
package struct AnyFiles: FileTransport {
    private let folders = FolderFiles()
    private let network: any FileTransport

    package init(network: any FileTransport) { self.network = network }

    package func prepare(for addresses: [String]) { network.prepare(for: addresses) }

    package func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
        let isLocal = request.address.prefix(5).lowercased() == "file:"
        return try await isLocal ? folders.open(request) : network.open(request)
    }
}
