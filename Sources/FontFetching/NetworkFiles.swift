import FontFiles
package import FontTransfer
import Synchronization

/// Files of servers, which `fontd-fetch` fetches.
///
/// The process starts with the first request, makes all transfers, and ends when it has had nothing to do for a while, or
/// with this object. After its death the next request starts another one.
package final class NetworkFiles: FileTransport {
    private let program: String?
    private let variables: [String: String]
    private let allowsInsecure: Bool
    private let patience: Int

    private struct State {
        var connection: FetchConnection?
        /// The ports of the requests so far.
        var ports: Set<UInt16>
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - program: The path of `fontd-fetch`; nil if it is not installed.
    ///   - environment: The variables by name, of which those for proxies and certificates count.
    ///   - allowsInsecure: Whether addresses of HTTP on other machines are allowed.
    ///   - patience: The seconds of ``TransferLimits/patience``.
    package init(
        program: String? = FontWorkers.installedFetchProgram, environment: [String: String],
        allowsInsecure: Bool = false, patience: Int = TransferLimits.patience
    ) {
        self.program = program
        self.allowsInsecure = allowsInsecure
        self.patience = patience
        variables = environment.filter { FetchSetup.names.contains($0.key) && !$0.value.isEmpty }
        // HTTPS, and name servers with long answers.
        state = Mutex(State(ports: Set([443, 53] + variables.compactMap(Self.proxyPort))))
    }

    deinit { state.withLock { $0.connection }?.close() }

    /// The process, for tests; nil if none runs.
    package var process: Int32? {
        state.withLock { $0.connection.flatMap { $0.isUsable ? $0.identifier : nil } }
    }

    package func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
        let shown = RemoteAddress.shown(request.address)
        guard let address = RemoteAddress(request.address) else {
            throw TransferFault(
                .network(.unreachable), at: shown, reason: "This is not an address with http: or https:")
        }
        guard address.isSecure || address.isLoopback || allowsInsecure else {
            throw TransferFault(.network(.tls), at: shown, reason: "The address is one of HTTP, without encryption")
        }
        let order = FetchOrder(request, allowsInsecure: allowsInsecure, patience: patience)
        while true {
            if Task.isCancelled { throw TransferFault(.cancelled, at: shown) }
            let (connection, isNew) = try connection(to: address.port, for: shown)
            // A process with more ports may have taken its place just now.
            guard let transfer = connection.start(order) else { continue }
            do throws(TransferFault) {
                return NetworkAnswer(try await transfer.head(), transfer, of: self)
            } catch {
                // An idle process may have ended just now.
                guard transfer.isLostWithoutAnswer, !isNew else { throw error }
            }
        }
    }

    /// A process that may connect to a port, and whether it was started for that.
    private func connection(
        to port: UInt16, for address: String
    ) throws(TransferFault) -> (FetchConnection, isNew: Bool) {
        guard let program else {
            throw TransferFault(.network(.missing), at: address, reason: "fontd-fetch is not installed")
        }
        let result = state.withLock { state -> Result<(FetchConnection, Bool), TransferFault> in
            if let connection = state.connection, connection.isUsable {
                if connection.ports.contains(port) { return .success((connection, false)) }
                connection.retire()
            }
            state.ports.insert(port)
            let setup = FetchSetup(variables: variables, ports: state.ports.sorted())
            return Result { () throws(TransferFault) in
                let connection = try FetchConnection(program: program, setup, for: address)
                state.connection = connection
                return (connection, true)
            }
        }
        return try result.get()
    }

    /// The port of a proxy; libcurl's own if none is stated.
    private static func proxyPort(_ name: String, _ value: String) -> UInt16? {
        guard name.lowercased().hasSuffix("_proxy"), name.lowercased() != "no_proxy" else { return nil }
        let place = value.split(separator: "@").last ?? ""
        let host = place.split(separator: "/").last { !$0.hasSuffix(":") } ?? ""
        guard let colon = host.lastIndex(of: ":"), let port = UInt16(host[host.index(after: colon)...]) else {
            return place.lowercased().hasPrefix("https:") ? 443 : 1080
        }
        return port
    }
}
