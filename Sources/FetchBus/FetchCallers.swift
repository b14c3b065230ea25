import DBus
import FontTransfer
import Glibc

/// The peers on the bus that get processes: the owner of fontd's name, as the same user.
actor FetchCallers {
    private let connection: BusConnection
    private let processes: FetchProcesses
    private var known: Set<String> = []

    init(_ connection: BusConnection, _ processes: FetchProcesses) {
        self.connection = connection
        self.processes = processes
    }

    /// Requires that a peer is fontd, whose processes end with its connection.
    ///
    /// - Throws: `AccessDenied` for other peers.
    func requireAllowed(_ peer: String) async throws(BusFailure) {
        guard try await owner() == peer, try await user(of: peer) == Int64(getuid()) else {
            throw BusFailure(
                "org.freedesktop.DBus.Error.AccessDenied",
                "Only the owner of \(FetchProtocol.busCaller) may open a connection to fontd-fetch.")
        }
        guard known.insert(peer).inserted else { return }
        do throws(BusFailure) {
            try await connection.whenGone(peer) { [weak self] in
                Task { await self?.left(peer) }
            }
        } catch {
            known.remove(peer)
            throw error
        }
    }

    private func left(_ peer: String) {
        known.remove(peer)
        processes.end(of: peer)
    }

    private func owner() async throws(BusFailure) -> String? {
        do throws(BusFailure) {
            return try await connection.call("GetNameOwner", of: .bus, [.string(FetchProtocol.busCaller)]).first?.string
        } catch {
            guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
            return nil
        }
    }

    private func user(of peer: String) async throws(BusFailure) -> Int64? {
        try await connection.call("GetConnectionUnixUser", of: .bus, [.string(peer)]).first?.integer
    }
}
