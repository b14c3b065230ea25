import FontBus
import FontCatalog
import FontModel
import Synchronization

/// The downloads that callers follow as objects of `org.fontd.FontDownload1`.
///
/// An object exists while its download runs. Only its caller sees it.
final class FontDownloads: Sendable {
    /// The limits of downloads.
    enum Limit {
        /// The number of names in one download.
        static let names = 256
        /// The number of licence texts that a call accepts.
        static let accepted = 256
        /// The number of downloads of one provider that run at once.
        static let perProvider = 8
        /// The number of all downloads that run at once.
        static let all = 64
    }

    private struct Running {
        let peer: String
        let provider: String
        let task: Task<Void, Never>
    }

    private let connection: BusConnection
    private let onIdle: @Sendable () -> Void
    private struct State {
        var last: UInt64 = 0
        var objects: [String: Running] = [:]
        var isEnding = false
    }

    private let state = Mutex(State())

    /// - Parameter onIdle: Called when a download has ended.
    init(_ connection: BusConnection, onIdle: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.onIdle = onIdle
    }

    /// Whether no download runs.
    var isIdle: Bool { state.withLock { $0.objects.isEmpty } }

    /// The objects, for the bus.
    func object(owner: @escaping @Sendable (_ peer: String) async -> String?) -> BusObject {
        BusObject(
            path: DownloadInterface.path, interface: DownloadInterface.declaration, urgentMethods: ["Cancel"],
            owner: owner, holds: { [self] path, peer in state.withLock { $0.objects[path]?.peer == peer } },
            method: { [self] call in
                // There is no other method.
                end { path, _ in path == call.path }
                return []
            }, property: { _ in .boolean(false) })
    }

    /// Starts a download, whose states are sent after the answer to the call.
    ///
    /// - Parameter call: The number of the call.
    /// - Returns: The path of the object.
    /// - Throws: `exceededResourceLimit` (106) if too many downloads run, `insufficientInfo` (303) if the service ends.
    func start(_ download: CallerDownload, answering call: UInt64) throws(FontError) -> String {
        let (peer, provider) = (download.caller.peer, download.caller.identity.id)
        let (path, isEnding) = state.withLock { state -> (String?, isEnding: Bool) in
            // Of a download that begins now the caller would hear nothing more.
            guard !state.isEnding else { return (nil, true) }
            guard state.objects.count < Limit.all,
                state.objects.values.count(where: { $0.provider == provider }) < Limit.perProvider
            else { return (nil, false) }
            state.last += 1
            let path = "\(DownloadInterface.path)/\(state.last)"
            let task = Task(executorPreference: TaskExecution.executor) {
                await self.connection.answered(call)
                await download.run { step in await self.report(step, path, to: peer) }
            }
            state.objects[path] = Running(peer: peer, provider: provider, task: task)
            return (path, false)
        }
        guard !isEnding else {
            throw FontError(.insufficientInfo, "fontd exited before the download began. Try again.")
        }
        guard let path else {
            throw FontError(
                .exceededResourceLimit,
                "Too many downloads are running: at most \(Limit.perProvider) of one program and \(Limit.all) of all. Wait for one of them, or cancel it."
            )
        }
        return path
    }

    /// Reports a state to the caller alone; a download that it cancelled reports nothing more.
    private func report(_ step: DownloadStep, _ path: String, to peer: String) async {
        // The object ends before the caller hears the last state, so that another download can follow at once.
        let isLast = step.state == .didFinish
        let isRunning = state.withLock { state in
            isLast ? state.objects.removeValue(forKey: path) != nil : state.objects[path] != nil
        }
        guard isRunning else { return }
        defer { if isLast { onIdle() } }
        let signal = BusSignal(
            path: path, interface: DownloadInterface.busName, member: "State",
            arguments: [.uint32(step.state.rawValue), .dictionary(step.details.busMembers)])
        try? await connection.emit(signal, to: peer)
    }

    /// Ends the downloads of a peer that has left the bus.
    func left(_ peer: String) { end { $1.peer == peer } }

    /// Ends all downloads, now and from now on, because the service stops; what has arrived of their files stays for the
    /// next one.
    func end() {
        state.withLock { $0.isEnding = true }
        end { _, _ in true }
    }

    private func end(_ isMeant: (_ path: String, Running) -> Bool) {
        let ended = state.withLock { state -> [Running] in
            let ended = state.objects.filter { isMeant($0.key, $0.value) }
            for path in ended.keys { state.objects[path] = nil }
            return Array(ended.values)
        }
        for download in ended { download.task.cancel() }
        if !ended.isEmpty { onIdle() }
    }
}
