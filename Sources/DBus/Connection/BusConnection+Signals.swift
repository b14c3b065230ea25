import CSystemd

/// A match rule and its handler.
final class Subscription {
    let id: UInt64
    unowned let connection: BusConnection
    /// The sender whose signals are delivered.
    let sender: String
    /// The number of arguments that are read.
    let argumentCount: Int
    /// Whether the further arguments of a signal are read as well, by the first ones.
    let needsAll: @Sendable ([BusValue]) -> Bool
    let body: @Sendable (BusSignal) -> Void
    fileprivate(set) var slot: OpaquePointer?
    /// The reason why the bus rejected the rule.
    fileprivate(set) var failure: BusFailure?

    init(
        _ id: UInt64, _ connection: BusConnection, sender: String, argumentCount: Int,
        needsAll: @escaping @Sendable ([BusValue]) -> Bool, _ body: @escaping @Sendable (BusSignal) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.sender = sender
        self.argumentCount = argumentCount
        self.needsAll = needsAll
        self.body = body
    }

    deinit { sd_bus_slot_unref(slot) }
}

extension BusConnection {
    /// Subscribes to a sender's signals that match a rule; the handler runs on the connection's thread.
    ///
    /// - Parameters:
    ///   - rule: A match rule of the D-Bus specification, without a sender.
    ///   - sender: The sender, as a unique name, or as a well-known name, which stands for its owner at the time of
    ///     sending.
    ///   - count: The number of arguments that the handler needs; further ones are not read.
    ///   - needsAll: Whether the handler needs all arguments of a signal nevertheless, by the first ones.
    ///   - body: The handler, which must not block.
    /// - Returns: The id for ``unsubscribe(_:)``.
    @discardableResult
    public func subscribe(
        to rule: String, from sender: String, arguments count: Int = .max,
        orAllIf needsAll: @escaping @Sendable ([BusValue]) -> Bool = { _ in false },
        _ body: @escaping @Sendable (BusSignal) -> Void
    ) async throws(BusFailure) -> UInt64 {
        try await follow(sender)
        return try add(rule, from: sender, arguments: count, orAllIf: needsAll, waits: true, body)
    }

    /// Adds a match rule.
    ///
    /// - Parameter waits: Whether to wait until the bus has added the rule, while sd-bus queues all incoming messages
    ///   without a limit. If false, the bus still adds the rule before it answers later calls.
    private func add(
        _ rule: String, from sender: String, arguments count: Int = .max,
        orAllIf needsAll: @escaping @Sendable ([BusValue]) -> Bool = { _ in false }, waits: Bool,
        _ body: @escaping @Sendable (BusSignal) -> Void
    ) throws(BusFailure) -> UInt64 {
        let bus = try open()
        nextSubscription += 1
        let subscription = Subscription(
            nextSubscription, self, sender: sender, argumentCount: count, needsAll: needsAll, body)
        let received: sd_bus_message_handler_t = { received, userdata, _ in
            guard let received, let userdata else { return 0 }
            // sd-bus invokes callbacks on the connection's thread only.
            nonisolated(unsafe) let message = received
            nonisolated(unsafe) let subscription = Unmanaged<Subscription>.fromOpaque(userdata).takeUnretainedValue()
            subscription.connection.assumeIsolated { $0.deliver(message, subscription) }
            return 0
        }
        let taken: sd_bus_message_handler_t = { answer, userdata, _ in
            guard let answer, let userdata, let error = sd_bus_message_get_error(answer)?.pointee, let name = error.name
            else { return 1 }
            Unmanaged<Subscription>.fromOpaque(userdata).takeUnretainedValue().failure = BusFailure(
                String(cString: name), error.message.map { String(cString: $0) } ?? "")
            return 1
        }
        let rule = "\(rule),sender='\(sender)'"
        let place = Unmanaged.passUnretained(subscription).toOpaque()
        try check(
            "subscribe to signals",
            waits
                ? sd_bus_add_match(bus, &subscription.slot, rule, received, place)
                : sd_bus_add_match_async(bus, &subscription.slot, rule, received, taken, place))
        subscriptions[subscription.id] = subscription
        return subscription.id
    }

    /// Subscribes to changes of a name's owner; the handler gets the owner's unique name, "" for none.
    ///
    /// - Parameter waits: Whether to wait until the bus has added the rule.
    @discardableResult
    public func subscribe(
        toOwnerOf name: String, waits: Bool = true, _ body: @escaping @Sendable (_ owner: String) -> Void
    ) throws(BusFailure) -> UInt64 {
        let (path, interface) = (BusMethodAddress.bus.path, BusMethodAddress.bus.interface)
        let rule = "type='signal',path='\(path)',interface='\(interface)',member='NameOwnerChanged',arg0='\(name)'"
        return try add(rule, from: BusMethodAddress.bus.destination, waits: waits) { signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
            body(owner)
        }
    }

