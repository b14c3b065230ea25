import FontBus
import FontModel
import FontRegistry

extension ServiceLink {
    /// Requests fonts by name from the service.
    ///
    /// - Parameter provider: The provider that will own the supplied fonts; nil for the one that the service
    ///   determines.
    /// - Returns: One outcome per name, in the same order, with the host's paths.
    func request(
        _ names: [String], as provider: String? = nil, timeout: Duration
    ) async throws(FontError) -> [FontRequestOutcome] {
        let seconds = max(0.001, min(timeout / .seconds(1), 86_400))
        var options: [String: BusValue] = ["timeout": .double(seconds)]
        options["provider"] = provider.map(BusValue.string)
        let answer = try await call(
            "Request", [.strings(names), .dictionary(options)],
            timeout: .seconds(seconds) + .seconds(25))
        return try Self.reading { () throws(BusFailure) in
            let outcomes = try answer.values(at: 0, FontRequestOutcome.init)
            guard outcomes.count == names.count else {
                throw .invalidArguments("There are \(outcomes.count) outcomes for \(names.count) names.")
            }
            return outcomes
        }
    }

    /// The number of names that the service accepts in one call.
    private static let namesPerRequest = 1_024

    /// Requests fonts that a store does not have from the service of the session, over a separate connection.
    ///
    /// - Parameters:
    ///   - provider: The provider that will own the supplied fonts.
    ///   - paths: The paths of the store; a service with another store is not asked.
    /// - Returns: Nil if there is no bus, or no service that knows this process; outcomes with an error if the bus has
    ///   no service.
    static func supply(
        _ names: [String], to provider: String, of paths: FontPaths, timeout: Duration
    ) async -> [FontRequestOutcome]? {
        let end = ContinuousClock.now + timeout
        guard let service = try? await ServiceLink(.session) else { return nil }
        if let presence = await service.presence(within: min(timeout, .seconds(10))), !presence.isRunning,
            !presence.isActivatable
        {
            let absent = Diagnosis.Finding.serviceAbsent
            return names.map { name in
                FontRequestOutcome(
                    query: name, status: .notFound,
                    error: FontError(
                        .registrationFailed,
                        Message(["No available font has that name.", absent.text, absent.adviceText]),
                        file: name, cause: .service(.absent, detail: absent.message)))
            }
        }
        guard let theirs = try? await service.identity(within: min(timeout, .seconds(10))).store,
            paths.belong(toStore: theirs)
        else { return nil }
        var outcomes: [FontRequestOutcome] = []
        do throws(FontError) {
            while outcomes.count < names.count {
                let some = Array(names[outcomes.count...].prefix(namesPerRequest))
                outcomes += try await service.request(some, as: provider, timeout: end - .now)
            }
        } catch {
            outcomes += names[outcomes.count...].map { name in
                FontRequestOutcome(query: name, status: .declined, error: error.of(name))
            }
        }
        return outcomes
    }
}
