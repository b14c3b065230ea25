import FontModel
public import StyleSheets
import Synchronization

/// Styles and colours that follow their documents, the user's text size and the appearance.
///
/// ```swift
/// let model = TypographyModel(TypographyInputs(documents: [document]))
/// Task { await model.follow(DesktopSource().updates()) }
/// for await change in model.changes { show(model.snapshot, change.styles) }
/// ```
public final class TypographyModel: Sendable {
    private let defaults: TypographySettings
    private let asset: @Sendable (String) -> AdaptiveColor?
    private let state: Mutex<TypographySnapshot>
    fileprivate let updates = EventCounter()

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
        state = Mutex(TypographySnapshot(inputs, typography))
    }

    /// The present state.
    public var snapshot: TypographySnapshot { state.withLock { $0 } }

    /// Changes inputs, of which listeners get one event with all effects together, and none if there is no effect.
    public func update(_ change: (inout TypographyInputs) -> Void) {
        let isChanged = state.withLock { present in
            let old = present
            var inputs = old.inputs
            change(&inputs)
            guard inputs != old.inputs else { return false }
            let typography =
                inputs.documents == old.inputs.documents
                ? old.typography : Typography(inputs.documents, defaults: defaults, asset: asset)
            present = TypographySnapshot(inputs, typography)
            return true
        }
        if isChanged { updates.advance() }
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
                    let count = model.updates.count
                    let present = model.snapshot
                    let change = TypographyChange(from: seen, to: present)
                    seen = present
                    if let change { return change }
                    await model.updates.wait(after: count)
                }
                return nil
            }
        }
    }
}
