import FontBus
package import FontModel
import FontRegistry

extension ServiceLink {
    /// Returns whether the service runs and whether the bus can start it, which does not start it; nil if the bus does
    /// not answer in time.
    func presence(within limit: Duration) async -> ServiceState? {
        let name = BusMethodAddress.fontRegistry.destination
        guard
            let owned = try? await connection.call(
                "NameHasOwner", of: .bus, [.string(name)], timeout: limit
            ).first?.boolean,
            let startable = try? await connection.call(
                "ListActivatableNames", of: .bus, timeout: limit
            ).first?.strings
        else { return nil }
        return ServiceState(isActivatable: startable.contains(name), isRunning: owned)
    }

    /// Returns the state of the service, which is not started; nil if the bus does not answer in time.
    func state(within limit: Duration = .seconds(10)) async -> ServiceState? {
        guard var state = await presence(within: limit) else { return nil }
        guard state.isRunning,
            // A service that has ended meanwhile is not started again.
            let answer = try? await connection.call(
                "Status", of: .fontRegistry, timeout: limit, startsService: false),
            let record = try? BusRecord(answer.first)
        else { return state }
        state.startedAt = (try? record.optional("startedAt", \.number)) ?? nil
        state.subscribers = ((try? record.optional("subscribers", \.integer)) ?? nil).map(Int.init)
        return state
    }
}

extension ServiceState {
    /// Returns the state of the service on the session bus, which is not started; nil if there is no bus.
    package static func present() async -> ServiceState? {
        guard let service = try? await ServiceLink(.session) else { return nil }
        return await service.state()
    }
}
