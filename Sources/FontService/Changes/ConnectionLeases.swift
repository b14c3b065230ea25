import CLinux
import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc

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
        var leases: [String: Set<String>]
        /// Registrations under way.
        var expected: [String: Expectation]
    }

    /// A registration under way: from it a service that is killed finds what has come to be and that nobody holds yet.
    private struct Expectation: Codable {
        var peer: String
        var provider: String
        /// As the provider calls them.
        var files: Set<String>
        /// What the provider had of these before.
        var earlier: Set<String>
    }

    private let connection: BusConnection
    private let manager: FontManager
    private let folder: String?
    /// Of this bus, once it is known which one that is.
    private var file: String?
    /// Held as long as there is a file: a bus beside this one may have a service, too, in the same runtime directory, and
    /// takes up what nobody holds.
    private var lock: FileHandle?
    private var record = Record(bus: "", leases: [:], expected: [:])
    private var isRecovered = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ connection: BusConnection, _ manager: FontManager, paths: FontPaths) {
        self.connection = connection
        self.manager = manager
        folder = paths.sessionRoot
    }

    /// Whether nobody holds anything, or is about to.
    var isIdle: Bool { record.leases.isEmpty && record.expected.isEmpty }

    /// Waits until what an earlier service left is taken up: nobody must see fonts of peers that are gone.
    func recovered() async {
        if !isRecovered { await withCheckedContinuation { waiters.append($0) } }
    }

    /// Takes up what an earlier service left; only for who has the service's name, and so the file.
    ///
    /// - Parameter watch: To be told of the peers that hold something.
    func recover(watching watch: (_ peer: String) async -> Void) async {
        await takeUp()
        for peer in record.leases.keys { await watch(peer) }
        isRecovered = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    private func takeUp() async {
        guard let folder, let answer = try? await connection.call("GetId", of: .bus), let bus = answer.first?.string
        else { return }
        record.bus = bus
        let own = folder + "/connections-" + bus
        file = own
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.hasPrefix("connections-"), !name.hasSuffix(".lock"), let earlier = Self.read(folder + "/" + name)
            else { continue }
            var leases = earlier.leases
            for expectation in earlier.expected.values {
                leases[expectation.peer, default: []].formUnion(
                    await present(expectation).subtracting(expectation.earlier))
            }
            if earlier.bus == bus {
                for (peer, ids) in leases { hold(Array(ids), for: peer) }
            } else if let dead = Self.lock(folder + "/" + name) {
                await end(leases.values.flatMap(\.self))
                Self.remove(folder + "/" + name)
                withExtendedLifetime(dead) {}
            }
        }
        write()
    }

    /// The provider's registrations of these files.
    private func present(_ expectation: Expectation) async -> Set<String> {
        let all = (try? await manager.registered(scope: .session, provider: expectation.provider)) ?? []
        return Set(all.filter { expectation.files.contains($0.file) }.map(\.id))
    }

    /// Writes down that a peer is about to register files that it will hold.
    ///
    /// - Returns: The id for ``endExpectation(_:)``.
    func expect(_ files: Set<String>, of provider: String, for peer: String) async -> String {
        var expectation = Expectation(peer: peer, provider: provider, files: files, earlier: [])
        expectation.earlier = await present(expectation)
        let id = UUID().uuidString
        record.expected[id] = expectation
        write()
        return id
    }

    /// Forgets an expectation: its files are registered, or will not be.
    func endExpectation(_ expected: String) {
        record.expected[expected] = nil
        write()
    }

    private static func read(_ path: String) -> Record? {
        (try? Data(contentsOf: URL(filePath: path))).flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    /// - Returns: Nil if another process has it.
    private static func lock(_ path: String) -> FileHandle? {
        let descriptor = openOwn(path + ".lock", O_RDWR)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? handle : nil
    }

    /// Has registrations end when a peer leaves the bus.
    ///
    /// - Parameters:
    ///   - ids: Registrations that are to live no longer than the peer.
    ///   - known: Registrations that were there: those that live with another peer live with this one, too.
    func hold(_ ids: [String], joining known: [String] = [], for peer: String) {
        let joined = known.filter { id in record.leases.values.contains { $0.contains(id) } }
        guard !ids.isEmpty || !joined.isEmpty else { return }
        record.leases[peer, default: []].formUnion(ids + joined)
        write()
    }

    /// Has registrations end with nobody's connection any more.
    func release(_ ids: [String]) {
        guard record.leases.values.contains(where: { !$0.isDisjoint(with: ids) }) else { return }
        record.leases = record.leases.mapValues { $0.subtracting(ids) }.filter { !$0.value.isEmpty }
        write()
    }

    /// Leaves the file to the service that comes next.
    func handOver() { lock = nil }

    /// A peer has left the bus: what it alone held ends.
    func left(_ peer: String) async {
        guard let ids = record.leases.removeValue(forKey: peer) else { return }
        write()
        await end(ids.filter { id in !record.leases.values.contains { $0.contains(id) } })
    }

    /// What was unregistered meanwhile is not there to end.
    private func end(_ ids: [String]) async {
        guard !ids.isEmpty else { return }
        _ = try? await manager.unregister(ids.map(FontTarget.id), scope: .session)
    }

    private func write() {
        guard let file else { return }
        guard !isIdle, let data = try? JSONEncoder().encode(record) else {
            Self.remove(file)
            lock = nil
            return
        }
        // Before the first registration of a session there is no folder for it.
        try? FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        lock = lock ?? Self.lock(file)
        try? data.write(to: URL(filePath: file), options: .atomic)
    }

    private static func remove(_ file: String) {
        for path in [file, file + ".lock"] { try? FileManager.default.removeItem(atPath: path) }
    }
}
