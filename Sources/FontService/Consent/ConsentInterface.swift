import FontBus
import FontModel
import Synchronization

/// The client of `org.fontd.FontConsent1`, the interface of programs that are asked for consent, documented in `data/`.
final class ConsentInterface: Sendable {
    /// The program that is asked if the policy names none: the application of fontd.
    static let standardName = "org.fontd.Fonts"

    private static let interface = "org.fontd.FontConsent1"

    private let connection: BusConnection
    /// Returns the identity of a peer; nil if it is not known.
    private let identify: @Sendable (_ peer: String) async -> CallerIdentity?
    /// The peers without the method `Decide`, by their names on the bus.
    private let undecided = Mutex<[String: String]>([:])

    init(_ connection: BusConnection, identify: @escaping @Sendable (_ peer: String) async -> CallerIdentity?) {
        self.connection = connection
        self.identify = identify
    }

    /// Returns ``standardName`` if a program has it or the bus can start one.
    func standardHook() async -> String? {
        if let owner = await owner(of: Self.standardName) {
            return await isTrusted(owner) ? Self.standardName : nil
        }
        let startable = try? await connection.call("ListActivatableNames", of: .bus).first?.strings
        return startable?.contains(Self.standardName) == true ? Self.standardName : nil
    }

    /// Asks a program, which the bus starts if necessary; returns nil if there is no answer.
    func ask(_ busName: String, _ question: ConsentQuestion) async -> ConsentAnswer? {
        // A program that ends after an answer may be gone when the next question comes.
        for _ in 0..<2 {
            guard let owner = await startedOwner(of: busName) else { return nil }
            // Any program of the user can take this name, but none answers for itself, and none in a sandbox for others.
            if busName == Self.standardName {
                guard await isTrusted(owner, besides: question.provider) else { return nil }
            }
            do throws(BusFailure) {
                return try await answer(of: owner, as: busName, to: question)
            } catch {
                guard error.name == Self.hasNoOwner || error.name == Self.isUnknown else { return nil }
            }
        }
        return nil
    }

    /// Whether the owner of ``standardName`` may be asked.
    ///
    /// - Parameter provider: The provider that the question is about.
    private func isTrusted(_ owner: String, besides provider: String? = nil) async -> Bool {
        guard let program = await identify(owner) else { return false }
        return !program.isSandboxed && program.id != provider
    }

    private static let hasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    private static let isUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    private static let lacksMethod: Set = [
        "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
    ]

    private func owner(of busName: String) async -> String? {
        try? await connection.call("GetNameOwner", of: .bus, [.string(busName)]).first?.string
    }

    private func startedOwner(of busName: String) async -> String? {
        if let owner = await owner(of: busName) { return owner }
        _ = try? await connection.call(
            "StartServiceByName", of: .bus, [.string(busName), .uint32(0)], timeout: ConsentGate.standardPatience)
        return await owner(of: busName)
    }

    private func answer(
        of owner: String, as busName: String, to question: ConsentQuestion
    ) async throws(BusFailure) -> ConsentAnswer? {
        let address = BusMethodAddress(
            destination: owner, path: busName == Self.standardName ? "/org/fontd/Fonts" : "/org/fontd/FontConsent1",
            interface: Self.interface)
        // A pending call cannot be cancelled; it ends with the gate's timeout or with the connection.
        func call(_ member: String) async throws(BusFailure) -> BusValue? {
            try await connection.call(
                member, of: address, [.dictionary(question.busMembers)], timeout: ConsentGate.standardPatience
            ).first
        }
        if undecided.withLock({ $0[busName] }) != owner {
            do throws(BusFailure) {
                let decision = try await call("Decide")?.dictionary
                return decision?["agreed"]?.boolean.map { isAgreed in
                    ConsentAnswer(isAgreed: isAgreed, isRemembered: decision?["remember"]?.boolean ?? false)
                }
            } catch {
                guard Self.lacksMethod.contains(error.name) else { throw error }
                undecided.withLock { $0[busName] = owner }
            }
        }
        return try await call(question.operation.method)?.boolean.map { ConsentAnswer(isAgreed: $0) }
    }
}

extension ConsentQuestion.Operation {
    /// The method of a hook without `Decide`, so that one that does not know an operation does not agree to it.
    fileprivate var method: String {
        switch self {
        case .register: "Ask"
        case .download: "AskDownload"
        case .manage: "AskManagement"
        }
    }
}

extension ConsentQuestion {
    var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "wish": .string(operation.rawValue), "provider": .string(provider), "kind": .string(kind),
            "sandboxed": .boolean(sandboxed),
        ]
        members["scope"] = scope.map { .string($0.rawValue) }
        members["fonts"] = fonts.map { .dictionaries($0.map { ["file": .string($0.file)] }) }
        members["announces"] = announces.map(BusValue.boolean)
        members["families"] = families.map(BusValue.strings)
        members["count"] = count.map { .uint32(UInt32(clamping: $0)) }
        members["bytes"] = bytes.map { .uint64(UInt64(clamping: $0)) }
        members["metered"] = isMetered.map(BusValue.boolean)
        return members
    }
}
