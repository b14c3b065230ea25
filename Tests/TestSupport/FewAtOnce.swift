public import Testing

/// A trait that lets only a few tests run at the same time, across all targets.
///
/// Each manager and each service may hold inotify instances, of which a user has 128 by default.
public struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Turnstile.shared.enter()
        do { try await function() } catch {
            await Turnstile.shared.leave()
            throw error
        }
        await Turnstile.shared.leave()
    }
}

extension Trait where Self == FewAtOnce {
    /// See ``FewAtOnce``.
    public static var fewAtOnce: FewAtOnce { FewAtOnce() }
}

/// A semaphore that admits waiting tests in order.
private actor Turnstile {
    static let shared = Turnstile(places: 4)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
