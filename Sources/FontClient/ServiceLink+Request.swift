import FontBus
import FontModel
import FontRegistry

extension ServiceLink {
    /// Has the service make fonts usable by name.
    ///
    /// - Parameter provider: In whose name what comes is registered; nil for the one that the service knows.
    /// - Returns: One outcome per name, in their order; the fonts as the host sees them.
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
            var outcomes: [FontRequestOutcome] = []
            for record in answer.first?.dictionaries ?? [] {
                outcomes.append(try FontRequestOutcome(BusRecord(.dictionary(record))))
            }
            guard outcomes.count == names.count else {
                throw .invalidArguments("Of \(names.count) names there are \(outcomes.count) outcomes.")
            }
            return outcomes
        }
    }

    /// As many as the service takes at once.
    private static let namesPerRequest = 1_024

    /// Asks the service of the session, over a connection for this alone, for fonts that a store does not have.
    ///
    /// - Parameters:
    ///   - provider: In whose name what comes is registered.
    ///   - paths: Where the store is; a service that keeps another one is not asked.
    /// - Returns: Nil if there is no bus, or no service that knows this process; outcomes that say so if the bus has no
    ///   service at all.
    static func supply(
        _ names: [String], to provider: String, of paths: FontPaths, timeout: Duration
    ) async -> [FontRequestOutcome]? {
        let end = ContinuousClock.now + timeout
        guard let service = try? await ServiceLink(.session) else { return nil }
        guard await service.isThere(within: min(timeout, .seconds(10))) else {
            let absent = Diagnosis.Finding.serviceAbsent
            return names.map { name in
                FontRequestOutcome(
                    query: name, status: .notFound,
                    error: FontError(
                        .registrationFailed, "No font of that name is here. \(absent.message) \(absent.advice)",
                        file: name))
            }
        }
        guard let theirs = try? await service.identity(within: min(timeout, .seconds(10))).store,
            paths.areOf(store: theirs)
        else { return nil }
        var outcomes: [FontRequestOutcome] = []
        do throws(FontError) {
            while outcomes.count < names.count {
                let some = Array(names[outcomes.count...].prefix(namesPerRequest))
                outcomes += try await service.request(some, as: provider, timeout: end - .now)
            }
        } catch {
            outcomes += names[outcomes.count...].map { name in
                var error = error
                error.file = name
                return FontRequestOutcome(query: name, status: .declined, error: error)
            }
        }
        return outcomes
    }
}
