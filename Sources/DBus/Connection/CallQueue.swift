/// An incoming call that is running or waiting.
struct QueuedCall: Sendable {
    let call: BusCall
    let object: BusObject
    /// The approximate memory of the message and its decoded values in bytes.
    let bytes: Int
    /// The number of open files in the arguments.
    let descriptors: Int
    let isUrgent: Bool

    init(_ call: BusCall, _ object: BusObject, bytes: Int) {
        (self.call, self.object, self.bytes) = (call, object, bytes)
        descriptors = call.arguments.reduce(0) { $0 + $1.descriptors }
        isUrgent = object.urgentMethods.contains(call.member)
    }
}

/// The running and waiting calls, with separate shares, so that a caller that floods the service delays only itself.
///
/// Each connection has a share, and all connections of one owner have a common one. Until the owner of a connection is
/// known, its calls wait.
final class CallQueue {
    private enum Knowledge {
        /// The identification is under way.
        case none
        /// The identification failed: the calls start, so that they fail with its error, and the next call identifies
        /// it anew.
        case refused
        case certain
    }

    private final class Peer {
        var owner: String
        var knowledge: Knowledge
        let account = CallAccount(.connection)
        /// The waiting calls, the oldest first: urgent ones, which wait for the identification alone, and the others.
        var (urgent, waiting) = (WaitingCalls(), WaitingCalls())
        /// The waiting and running calls.
        var calls: [UInt64: BusCall] = [:]

        init(_ owner: String, _ knowledge: Knowledge) { (self.owner, self.knowledge) = (owner, knowledge) }

        var hasWaiting: Bool { !urgent.isEmpty || !waiting.isEmpty }
    }

    private final class Owner {
        let account = CallAccount(.owner)
        /// The connections with waiting calls, in the order of their turns.
        var turns: [String] = []
    }

    private var peers: [String: Peer] = [:]
    private var owners: [String: Owner] = [:]
    private let all = CallAccount(.all)

    /// Whether no call is running or waiting.
    var isIdle: Bool { all.isEmpty }

    /// Returns whether the owner of a connection is known or being identified.
    func knows(_ sender: String) -> Bool { peers[sender] != nil }

    /// Returns the pending calls of a caller.
    func calls(of sender: String) -> [BusCall] { peers[sender].map { Array($0.calls.values) } ?? [] }

