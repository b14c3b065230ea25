/// A limit for concurrent work of each provider, over all of its connections.
///
/// Further work of a provider waits for its earlier work, but not for that of other providers.
package actor ProviderTurns {
    private struct Line {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let width: Int
    private var lines: [String: Line] = [:]

    /// Creates a limit.
    ///
    /// - Parameter width: The number of concurrent pieces of work of one provider.
    package init(width: Int) { self.width = width }

    /// Runs a body within the provider's limit.
    package nonisolated func with<Value: Sendable, Failure: Error>(
        _ provider: String, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await enter(provider)
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await leave(provider)
        return try result.get()
    }

    private func enter(_ provider: String) async {
        if lines[provider, default: Line()].running < width {
            lines[provider, default: Line()].running += 1
        } else {
            await withCheckedContinuation { lines[provider]?.waiting.append($0) }
        }
    }

    private func leave(_ provider: String) {
        guard var line = lines[provider] else { return }
        // The first waiting task takes the place immediately, before any new one.
        if line.waiting.isEmpty { line.running -= 1 } else { line.waiting.removeFirst().resume() }
        lines[provider] = line.running == 0 ? nil : line
    }
}
