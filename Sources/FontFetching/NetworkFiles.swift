import FontFiles
import FontModel
package import FontTransfer
import Synchronization

/// Files of servers, which `fontd-fetch` fetches.
///
/// The process starts with the first request, or with ``prepare(for:)``, makes all transfers, and ends when it has had
/// nothing to do for a while, or with this object. After its death the next request starts another one.
package final class NetworkFiles: FileTransport {
    /// Starts a process.
    package typealias Start = @Sendable () async throws(FetchProcess.StartFailure) -> FetchProcess

    private let start: Start
    private let variables: [String: String]
    private let allowsInsecure: Bool
    private let patience: Int

    private struct State {
        var connection: FetchConnection?
        /// The start of the next process, and the ports to which that may connect.
        var starting: (task: Task<Started, Never>, ports: Set<UInt16>)?
        /// The ports of the requests so far.
        var ports: Set<UInt16>
    }

    private typealias Started = Result<FetchConnection, FetchProcess.StartFailure>

    private let state: Mutex<State>

    /// Files that a process of this program fetches.
    ///
    /// - Parameters:
    ///   - program: The path of `fontd-fetch`; nil if it is not installed.
    ///   - early: A process that is started already, which is the first one; nil for none.
    ///   - environment: The variables by name, of which those for proxies and certificates count.
    ///   - allowsInsecure: Whether addresses of HTTP on other machines are allowed.
    ///   - patience: The seconds of ``TransferLimits/patience``.
    package convenience init(
        program: String? = FontWorkers.installedFetchProgram, early: EarlyFetchProcess? = nil,
        environment: [String: String], allowsInsecure: Bool = false, patience: Int = TransferLimits.patience
    ) {
        self.init(environment: environment, allowsInsecure: allowsInsecure, patience: patience) {
            () throws(FetchProcess.StartFailure) in
            if let process = try early?.take() { return process }
            guard let program else { throw FetchProcess.StartFailure(.missing, reason: "fontd-fetch is not installed") }
            return try FetchProcess(program: program)
        }
    }

    /// Files that a process fetches which somebody else starts.
    ///
    /// - Parameters:
    ///   - environment: The variables by name, of which those for proxies and certificates count.
    ///   - allowsInsecure: Whether addresses of HTTP on other machines are allowed.
    ///   - patience: The seconds of ``TransferLimits/patience``.
    ///   - start: Starts a process.
    package init(
        environment: [String: String], allowsInsecure: Bool = false, patience: Int = TransferLimits.patience,
        start: @escaping Start
    ) {
        self.start = start
        self.allowsInsecure = allowsInsecure
        self.patience = patience
        variables = environment.filter { FetchSetup.names.contains($0.key) && !$0.value.isEmpty }
        // HTTPS, and name servers with long answers.
        state = Mutex(State(ports: Set([443, 53] + variables.compactMap(Self.proxyPort))))
    }

    deinit { state.withLock { $0.connection }?.close() }

    /// The process that this program started, for tests; nil if none runs.
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
        // A process that was started for this request ends idle, too, if this task had to wait for a thread.
        var attempts = 2
        while true {
            if Task.isCancelled { throw TransferFault(.cancelled, at: shown) }
            let (connection, isNew) = try await connection(to: address.port, for: shown)
            // A process with more ports may have taken its place just now.
            guard let transfer = connection.start(order) else { continue }
            do throws(TransferFault) {
                return NetworkAnswer(try await transfer.head(), transfer, of: self)
            } catch {
                // An idle process may have ended just now.
                if isNew { attempts -= 1 }
                guard transfer.isLostWithoutAnswer, attempts > 0 else { throw error }
            }
        }
    }

    /// Starts a process for requests of some addresses, of which those of servers count.
    package func prepare(for addresses: [String]) {
        let ports = addresses.compactMap { address in
            RemoteAddress(address).flatMap { $0.isSecure || $0.isLoopback || allowsInsecure ? $0.port : nil }
        }
        guard let first = ports.first else { return }
        state.withLock { $0.ports.formUnion(ports) }
        Task(executorPreference: TaskExecution.executor) { _ = try? await self.connection(to: first, for: "") }
    }

    /// A process that may connect to a port, and whether it was started for that.
    private func connection(
        to port: UInt16, for address: String
    ) async throws(TransferFault) -> (FetchConnection, isNew: Bool) {
        let running: FetchConnection?
        let starting: Task<Started, Never>?
        (running, starting) = state.withLock { state in
            if let connection = state.connection, connection.isUsable, connection.ports.contains(port) {
                return (connection, nil)
            }
            state.ports.insert(port)
            if let starting = state.starting, starting.ports.contains(port) { return (nil, starting.task) }
            let (ports, earlier) = (state.ports, state.starting?.task)
            let task = Task(executorPreference: TaskExecution.executor) { [self] in
                _ = await earlier?.value
                let result = await Started { () async throws(FetchProcess.StartFailure) in
                    let setup = FetchSetup(variables: variables, ports: ports.sorted())
                    return FetchConnection(try await start(), setup, patience: patience)
                }
                started(result, ports)
                return result
            }
            state.starting = (task, ports)
            return (nil, task)
        }
        if let running { return (running, false) }
        switch await starting?.value {
        case .success(let connection)?: return (connection, true)
        case .failure(let failure)?:
            throw TransferFault(.network(failure.fault), at: address, reason: failure.reason)
        case nil: preconditionFailure("neither a process nor its start")
        }
    }

    /// Makes a process the one for later requests.
    private func started(_ result: Started, _ ports: Set<UInt16>) {
        let earlier = state.withLock { state in
            if state.starting?.ports == ports { state.starting = nil }
            guard case .success(let connection) = result else { return nil as FetchConnection? }
            defer { state.connection = connection }
            return state.connection
        }
        earlier?.retire()
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
