package import FontModel

/// A way to files at addresses: over the network, or in folders of this machine.
package protocol FileTransport: Sendable {
    /// Asks for a file; returns when the head of the answer has arrived.
    ///
    /// Redirections are followed. Statuses other than 200, 206, 304, 404 and 410 are thrown.
    func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer

    /// Starts the processes that requests of some addresses will need, while the caller does other work.
    ///
    /// Nothing is asked of a server. Errors are those of the requests.
    func prepare(for addresses: [String])
}

extension FileTransport {
    /// Most ways need nothing.
    package func prepare(for addresses: [String]) {}
}

/// A request for a file.
package struct FileRequest: Sendable, Hashable {
    /// The absolute address: `https:`, `http:` or `file:`.
    package var address: String
    /// The first byte that is wanted.
    package var offset: Int64
    /// The strong `ETag` of the part that is there; the server sends the whole file if it has another one (`If-Range`).
    package var part: String?
    /// The most bytes of the body; a longer one is stopped with ``TransferFault/Kind/tooLong``.
    package var limit: Int64
    /// Whether the server may compress the body in transit, as for metadata.
    ///
    /// The body arrives decompressed, and the limit counts its bytes.
    package var isCompressible: Bool

    package init(
        _ address: String, offset: Int64 = 0, part: String? = nil, limit: Int64, isCompressible: Bool = false
    ) {
        self.address = address
        self.offset = offset
        self.part = part
        self.limit = limit
        self.isCompressible = isCompressible
    }
}

/// The head of an answer.
package struct FileHead: Sendable, Hashable {
    /// The status; that of a server also for `file:`.
    package var status: Int
    /// The place of the body's first byte in the file; 0 if the server began again.
    package var offset: Int64
    /// The number of bytes of the whole file, if the server states it.
    package var length: Int64?
    /// The `ETag`, if it is a strong one.
    package var tag: String?
    /// The address after redirections.
    package var address: String

    package init(status: Int, offset: Int64 = 0, length: Int64? = nil, tag: String? = nil, address: String) {
        self.status = status
        self.offset = offset
        self.length = length
        self.tag = tag
        self.address = address
    }

    /// Whether there is no such file.
    package var isMissing: Bool { status == 404 || status == 410 }
}

/// An answer, whose body is read part by part.
package protocol FileAnswer: Sendable {
    var head: FileHead { get }
    /// The next bytes of the body; nil at its end.
    func next() async throws(TransferFault) -> [UInt8]?
    /// Ends the transfer; further bytes do not arrive.
    func cancel()
}

/// The reason that a file was not transferred.
package struct TransferFault: Error, Sendable, Hashable {
    /// The kind of a fault.
    package enum Kind: Sendable, Hashable {
        case network(FontError.NetworkFault)
        /// The body is longer than the request's limit.
        case tooLong
        /// ``FileAnswer/cancel()`` was called, or the task was cancelled.
        case cancelled
    }

    package var kind: Kind
    /// The address, without a user name and a password.
    package var address: String
    /// The status of the server, if it is the reason.
    package var status: Int?
    /// How long the server asks to wait (`Retry-After`), in seconds.
    package var retryAfter: Int?
    /// The reason in words of the network library; empty if the kind says all.
    package var reason: String

    /// - Parameter address: The address as it was asked for.
    package init(
        _ kind: Kind, at address: String, status: Int? = nil, retryAfter: Int? = nil, reason: String = ""
    ) {
        self.kind = kind
        self.address = RemoteAddress.shown(address)
        self.status = status
        self.retryAfter = retryAfter
        self.reason = reason
    }
}
