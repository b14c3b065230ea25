/// Calls under way and calls that wait, by caller: one that floods us waits for itself, the others do not.
struct CallQueue {
    /// A call's number, for the reply.
    typealias ID = UInt64

    /// What bounds a caller.
    enum Limit {
        /// Calls of one caller that are worked on at once.
        static let running = 4
        /// The same with urgent ones.
        static let urgent = 64
        /// Calls of one caller that wait; further ones are refused.
        static let waiting = 1_024
        /// Open files in the calls of one caller that wait.
        static let descriptors = 1_024
    }

    private struct Peer {
        var running = 0
        /// What was begun is nil: it must not keep its files open.
        var waiting: [(id: ID, call: BusCall)?] = []
        var next = 0
        var descriptors = 0

        var waitingCount: Int { waiting.count - next }
    }

    private var peers: [String: Peer] = [:]

    /// Whether nothing runs and nothing waits.
    var isIdle: Bool { peers.isEmpty }

    /// Whether a call of a caller can be taken in; where not, its arguments need not be read.
    ///
    /// - Throws: When the caller has too much under way.
    func requireRoom(for sender: String, isUrgent: Bool) throws(BusFailure) {
        guard let peer = peers[sender] else { return }
        guard isUrgent ? peer.running < Limit.urgent : peer.waitingCount < Limit.waiting else { throw Self.tooMany }
    }

    /// Takes a call in, for which there is room.
    ///
    /// - Returns: Whether to begin with it now; otherwise ``finish(_:)`` gives it in its turn.
    /// - Throws: When the caller has too much under way.
    mutating func add(_ id: ID, _ call: BusCall, isUrgent: Bool) throws(BusFailure) -> Bool {
        var peer = peers[call.sender] ?? Peer()
        defer { peers[call.sender] = peer }
        if peer.running < (isUrgent ? Limit.urgent : Limit.running) {
            peer.running += 1
            return true
        }
        let descriptors = Self.descriptors(in: call)
        guard peer.descriptors + descriptors <= Limit.descriptors else { throw Self.tooMany }
        peer.waiting.append((id, call))
        peer.descriptors += descriptors
        return false
    }

    private static var tooMany: BusFailure {
        .limitsExceeded(
            "Too many calls are under way. Wait for answers: at most \(Limit.waiting) calls and \(Limit.descriptors) files may wait."
        )
    }

    /// A call of a caller is done.
    ///
    /// - Returns: The one to begin with now.
    mutating func finish(_ sender: String) -> (id: ID, call: BusCall)? {
        guard var peer = peers[sender] else { return nil }
        defer { peers[sender] = peer.running == 0 ? nil : peer }
        peer.running -= 1
        guard peer.waitingCount > 0, peer.running < Limit.running, let following = peer.waiting[peer.next] else {
            return nil
        }
        peer.waiting[peer.next] = nil
        peer.next += 1
        if peer.next > 256 {
            peer.waiting.removeFirst(peer.next)
            peer.next = 0
        }
        peer.descriptors -= Self.descriptors(in: following.call)
        peer.running += 1
        return following
    }

    /// Calls of a caller that went, which nobody waits for any more: they are not begun.
    mutating func drop(_ sender: String) -> [ID] {
        guard var peer = peers[sender] else { return [] }
        let dropped = peer.waiting[peer.next...].compactMap { $0?.id }
        (peer.waiting, peer.next, peer.descriptors) = ([], 0, 0)
        peers[sender] = peer.running == 0 ? nil : peer
        return dropped
    }

    private static func descriptors(in call: BusCall) -> Int { call.arguments.reduce(0) { $0 + descriptors(in: $1) } }

    private static func descriptors(in value: BusValue) -> Int {
        switch value {
        case .descriptor: 1
        case .array(let values, _), .structure(let values): values.reduce(0) { $0 + descriptors(in: $1) }
        case .variant(let value): descriptors(in: value)
        case .dictionary(let members): members.values.reduce(0) { $0 + descriptors(in: $1) }
        default: 0
        }
    }
}
