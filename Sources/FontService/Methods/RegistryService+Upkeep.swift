import FontBus
import FontModel
import FontRegistry

/// The service itself, the upkeep of the store, and its changes.
extension RegistryService {
    static let upkeep: [ServiceMethod] = [
        .init("Identity", returns: ["identity": "a{sv}"], by: identity),
        .init("Status", returns: ["status": "a{sv}"], by: status),
        .init("Providers", returns: ["providers": "aa{sv}"], by: providers),
        .init("Prune", ["options": "a{sv}"], returns: ["report": "a{sv}"], by: prune),
        .init("Doctor", ["repair": "b"], returns: ["report": "a{sv}"], by: doctor),
        .init(
            "ChangesSince", ["since": "t"], returns: ["generation": "t", "snapshot": "b", "entries": "aa{sv}"],
            looksUp: true, by: changesSince),
        .init("Subscribe", returns: ["generation": "t"], looksUp: true, by: subscribe),
        .init("Unsubscribe", by: unsubscribe),
    ]

    func identity(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        var identity: [String: BusValue] = [
            "provider": .string(caller.manager.provider), "kind": .string(caller.identity.kind.rawValue),
            "sandboxed": .boolean(caller.identity.isSandboxed), "user": .boolean(caller.isUser),
        ]
        if !caller.identity.isSandboxed { identity["store"] = .string(context.paths.store) }
        return [.dictionary(identity)]
    }

    func providers(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let announced = await announcements.names(ofProviders: { caller.isUser || $0 == caller.manager.provider })
        let named = try await caller.manager.providers()
        // Those that have nothing in the store have no names yet; their entries are read from the disk.
        let known = Set(named.map(\.id))
        let providers = named.announcing(announced)
        let others = try await BlockingWork.perform { [context] () throws(FontError) in
            context.applications.naming(providers.filter { !known.contains($0.id) })
        }
        let names = Dictionary(others.map { ($0.id, $0) }) { first, _ in first }
        return [.dictionaries(providers.map { (names[$0.id] ?? $0).busMembers })]
    }

    func prune(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let options = try arguments.options(0, ["all", "dryRun"])
        let all = try options.optional("all", \.boolean) ?? false
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        let report = try await caller.manager.prune(all: all, isDryRun: isDryRun)
        return [.dictionary(report.busMembers)]
    }

    func doctor(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let repair = try arguments.boolean(0)
        let diagnosis = try await caller.manager.diagnose(repair: repair)
        return [.dictionary(diagnosis.busMembers)]
    }

    /// Returns the state of the service, which is empty for a sandbox.
    func status(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        guard !caller.identity.isSandboxed else { return [.dictionary([:])] }
        return [
            .dictionary([
                "startedAt": .double(startedAt), "subscribers": .int64(Int64(subscribers.count)),
            ])
        ]
    }

    /// The number of faces after which a `ChangesSince` reply ends at the next generation.
    private static var facesPerAnswer: Int { 1_000 }

    func changesSince(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let since = try arguments.generation(0)
        let (present, changes) = try await caller.manager.history(since: since)
        guard let changes else { return Self.answer(present, nil) }
        var answered: [[String: BusValue]] = []
        var (faces, bytes, reached) = (0, 0, since)
        for change in changes {
            if change.generation != reached {
                if faces >= Self.facesPerAnswer || bytes >= AnswerPage.size { return Self.answer(reached, answered) }
                reached = change.generation
            }
            let members = change.busMembers
            answered.append(members)
            faces += change.faces.count
            bytes += BusValue.dictionary(members).wireSize
            // One operation exceeds a message; the client reads the list anew instead.
            guard bytes <= AnswerPage.mostBytes else { return Self.answer(reached, nil) }
        }
        return Self.answer(present, answered)
    }

    func subscribe(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        subscribers.add(caller)
        return [.uint64(UInt64(try await manager.generation()))]
    }

    func unsubscribe(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        subscribers.remove(caller.peer)
        return []
    }

    /// - Parameter entries: The changes; nil for a snapshot.
    private static func answer(_ generation: Int64, _ entries: [[String: BusValue]]?) -> [BusValue] {
        [.uint64(UInt64(generation)), .boolean(entries == nil), .dictionaries(entries ?? [])]
    }
}
