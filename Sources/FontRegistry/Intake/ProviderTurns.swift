/// Bounds how much work of a kind is done at once for each provider, through however many connections: what more it asks
/// for waits for what it asked for before, and for nobody else's.
package actor ProviderTurns {
    private struct Line {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let width: Int
    private var lines: [String: Line] = [:]

    /// - Parameter width: How much is done at once for one.
    package init(width: Int) { self.width = width }

    /// Does something in its turn.
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
        // Whoever waited has the place at once, before anybody new.
        if line.waiting.isEmpty { line.running -= 1 } else { line.waiting.removeFirst().resume() }
        lines[provider] = line.running == 0 ? nil : line
    }
}
