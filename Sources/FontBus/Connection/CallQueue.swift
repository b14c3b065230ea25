/// A call of a peer that is worked on or waits.
struct QueuedCall: Sendable {
    /// The call's number, for the reply.
    typealias ID = UInt64

    let id: ID
    let call: BusCall
    let object: BusObject
    /// About how much memory the message and what was read of it take.
    let bytes: Int
    /// Open files in the arguments.
    let descriptors: Int
    let isUrgent: Bool

    init(_ id: ID, _ call: BusCall, _ object: BusObject, bytes: Int) {
        (self.id, self.call, self.object, self.bytes) = (id, call, object, bytes)
        descriptors = call.arguments.reduce(0) { $0 + $1.descriptors }
        isUrgent = object.urgentMethods.contains(call.member)
    }
}

/// Calls that are worked on and calls that wait: one that floods us waits for itself, the others do not.
///
/// A connection has a share, and all connections of one owner have one together. Until it is known whose a connection is,
/// its calls wait.
final class CallQueue {
    private enum Knowledge {
        /// Somebody finds out.
        case none
        /// It could not be found out: its calls are begun, to be told so, and it is asked anew with the next one.
        case refused
        case certain
    }

    private final class Peer {
        var owner: String
        var knowledge: Knowledge
        let account = CallAccount(.connection)
        var waiting = WaitingCalls()
        /// Those that wait and those that are worked on.
        var calls: [QueuedCall.ID: BusCall] = [:]

        init(_ owner: String, _ knowledge: Knowledge) { (self.owner, self.knowledge) = (owner, knowledge) }
    }

    private final class Owner {
        let account = CallAccount(.owner)
        /// Those with calls that wait, in the order in which they have turns.
        var turns: [String] = []
    }

    private var peers: [String: Peer] = [:]
    private var owners: [String: Owner] = [:]
    private let all = CallAccount(.all)

    /// Whether nothing runs and nothing waits.
    var isIdle: Bool { all.isEmpty }

    /// Whether it is known, or being found out, whose a connection is.
    func knows(_ sender: String) -> Bool { peers[sender] != nil }

    /// What a caller has under way.
    func calls(of sender: String) -> [BusCall] { peers[sender].map { Array($0.calls.values) } ?? [] }

