import CLinux
import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc

/// Registrations that live as long as the connection of the program that made them.
///
/// They are recorded beside the session's fonts. After a crash, the next service ends those whose owners have left.
actor ConnectionLeases {
    /// The contents of the file.
    private struct Record: Codable {
        /// The id of the bus that the unique names belong to; another bus assigns the same names anew.
        var bus: String
        /// Ids of registrations, by unique name.
        var leases: [String: Set<String>]
        /// The registrations that are under way.
        var expected: [String: Expectation]
    }

    /// A registration that is under way.
    ///
    /// With it, a service that restarts after a crash finds registrations that were completed but not yet recorded as
    /// leases.
    private struct Expectation: Codable {
        var peer: String
        var provider: String
        /// The files' names, as the provider gave them.
        var files: Set<String>
        /// The ids of the provider's registrations of these files from before.
        var earlier: Set<String>
    }

    private let connection: BusConnection
    private let manager: FontManager
    private let folder: String?
    /// The file for this bus, once the bus's id is known.
    private var file: String?
    /// The lock that is held while the file exists.
    ///
    /// A service on another bus with the same runtime directory takes over files that no process has locked.
    private var lock: FileHandle?
    private var record = Record(bus: "", leases: [:], expected: [:])
    private let recoveries = EventCounter()

    init(_ connection: BusConnection, _ manager: FontManager, paths: FontPaths) {
        self.connection = connection
        self.manager = manager
        folder = paths.sessionRoot
    }

    /// Whether there are no leases and no registrations under way.
    var isIdle: Bool { record.leases.isEmpty && record.expected.isEmpty }

    /// Waits until the earlier service's leases are processed, so that no client sees fonts of peers that have left.
    func recovered() async { await recoveries.waitThroughCancellation(after: 0) }

    /// Processes the leases of an earlier service; only the owner of the service's name, and so of the file, may call
    /// this.
    ///
    /// - Parameter watch: Watches a peer that holds a lease.
    func recover(watching watch: (_ peer: String) async -> Void) async {
        await takeUp()
        for peer in record.leases.keys { await watch(peer) }
        recoveries.advance()
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

    /// Returns the provider's registrations of the files.
    private func present(_ expectation: Expectation) async -> Set<String> {
        let all = (try? await manager.registered(scope: .session, provider: expectation.provider)) ?? []
        return Set(
            all.filter { registration in
                // A file may be an archive.
                expectation.files.contains { $0 == registration.file || registration.file.hasPrefix($0 + "/") }
            }.map(\.id))
    }

    /// Records that a peer is about to register files that it will hold.
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

    /// Removes an expectation once its files are registered or have failed.
    func endExpectation(_ expected: String) {
        record.expected[expected] = nil
        write()
    }

    private static func read(_ path: String) -> Record? {
        (try? Data(contentsOf: URL(filePath: path))).flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    /// - Returns: Nil if another process holds the lock.
    private static func lock(_ path: String) -> FileHandle? {
        let descriptor = openOwn(path + ".lock", O_RDWR)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? handle : nil
    }

    /// Ties registrations to a peer, so that they end when it leaves the bus.
    ///
    /// - Parameters:
    ///   - ids: New registrations, which live no longer than the peer.
    ///   - known: Registrations that existed before. Those that are tied to another peer are tied to this one, too.
    func hold(_ ids: [String], joining known: [String] = [], for peer: String) {
        let joined = known.filter { id in record.leases.values.contains { $0.contains(id) } }
        guard !ids.isEmpty || !joined.isEmpty else { return }
        record.leases[peer, default: []].formUnion(ids + joined)
        write()
    }

    /// Releases registrations from all connections, so that they do not end with any of them.
    func release(_ ids: [String]) {
        guard record.leases.values.contains(where: { !$0.isDisjoint(with: ids) }) else { return }
        record.leases = record.leases.mapValues { $0.subtracting(ids) }.filter { !$0.value.isEmpty }
        write()
    }

    /// Leaves the file to the next service.
    func handOver() { lock = nil }

    /// Ends the registrations that only this peer held, after it has left the bus.
    func left(_ peer: String) async {
        guard let ids = record.leases.removeValue(forKey: peer) else { return }
        write()
        await end(ids.filter { id in !record.leases.values.contains { $0.contains(id) } })
    }

    /// Ends registrations; those that were unregistered in the meantime are skipped.
    private func end(_ ids: [String]) async {
        guard !ids.isEmpty else { return }
        try? await manager.end(ids, scope: .session)
    }

    private func write() {
        guard let file else { return }
        guard !isIdle, let data = try? JSONEncoder().encode(record) else {
            Self.remove(file)
            lock = nil
            return
        }
        // The folder does not exist before the first registration of a session.
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