    public func unsubscribe(_ id: UInt64) { subscriptions[id] = nil }

    private func deliver(_ message: OpaquePointer, _ subscription: Subscription) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        // The match rule does not ensure this: the bus also delivers signals that any peer addresses to this
        // connection, and sd-bus does not compare their senders with a well-known name.
        guard text(sd_bus_message_get_sender(message)) == owners[subscription.sender] ?? subscription.sender,
            let path = text(sd_bus_message_get_path(message)),
            let interface = text(sd_bus_message_get_interface(message)),
            let member = text(sd_bus_message_get_member(message)),
            var arguments = try? MessageReader.arguments(of: message, first: subscription.argumentCount)
        else { return }
        if subscription.needsAll(arguments) {
            guard sd_bus_message_rewind(message, 1) >= 0, let all = try? MessageReader.arguments(of: message) else {
                return
            }
            arguments = all
        }
        subscription.body(
            BusSignal(
                sender: text(sd_bus_message_get_sender(message)), path: path, interface: interface, member: member,
                arguments: arguments))
    }

    /// Tracks the owner of a name, if it is a well-known name.
    private func follow(_ name: String) async throws(BusFailure) {
        guard !name.hasPrefix(":"), name != BusMethodAddress.bus.destination else { return }
        if followed.insert(name).inserted {
            do throws(BusFailure) {
                try subscribe(toOwnerOf: name) { [weak self] owner in
                    self?.assumeIsolated { $0.owners[name] = owner }
                }
            } catch {
                followed.remove(name)
                throw error
            }
        }
        guard owners[name] == nil else { return }
        let owner: String
        do throws(BusFailure) {
            owner = try await call("GetNameOwner", of: .bus, [.string(name)]).first?.string ?? ""
        } catch {
            guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
            owner = ""
        }
        // A change that was received in the meantime is newer than the reply.
        owners[name] = owners[name] ?? owner
    }

    /// Calls a handler once when a peer has left the bus, or at once if it has left already.
    ///
    /// - Parameter peer: A unique name, which a bus never reuses, and which has no handler yet.
    public func whenGone(_ peer: String, _ body: @escaping @Sendable () -> Void) async throws(BusFailure) {
        let subscription = try subscribe(toOwnerOf: peer, waits: false) { [weak self, taskExecutor] owner in
            guard owner.isEmpty else { return }
            Task(executorPreference: taskExecutor) { await self?.left(peer) }
        }
        departures[peer] = (subscription, body)
        do throws(BusFailure) {
            let answer = try await call("NameHasOwner", of: .bus, [.string(peer)])
            if let failure = subscriptions[subscription]?.failure { throw failure }
            if answer.first?.boolean == false { left(peer) }
        } catch {
            unsubscribe(subscription)
            departures[peer] = nil
            throw error
        }
    }

    private func left(_ peer: String) {
        guard let (subscription, body) = departures.removeValue(forKey: peer) else { return }
        unsubscribe(subscription)
        dropCalls(of: peer)
        body()
    }

    /// Returns the process that opened a peer's connection, as the bus recorded it.
    ///
    /// A process can pass its connection on to a child and exit; then its number is unused and may later be reused.
    ///
    /// - Throws: An error if the peer has left or the bus does not know its process.
    public func process(of peer: String) async throws(BusFailure) -> PeerProcess {
        let answer = try await call("GetConnectionCredentials", of: .bus, [.string(peer)])
        guard let facts = answer.first?.dictionary, let pid = facts["ProcessID"]?.integer.flatMap(Int32.init(exactly:))
        else {
            throw BusFailure(
                "org.freedesktop.DBus.Error.AccessDenied", "The bus does not report the sender of the call.")
        }
        let label = facts["LinuxSecurityLabel"]?.elements?.compactMap { element -> UInt8? in
            if case .byte(let byte) = element, byte != 0 { byte } else { nil }
        }
        return PeerProcess(
            pid: pid, securityLabel: label.map { String(decoding: $0, as: UTF8.self) },
            handle: facts["ProcessFD"]?.descriptor)
    }
}

/// The process that opened a connection.
public struct PeerProcess: Sendable {
    /// The process number at the time of connecting.
    public var pid: Int32
    /// The label of AppArmor or another security module at the time of connecting, if there is one.
    public var securityLabel: String?
    /// The pidfd of the process, from buses that provide it: dbus-daemon 1.16, dbus-broker 36.
    public var handle: BusDescriptor?
}
