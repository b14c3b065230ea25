import CSystemd
import Glibc

/// An object that this connection exports.
final class ExportedObject {
    let object: BusObject
    unowned let connection: BusConnection
    private var slot: OpaquePointer?
    private var table: InterfaceTable?

    init(_ object: BusObject, _ connection: BusConnection) {
        self.object = object
        self.connection = connection
    }

    /// Registers the object with sd-bus.
    func export(on bus: OpaquePointer) -> Int32 {
        let table = InterfaceTable(
            object.interface,
            method: { received, userdata, _ in
                guard let received, let userdata else { return 0 }
                // sd-bus invokes callbacks on the connection's thread only.
                nonisolated(unsafe) let message = received
                nonisolated(unsafe) let exported = Unmanaged<ExportedObject>.fromOpaque(userdata).takeUnretainedValue()
                exported.connection.assumeIsolated { $0.received(message, exported.object) }
                return 1
            },
            property: { _, _, _, name, reply, userdata, _ in
                guard let name, let reply, let userdata else { return -EINVAL }
                let exported = Unmanaged<ExportedObject>.fromOpaque(userdata).takeUnretainedValue()
                let value = exported.object.property(String(cString: name))
                do { try MessageWriter.append([value], to: reply) } catch { return -EINVAL }
                return 1
            })
        self.table = table
        if object.holds != nil {
            return sd_bus_add_fallback_vtable(
                bus, &slot, object.path, object.interface.name, table.entries,
                { bus, path, _, userdata, found, _ in
                    guard let path, let userdata, let caller = sd_bus_get_current_message(bus),
                        let sender = sd_bus_message_get_sender(caller)
                    else { return 0 }
                    let exported = Unmanaged<ExportedObject>.fromOpaque(userdata).takeUnretainedValue()
                    guard exported.object.holds?(String(cString: path), String(cString: sender)) == true else {
                        return 0
                    }
                    found?.pointee = userdata
                    return 1
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        return sd_bus_add_object_vtable(
            bus, &slot, object.path, object.interface.name, table.entries, Unmanaged.passUnretained(self).toOpaque())
    }

    // The table is in use until the slot is released.
    deinit { sd_bus_slot_unref(slot) }
}

extension BusConnection {
    /// The maximum number of values in a call, including nested ones.
    private static var valuesPerCall: Int { 65_536 }

    /// Exports an object, which answers calls from then on.
    public func export(_ object: BusObject) throws(BusFailure) {
        let exported = ExportedObject(object, self)
        try check("export \(object.path)", exported.export(on: try open()))
        self.exported.append(exported)
    }

    func received(_ message: OpaquePointer, _ object: BusObject) {
        guard let sender = sd_bus_message_get_sender(message), let member = sd_bus_message_get_member(message),
            let path = sd_bus_message_get_path(message)
        else { return }
        nextCall += 1
        let id = nextCall
        unanswered[id] = sd_bus_message_ref(message)
        do throws(BusFailure) {
            let (sender, member) = (String(cString: sender), String(cString: member))
            let isUrgent = object.urgentMethods.contains(member)
            try queue.requireRoom(for: sender, isUrgent: isUrgent)
            let (arguments, bytes) = try MessageReader.measuredArguments(of: message, limit: Self.valuesPerCall)
            let call = QueuedCall(
                BusCall(
                    id: id, sender: sender, path: String(cString: path), member: member, arguments: arguments), object,
                bytes: bytes)
            let isKnown = queue.knows(sender)
            if try queue.add(call) {
                begin(call)
            } else if !isKnown, let owner = object.owner {
                Task.detached(executorPreference: taskExecutor) {
                    await self.attribute(sender, to: await owner(sender), isFinal: true)
                }
            }
        } catch {
            answer(id, .failure(error))
        }
    }

    /// Accounts a peer's calls to an owner, in addition to ``BusObject/owner``.
    ///
    /// - Parameters:
    ///   - owner: The owner, as far as it is known; nil leaves the owner as it is.
    ///   - isFinal: Whether the identification has ended.
    public func attribute(_ peer: String, to owner: String?, isFinal: Bool) {
        let (begun, refused) = queue.attribute(peer, to: owner, isFinal: isFinal)
        for call in refused { answer(call.call.id, .failure(CallLimits.exceeded)) }
        for call in begun { begin(call) }
        wakeIfIdle()
    }

    /// Returns the calls of a peer that have not been answered, both running and waiting.
    public func calls(of peer: String) -> [BusCall] { queue.calls(of: peer) }

    private func begin(_ call: QueuedCall) {
        Task.detached(executorPreference: taskExecutor) {
            let result: Result<[BusValue], BusFailure>
            do throws(BusFailure) {
                result = .success(try await call.object.method(call.call))
            } catch {
                result = .failure(error)
            }
            await self.finished(call, result)
        }
    }

    private func finished(_ call: QueuedCall, _ result: Result<[BusValue], BusFailure>) {
        answer(call.call.id, result)
        for next in queue.finish(call) { begin(next) }
        wakeIfIdle()
    }

    private func wakeIfIdle() {
        guard queue.isIdle else { return }
        for waiter in idleWaiters { waiter.resume() }
        idleWaiters = []
    }

    /// Drops the waiting calls of a peer that has left the bus.
    func dropCalls(of peer: String) {
        for call in queue.drop(peer) {
            if let message = unanswered.removeValue(forKey: call.call.id) { sd_bus_message_unref(message) }
            for waiter in replyWaiters.removeValue(forKey: call.call.id) ?? [] { waiter.resume() }
        }
        wakeIfIdle()
    }

    /// Waits until a call is answered, so that what follows arrives after the reply.
    public func answered(_ call: UInt64) async {
        await wait(while: { unanswered[call] != nil }, { replyWaiters[call, default: []].append($0) })
    }

    private func answer(_ id: UInt64, _ result: Result<[BusValue], BusFailure>) {
        defer { for waiter in replyWaiters.removeValue(forKey: id) ?? [] { waiter.resume() } }
        guard let message = unanswered.removeValue(forKey: id) else { return }
        defer { sd_bus_message_unref(message) }
        guard bus != nil, sd_bus_message_get_expect_reply(message) > 0 else { return }
        do throws(BusFailure) {
            try reply(to: message, try result.get())
        } catch {
            refuse(message, error)
        }
    }

    private func reply(to call: OpaquePointer, _ values: [BusValue]) throws(BusFailure) {
        var made: OpaquePointer?
        try check("create a reply", sd_bus_message_new_method_return(call, &made))
        guard let message = made else { return }
        defer { sd_bus_message_unref(message) }
        try MessageWriter.append(values, to: message)
        try check("answer", sd_bus_send(try open(), message, nil))
    }

    private func refuse(_ call: OpaquePointer, _ failure: BusFailure) {
        failure.name.withCString { name in
            failure.message.withCString { text in
                var error = sd_bus_error(name: name, message: text, _need_free: 0)
                var message: OpaquePointer?
                // If this fails, the caller has disconnected, and the error is dropped.
                guard sd_bus_message_new_method_error(call, &message, &error) >= 0 else { return }
                _ = sd_bus_send(bus, message, nil)
                sd_bus_message_unref(message)
            }
        }
    }
}
