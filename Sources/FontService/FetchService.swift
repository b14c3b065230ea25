package import FontBus
package import FontFetching
import FontRegistry
import FontTransfer

/// The service `org.fontd.FontFetch1`, which starts processes that fetch files for fontd.
///
/// fontd's unit allows no sockets for the network, neither to it nor to its children.
package enum FetchService {
    /// Returns the files of servers, through processes of the service.
    ///
    /// - Parameters:
    ///   - connection: The connection that owns fontd's name.
    ///   - environment: The variables by name, of which those for proxies and certificates count.
    package static func files(over connection: BusConnection, environment: [String: String]) -> NetworkFiles {
        NetworkFiles(environment: environment) { () async throws(FetchProcess.StartFailure) in
            try await process(over: connection)
        }
    }

    private static let address = BusMethodAddress(
        destination: FetchProtocol.busName, path: FetchProtocol.busPath, interface: FetchProtocol.busName)

    /// The attempts to get a process; the service may be exiting just now.
    private static let attempts = 3

    private static func process(
        over connection: BusConnection
    ) async throws(FetchProcess.StartFailure) -> FetchProcess {
        var (reason, fault) = ("", FontError.NetworkFault.notStarted)
        for _ in 0..<attempts {
            do throws(BusFailure) {
                let answer = try await connection.call("Open", of: address, valueLimit: 1)
                // The answer's own descriptor is closed with the answer.
                if let socket = answer.first?.descriptor.flatMap({ OpenedFile(duplicating: $0.raw) }) {
                    return FetchProcess(at: socket)
                }
                throw BusFailure("org.freedesktop.DBus.Error.Failed", "fontd has too many open files.")
            } catch {
                (reason, fault) = (error.message, Self.isOfInstallation(error) ? .missing : .notStarted)
                guard Self.isEnd(error) else { break }
            }
        }
        if reason.hasSuffix(".") { reason.removeLast() }
        throw FetchProcess.StartFailure(
            fault, reason: "\(FetchProtocol.busName) on the session bus starts no process: \(reason)")
    }

    /// Whether the bus knows no such service, or cannot run its program.
    private static func isOfInstallation(_ failure: BusFailure) -> Bool {
        [
            "ServiceUnknown", "Spawn.ServiceNotFound", "Spawn.ServiceNotValid", "Spawn.FileInvalid", "Spawn.ExecFailed",
        ].contains { failure.name == "org.freedesktop.DBus.Error.\($0)" }
    }

    /// Whether the service ended instead of answering.
    private static func isEnd(_ failure: BusFailure) -> Bool {
        ["NoReply", "Disconnected"].contains { failure.name == "org.freedesktop.DBus.Error.\($0)" }
    }
}
