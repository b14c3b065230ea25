import Synchronization

/// Styles and colours that follow their documents, the user's text size and the appearance.
///
/// ```swift
/// let model = TypographyModel(TypographyInputs(documents: [document]))
/// Task { await model.follow(DesktopSource().updates()) }
/// for await change in model.changes { show(model.snapshot, change.styles) }
/// ```
public final class TypographyModel: Sendable {
    private struct State {
        var snapshot: TypographySnapshot
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSleeper = 0
    }

    private let defaults: TypographySettings
    private let asset: @Sendable (String) -> AdaptiveColor?
    private let state: Mutex<State>

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - inputs: The documents and the user's preferences.
    ///   - defaults: The settings for which no document has a value.
    ///   - asset: The app's own colours by name.
    public init(
        _ inputs: TypographyInputs = TypographyInputs(), defaults: TypographySettings = TypographySettings(),
        asset: @escaping @Sendable (String) -> AdaptiveColor? = { _ in nil }
    ) {
        self.defaults = defaults
        self.asset = asset
        let typography = Typography(inputs.documents, defaults: defaults, asset: asset)
        state = Mutex(State(snapshot: TypographySnapshot(inputs, typography, number: 0)))
    }

    /// The present state.
    public var snapshot: TypographySnapshot { state.withLock { $0.snapshot } }

    /// Changes inputs, of which listeners get one event with all effects together, and none if there is no effect.
    public func update(_ change: (inout TypographyInputs) -> Void) {
        let sleepers = state.withLock { state in
            let old = state.snapshot
            var inputs = old.inputs
            change(&inputs)
            guard inputs != old.inputs else { return [CheckedContinuation<Void, Never>]() }
            let typography =
                inputs.documents == old.inputs.documents
                ? old.typography : Typography(inputs.documents, defaults: defaults, asset: asset)
            state.snapshot = TypographySnapshot(inputs, typography, number: old.number + 1)
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// The changes from now on.
    ///
    /// Changes that follow each other before the listener asks for the next one are one event. A change that was taken
    /// back by then is none.
    public var changes: Changes { Changes(model: self, start: snapshot) }

    /// The changes of a model; each iterator has its own position.
    public struct Changes: AsyncSequence, Sendable {
        public typealias Element = TypographyChange
        public typealias Failure = Never

        fileprivate let model: TypographyModel
        fileprivate let start: TypographySnapshot

        public func makeAsyncIterator() -> Iterator { Iterator(model: model, seen: start) }

        /// An iterator, whose iteration ends when the task is cancelled.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let model: TypographyModel
            fileprivate var seen: TypographySnapshot

            public mutating func next() async -> TypographyChange? { await next(isolation: #isolation) }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> TypographyChange? {
                while !Task.isCancelled {
                    let present = model.snapshot
                    let change = TypographyChange(from: seen, to: present)
                    seen = present
                    if let change { return change }
                    await model.wait(after: present.number)
                }
                return nil
            }
        }
    }

    /// Sleeps until the model has a later state, or the task is cancelled.
    private nonisolated(nonsending) func wait(after number: Int) async {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWake = state.withLock { state in
                    guard state.snapshot.number == number, !Task.isCancelled else { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if mayWake { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
    }
}
