import FontBus
import FontModel
import FontRegistry

extension ServiceLink {
    /// Has the service make fonts usable by name.
    ///
    /// - Returns: One outcome per name, in their order; the fonts as the host sees them.
    func request(_ names: [String], timeout: Duration) async throws(FontError) -> [FontRequestOutcome] {
        let seconds = max(0.001, min(timeout / .seconds(1), 86_400))
        let answer = try await call(
            "Request", [.strings(names), .dictionary(["timeout": .double(seconds)])],
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

    /// Asks the service of the session, over a connection for this alone, for fonts that the store does not have.
    ///
    /// - Returns: Nil if there is no bus or no service.
    static func supply(_ names: [String], timeout: Duration) async -> [FontRequestOutcome]? {
        let end = ContinuousClock.now + timeout
        do throws(FontError) {
            let service = try await ServiceLink(.session)
            var outcomes: [FontRequestOutcome] = []
            while outcomes.count < names.count {
                let some = Array(names[outcomes.count...].prefix(namesPerRequest))
                outcomes += try await service.request(some, timeout: end - .now)
            }
            return outcomes
        } catch {
            guard error.code != .registrationFailed else { return nil }
            return names.map { FontRequestOutcome(query: $0, status: .declined, error: error) }
        }
    }
}