    /// Checks that a call of a caller can be accepted, before its arguments are read.
    ///
    /// - Throws: An error if the caller has too many pending calls.
    func requireRoom(for sender: String, isUrgent: Bool) throws(BusFailure) {
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return }
        for account in [peer.account, owner.account] { try account.requirePlace(isUrgent: isUrgent) }
    }

    /// Adds a call.
    ///
    /// - Returns: Whether to start it now; otherwise it waits for its turn.
    /// - Throws: An error if the caller has too many pending calls.
    func add(_ call: QueuedCall) throws(BusFailure) -> Bool {
        let sender = call.call.sender
        // An unidentified caller is its own owner, so that other unidentified callers do not use its share.
        let peer = peers[sender] ?? Peer(sender, call.object.owner == nil ? .certain : .none)
        let owner = owners[peer.owner] ?? Owner()
        let accounts = [peer.account, owner.account, all]
        let begins = hasTurn(call, of: peer, owner)
        for account in [peer.account, owner.account] { try account.requireRoom(for: call, begins: begins) }
        // The first call of an unidentified caller may have any size.
        guard peer.knowledge != .none || peer.account.isEmpty || peer.account.staysSmall(with: call) else {
            throw CallLimits.exceeded
        }
        // Other callers may have used up the common limit, under any number of names; an owner with little pending is
        // accepted regardless.
        if !owner.account.staysSmall(with: call) { try all.requireRoom(for: call, begins: begins) }
        (peers[sender], owners[peer.owner]) = (peer, owner)
        for account in accounts { account.take(call, begins: begins) }
        peer.calls[call.call.id] = call.call
        if !begins { wait(call, peer, owner) }
        return begins
    }

    /// Returns whether a call may start now.
    ///
    /// A connection's only call does not wait for calls of its owner's other connections: all programs in one language
    /// may have the same owner, the interpreter.
    private func hasTurn(_ call: QueuedCall, of peer: Peer, _ owner: Owner) -> Bool {
        guard peer.knowledge != .none, peer.account.hasTurn(for: call) else { return false }
        return owner.account.hasTurn(for: call, isOnly: !peer.account.isWorking)
    }

    private func wait(_ call: QueuedCall, _ peer: Peer, _ owner: Owner) {
        if !peer.hasWaiting { owner.turns.append(call.call.sender) }
        if call.isUrgent { peer.urgent.append(call) } else { peer.waiting.append(call) }
    }

    /// Removes a completed call.
    ///
    /// - Returns: The calls to start now.
    func finish(_ call: QueuedCall) -> [QueuedCall] {
        let sender = call.call.sender
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return [] }
        for account in [peer.account, owner.account, all] { account.giveBack(call) }
        peer.calls[call.call.id] = nil
        let following = next(of: owner)
        forgetIfIdle(sender, peer)
        return following
    }

    /// Sets the owner of a connection.
    ///
    /// - Parameters:
    ///   - owner: The owner; nil leaves the owner as it is.
    ///   - isFinal: Whether the identification has ended, so that the calls can start.
    /// - Returns: The calls to start now, and those that exceed the owner's limits.
    func attribute(_ sender: String, to owner: String?, isFinal: Bool) -> (begun: [QueuedCall], refused: [QueuedCall]) {
        guard let peer = peers[sender], let old = owners[peer.owner] else { return ([], []) }
        let name = owner ?? peer.owner
        let new = owners[name] ?? Owner()
        var refused: [QueuedCall] = []
        if new !== old {
            let waiting = takeOut(sender, peer, old)
            // Only running calls are left in the connection's account.
            new.account.add(peer.account, 1)
            old.account.add(peer.account, -1)
            if old.account.isEmpty { owners[peer.owner] = nil }
            (peer.owner, owners[name]) = (name, new)
            for call in waiting {
                guard (try? new.account.requireRoom(for: call, begins: false)) != nil else {
                    peer.calls[call.call.id] = nil
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

    /// Removes and returns the waiting calls of a caller that has left the bus.
    func drop(_ sender: String) -> [QueuedCall] {
        guard let peer = peers[sender], let owner = owners[peer.owner] else { return [] }
        let dropped = takeOut(sender, peer, owner)
        for call in dropped { peer.calls[call.call.id] = nil }
        peer.knowledge = .refused
        forgetIfIdle(sender, peer)
        return dropped
    }

    private func takeOut(_ sender: String, _ peer: Peer, _ owner: Owner) -> [QueuedCall] {
        let waiting = peer.urgent.all + peer.waiting.all
        for call in waiting {
            for account in [peer.account, owner.account, all] {
                account.begin(call)
                account.giveBack(call)
            }
        }
        owner.turns.removeAll { $0 == sender }
        (peer.urgent, peer.waiting) = (WaitingCalls(), WaitingCalls())
        return waiting
    }

    /// Removes and returns the calls that may start now, with the owner's connections taking turns.
    private func next(of owner: Owner) -> [QueuedCall] {
        var begun: [QueuedCall] = []
        var passed: [String] = []
        var turns = owner.turns[...]
        while let sender = turns.popFirst() {
            guard let peer = peers[sender] else { continue }
            let call: QueuedCall
            if let first = peer.urgent.first, hasTurn(first, of: peer, owner) {
                call = first
                peer.urgent.removeFirst()
            } else if let first = peer.waiting.first, hasTurn(first, of: peer, owner) {
                call = first
                peer.waiting.removeFirst()
            } else {
                if peer.hasWaiting { passed.append(sender) }
                continue
            }
            for account in [peer.account, owner.account, all] { account.begin(call) }
            begun.append(call)
            if peer.hasWaiting { turns.append(sender) }
        }
        owner.turns = passed
        return begun
    }

    private func forgetIfIdle(_ sender: String, _ peer: Peer) {
        guard peer.account.isEmpty else { return }
        if owners[peer.owner]?.account.isEmpty == true { owners[peer.owner] = nil }
        // An identified owner stays known until the connection leaves the bus.
        if peer.knowledge != .certain || peer.owner == sender { peers[sender] = nil }
    }
}
