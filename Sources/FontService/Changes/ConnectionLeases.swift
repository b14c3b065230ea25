import FontBus
import FontModel
import FontRegistry
import Foundation

/// Registrations that live as long as the connection of whoever made them.
///
/// Written down beside the session's fonts: a service that is killed ends them when it comes back, if their owners left
/// meanwhile.
actor ConnectionLeases {
    /// What is written down.
    private struct Record: Codable {
        /// Which bus the names are of: another gives them out anew.
        var bus: String
        /// Ids of registrations, by unique name.
        var leases: [String: [String]]
    }

    private let connection: BusConnection
    private let manager: FontManager
    private let file: String?
    private var record = Record(bus: "", leases: [:])
    private var isRecovered = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ connection: BusConnection, _ manager: FontManager, paths: FontPaths) {
        self.connection = connection
        self.manager = manager
        file = paths.sessionRoot.map { $0 + "/connections" }
    }

    var isEmpty: Bool { record.leases.isEmpty }

    /// Waits until what an earlier service left is taken up: nobody must see fonts of peers that are gone.
    func recovered() async {
        if !isRecovered { await withCheckedContinuation { waiters.append($0) } }
    }

    /// Takes up what an earlier service left; only for who has the service's name, and so the file.
    func recover() async {
        await takeUp()
        isRecovered = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    private func takeUp() async {
        guard let answer = try? await connection.call("GetId", of: .bus), let bus = answer.first?.string else { return }
        record.bus = bus
        guard let file, let data = try? Data(contentsOf: URL(filePath: file)),
            let earlier = try? JSONDecoder().decode(Record.self, from: data)
        else { return }
        if earlier.bus == bus {
            for (peer, ids) in earlier.leases { try? await hold(ids, for: peer) }
        } else {
            await end(earlier.leases.values.flatMap(\.self))
        }
        write()
    }

    /// Ends registrations when a peer leaves the bus; at once if it has left.
    func hold(_ ids: [String], for peer: String) async throws(BusFailure) {
        guard !ids.isEmpty else { return }
        let isNew = record.leases[peer] == nil
        record.leases[peer, default: []] += ids
        write()
        guard isNew else { return }
        try await connection.whenGone(peer) { [weak self] in
            Task { await self?.left(peer) }
        }
    }

    private func left(_ peer: String) async {
        guard let ids = record.leases[peer] else { return }
        await end(ids)
        record.leases[peer] = nil
        write()
    }

    /// What was unregistered meanwhile is not there to end.
    private func end(_ ids: [String]) async {
        _ = try? await manager.unregister(ids.map(FontTarget.id), scope: .session)
    }

    private func write() {
        guard let file else { return }
        if record.leases.isEmpty {
            try? FileManager.default.removeItem(atPath: file)
        } else if let data = try? JSONEncoder().encode(record) {
            try? data.write(to: URL(filePath: file), options: .atomic)
        }
    }
}