    /// Whether a call of a caller can be taken in; where not, its arguments need not be read.
    ///
    /// - Throws: When the caller has too much under way.
    func requireRoom(for sender: String, isUrgent: Bool) throws(BusFailure) {
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return }
        for account in [peer.account, owner.account] { try account.requirePlace(isUrgent: isUrgent) }
    }

    /// Takes a call in.
    ///
    /// - Returns: Whether to begin with it now; otherwise it comes in its turn.
    /// - Throws: When the caller has too much under way.
    func add(_ call: QueuedCall) throws(BusFailure) -> Bool {
        let sender = call.call.sender
        // A stranger is its own owner: others of whom nothing is known take nothing from it.
        let peer = peers[sender] ?? Peer(sender, call.object.owner == nil ? .certain : .none)
        let owner = owners[peer.owner] ?? Owner()
        let accounts = [peer.account, owner.account, all]
        let begins = hasTurn(call, of: peer, owner)
        for account in [peer.account, owner.account] { try account.requireRoom(for: call, begins: begins) }
        // A stranger's first call may be as large as any.
        guard peer.knowledge != .none || peer.account.isEmpty || peer.account.staysSmall(with: call) else {
            throw CallLimits.exceeded
        }
        // Others may have taken all there is, under however many names: whoever has little is let in all the same.
        if !owner.account.staysSmall(with: call) { try all.requireRoom(for: call, begins: begins) }
        (peers[sender], owners[peer.owner]) = (peer, owner)
        for account in accounts { account.take(call, begins: begins) }
        peer.calls[call.id] = call.call
        if !begins { wait(call, peer, owner) }
        return begins
    }

    /// A connection's only call need not wait for what other connections of its owner wait for: all programs in one language
    /// may be one owner, that of the interpreter.
    private func hasTurn(_ call: QueuedCall, of peer: Peer, _ owner: Owner) -> Bool {
        guard peer.knowledge != .none, peer.account.hasTurn(for: call) else { return false }
        return owner.account.hasTurn(for: call, isOnly: !peer.account.isWorking)
    }

    private func wait(_ call: QueuedCall, _ peer: Peer, _ owner: Owner) {
        if peer.waiting.isEmpty { owner.turns.append(call.call.sender) }
        peer.waiting.append(call)
    }

    /// A call is done.
    ///
    /// - Returns: Those to begin with now.
    func finish(_ call: QueuedCall) -> [QueuedCall] {
        let sender = call.call.sender
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return [] }
        for account in [peer.account, owner.account, all] { account.giveBack(call) }
        peer.calls[call.id] = nil
        let following = next(of: owner)
        forgetIfIdle(sender, peer)
        return following
    }

    /// Says whose a connection is.
    ///
    /// - Parameters:
    ///   - owner: Nil for whoever it is said to be already.
    ///   - isFinal: Whether no more can be found out, so that its calls can be begun.
    /// - Returns: The calls to begin with now, and those for which the owner has no room.
    func attribute(_ sender: String, to owner: String?, isFinal: Bool) -> (begun: [QueuedCall], refused: [QueuedCall]) {
        guard let peer = peers[sender], let old = owners[peer.owner] else { return ([], []) }
        let name = owner ?? peer.owner
        let new = owners[name] ?? Owner()
        var refused: [QueuedCall] = []
        if new !== old {
            let waiting = takeOut(sender, peer, old)
            // What is left of its account is what runs.
            new.account.add(peer.account, 1)
            old.account.add(peer.account, -1)
            if old.account.isEmpty { owners[peer.owner] = nil }
            (peer.owner, owners[name]) = (name, new)
            for call in waiting {
                guard (try? new.account.requireRoom(for: call, begins: false)) != nil else {
                    peer.calls[call.id] = nil
                    refused.append(call)
                    continue
                }
                for account in [peer.account, new.account, all] { account.take(call, begins: false) }
                wait(call, peer, new)
            }
        }
        if isFinal { peer.knowledge = owner == nil ? .refused : .certain }
        let begun = next(of: new) + (new === old ? [] : next(of: old))
        forgetIfIdle(sender, peer)
        return (begun, refused)
    }

    /// Calls of a caller that went, which nobody waits for any more: they are not begun.
    func drop(_ sender: String) -> [QueuedCall] {
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return [] }
        let dropped = takeOut(sender, peer, owner)
        for call in dropped { peer.calls[call.id] = nil }
        peer.knowledge = .refused
        forgetIfIdle(sender, peer)
        return dropped
    }

    private func takeOut(_ sender: String, _ peer: Peer, _ owner: Owner) -> [QueuedCall] {
        var calls: [QueuedCall] = []
        while let call = peer.waiting.popFirst() {
            for account in [peer.account, owner.account, all] {
                account.begin(call)
                account.giveBack(call)
            }
            calls.append(call)
        }
        owner.turns.removeAll { $0 == sender }
        return calls
    }

    /// The connections of an owner have turns one after another.
    private func next(of owner: Owner) -> [QueuedCall] {
        var begun: [QueuedCall] = []
        var passed: [String] = []
        var turns = owner.turns[...]
        while let sender = turns.popFirst() {
            guard let peer = peers[sender], let call = peer.waiting.first else { continue }
            guard hasTurn(call, of: peer, owner) else {
                passed.append(sender)
                continue
            }
            _ = peer.waiting.popFirst()
            for account in [peer.account, owner.account, all] { account.begin(call) }
            begun.append(call)
            if !peer.waiting.isEmpty { turns.append(sender) }
        }
        owner.turns = passed
        return begun
    }

    private func forgetIfIdle(_ sender: String, _ peer: Peer) {
        guard peer.account.isEmpty else { return }
        if owners[peer.owner]?.account.isEmpty == true { owners[peer.owner] = nil }
        // Of whom it is certain whose it is, that stays known until it leaves.
        if peer.knowledge != .certain || peer.owner == sender { peers[sender] = nil }
    }
}

/// Calls that wait, the oldest first.
private struct WaitingCalls {
    /// What was taken is nil: it must not keep its files open.
    private var calls: [QueuedCall?] = []
    private var next = 0

    var first: QueuedCall? { next < calls.count ? calls[next] : nil }
    var isEmpty: Bool { first == nil }

    mutating func append(_ call: QueuedCall) { calls.append(call) }

    mutating func popFirst() -> QueuedCall? {
        guard let call = first else { return nil }
        calls[next] = nil
        next += 1
        if next > 256 {
            calls.removeFirst(next)
            next = 0
        }
        return call
    }
}
