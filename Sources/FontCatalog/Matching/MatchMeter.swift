import Dispatch
import FontModel
import FontTransfer
import Synchronization

/// The progress of the downloads of a match: turns what arrives into the events 3 and 5 of its names.
///
/// A name's percentage never falls, and stays below 100 until the fonts are registered.
final class MatchMeter: Sendable {
    /// An event of a name.
    struct Event: Sendable {
        var state: FontMatchingEvent.State
        var name: String
        var percentage: Double?
        /// The bytes of the family.
        var size: Int64
        /// The bytes of all families that arrived.
        var received: Int64
    }

    /// How far a family is.
    private struct Family {
        let names: [String]
        let id: String
        let size: Int64
        var received: Int64 = 0

        var isComplete: Bool { received >= size }
        var percentage: Double { size > 0 ? min(99, Double(received) / Double(size) * 100) : 0 }
    }

    private struct State {
        var families: [Family]
        var lastByte = ContinuousClock.now
        var isStalled = false
        var hasEnded = false

        var received: Int64 { families.reduce(0) { $0 + $1.received } }
    }

    private let state: Mutex<State>
    private let stallTime: Duration
    private let send: @Sendable (Event) -> Void
    /// A queue of its own, which wakes nothing else.
    private let timers = DispatchQueue(label: "org.fontd.catalog.stall")

    /// - Parameter send: Receives the events, one after the other.
    init(_ wanted: WantedFamilies, stallTime: Duration, send: @escaping @Sendable (Event) -> Void) {
        self.stallTime = stallTime
        self.send = send
        state = Mutex(
            State(
                families: wanted.families.map { family in
                    Family(
                        names: family.names, id: family.plan.family.id,
                        size: family.plan.downloadSize)
                }))
    }

    /// The bytes of all families that arrived.
    var received: Int64 { state.withLock { $0.received } }

    /// Begins to watch for stalls.
    func start() {
        state.withLock { $0.lastByte = .now }
        schedule(after: stallTime)
    }

    /// Ends the events.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Returns a way to files on which bytes are noticed.
    func watching(_ transport: any FileTransport) -> any FileTransport {
        WatchedTransport(transport: transport) { [weak self] in self?.bytesArrived() }
    }

    /// Takes an event of the download.
    func report(_ event: DownloadEvent) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            switch event {
            case .progress(let id, let progress):
                state.lastByte = .now
                state.isStalled = false
                for place in state.families.indices where state.families[place].id == id {
                    state.families[place].received = max(state.families[place].received, progress.received)
                    emit(.downloading, state.families[place], state)
                }
            case .waiting, .retrying: stall(&state)
            }
        }
    }

    private func bytesArrived() {
        state.withLock { state in
            state.lastByte = .now
            guard state.isStalled, !state.hasEnded else { return }
            state.isStalled = false
            for family in state.families where !family.isComplete { emit(.downloading, family, state) }
        }
    }

    private func stall(_ state: inout State) {
        guard !state.isStalled else { return }
        state.isStalled = true
        for family in state.families where !family.isComplete { emit(.stalled, family, state) }
    }

    private func emit(_ kind: FontMatchingEvent.State, _ family: Family, _ state: State) {
        for name in family.names {
            send(
                Event(
                    state: kind, name: name, percentage: kind == .downloading ? family.percentage : nil,
                    size: family.size, received: state.received))
        }
    }

    private func schedule(after delay: Duration) {
        let milliseconds = Int(max(1, delay / .milliseconds(1)))
        timers.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.check() }
    }

    private func check() {
        let left: Duration? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            let left = stallTime - (ContinuousClock.now - state.lastByte)
            guard left <= .zero else { return left }
            stall(&state)
            return stallTime
        }
        if let left { schedule(after: left) }
    }
}

/// A way to files that tells when bytes arrive.
private struct WatchedTransport: FileTransport {
    let transport: any FileTransport
    let arrived: @Sendable () -> Void

    func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
        let answer = try await transport.open(request)
        arrived()
        return WatchedAnswer(answer: answer, arrived: arrived)
    }
}

private struct WatchedAnswer: FileAnswer {
    let answer: any FileAnswer
    let arrived: @Sendable () -> Void

    var head: FileHead { answer.head }

    func next() async throws(TransferFault) -> [UInt8]? {
        let bytes = try await answer.next()
        arrived()
        return bytes
    }

    func cancel() { answer.cancel() }
}
