import CSystemd
import FontModel

/// A match rule of ours and who is told.
final class Subscription {
    let id: UInt64
    unowned let connection: BusConnection
    /// Whose signals count.
    let sender: String
    let body: @Sendable (BusSignal) -> Void
    fileprivate(set) var slot: OpaquePointer?
    /// Why the bus did not take the rule.
    fileprivate(set) var failure: BusFailure?

    init(
        _ id: UInt64, _ connection: BusConnection, sender: String, _ body: @escaping @Sendable (BusSignal) -> Void
    ) {
        self.id = id
        self.connection = connection
        self.sender = sender
        self.body = body
    }

    deinit { sd_bus_slot_unref(slot) }
}

/// Who is told when a peer leaves.
struct Departure {
    var subscription: UInt64
    var bodies: [@Sendable () -> Void]
}

extension BusConnection {
    /// Tells of a sender's signals that match a rule, on the connection's thread.
    ///
    /// - Parameters:
    ///   - rule: As the D-Bus specification writes match rules, without a sender.
    ///   - sender: Whose signals count: a unique name, or a well-known one, whichever process has it when it sends.
    ///   - body: Must not block.
    /// - Returns: What ``unsubscribe(_:)`` takes.
    @discardableResult
    public func subscribe(
        to rule: String, from sender: String, _ body: @escaping @Sendable (BusSignal) -> Void
    ) async throws(BusFailure) -> UInt64 {
        try await follow(sender)
        return try add(rule, from: sender, waits: true, body).id
    }

    /// - Parameter waits: Whether to wait until the bus has taken the rule. sd-bus keeps all that comes meanwhile, however
    ///   much that is; without, what is asked of the bus next is answered after that.
    private func add(
        _ rule: String, from sender: String, waits: Bool, _ body: @escaping @Sendable (BusSignal) -> Void
    ) throws(BusFailure) -> Subscription {
        let bus = try open()
        nextSubscription += 1
        let subscription = Subscription(nextSubscription, self, sender: sender, body)
        let received: sd_bus_message_handler_t = { received, userdata, _ in
            guard let received, let userdata else { return 0 }
            // sd-bus calls back on the connection's thread only.
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
        return subscription
    }

    public func unsubscribe(_ id: UInt64) { subscriptions[id] = nil }

    private func deliver(_ message: OpaquePointer, _ subscription: Subscription) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        // The rule does not see to it: a bus hands on what anybody sends to us alone, and sd-bus takes that for whomever's.
        guard text(sd_bus_message_get_sender(message)) == owners[subscription.sender] ?? subscription.sender,
            let path = text(sd_bus_message_get_path(message)),
            let interface = text(sd_bus_message_get_interface(message)),
            let member = text(sd_bus_message_get_member(message)),
            let arguments = try? MessageReader.arguments(of: message)
        else { return }
        subscription.body(
            BusSignal(
                sender: text(sd_bus_message_get_sender(message)), path: path, interface: interface, member: member,
                arguments: arguments))
    }

    /// Keeps track of who has a name, if it is a well-known one.
    private func follow(_ name: String) async throws(BusFailure) {
        guard !name.hasPrefix(":"), name != BusMethodAddress.bus.destination else { return }
        if followed.insert(name).inserted {
            do throws(BusFailure) {
                let bus = BusMethodAddress.bus.destination
                _ = try add(Self.ownerChanges(of: name), from: bus, waits: true) { [weak self] signal in
                    guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
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
        // What was told meanwhile is newer.
        owners[name] = owners[name] ?? owner
    }

    private static func ownerChanges(of name: String) -> String {
        "type='signal',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    }

    /// Tells once when a peer has left the bus; at once if it has already.
    ///
    /// - Parameter peer: A unique name; they are never used twice while a bus lives.
    public func whenGone(_ peer: String, _ body: @escaping @Sendable () -> Void) async throws(BusFailure) {
        // One rule for a peer, however often it is waited for: a bus gives a connection only so many.
        if departures[peer] != nil {
            departures[peer]?.bodies.append(body)
            return
        }
        let bus = BusMethodAddress.bus.destination
        let subscription = try add(Self.ownerChanges(of: peer), from: bus, waits: false) { [weak self] signal in
            guard signal.arguments.count == 3, signal.arguments[2].string == "" else { return }
            Task(executorPreference: TaskExecution.executor) { await self?.left(peer) }
        }
        departures[peer] = Departure(subscription: subscription.id, bodies: [body])
        do throws(BusFailure) {
            let answer = try await call("NameHasOwner", of: .bus, [.string(peer)])
            if let failure = subscription.failure { throw failure }
            if answer.first?.boolean == false { left(peer) }
        } catch {
            unsubscribe(subscription.id)
            departures[peer] = nil
            throw error
        }
    }

    private func left(_ peer: String) {
        guard let departure = departures.removeValue(forKey: peer) else { return }
        unsubscribe(departure.subscription)
        dropCalls(of: peer)
        for body in departure.bodies { body() }
    }

    /// The process that opened a peer's connection, as the bus knows it.
    ///
    /// A process can leave its connection to a child and end; then its number is nobody's, and later perhaps another's.
    /// - Throws: When the peer has left, or the bus does not know.
    public func process(of peer: String) async throws(BusFailure) -> PeerProcess {
        let answer = try await call("GetConnectionCredentials", of: .bus, [.string(peer)])
        guard let facts = answer.first?.dictionary, let pid = facts["ProcessID"]?.integer.flatMap(Int32.init(exactly:))
        else {
            throw BusFailure("org.freedesktop.DBus.Error.AccessDenied", "The bus does not say whose call this is.")
        }
        let label = facts["LinuxSecurityLabel"]?.elements?.compactMap { element -> UInt8? in
            if case .byte(let byte) = element, byte != 0 { byte } else { nil }
        }
        return PeerProcess(
            pid: pid, securityLabel: label.map { String(decoding: $0, as: UTF8.self) },
            handle: facts["ProcessFD"]?.descriptor)
    }
}

/// Who opened a connection.
public struct PeerProcess: Sendable {
    /// The number it had then.
    public var pid: Int32
    /// AppArmor's or another module's label of it then, where the kernel has one.
    public var securityLabel: String?
    /// The process itself (pidfd), from buses that know it: dbus-daemon 1.16, dbus-broker 36.
    public var handle: BusDescriptor?
}
