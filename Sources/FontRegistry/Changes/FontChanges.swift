public import FontModel

/// Changes of the registry as they happen, from this process and from others alike.
///
/// Each iteration reads on from its own place at its own speed. One that has fallen too far behind receives a
/// ``FontChangeEvent/snapshot(generation:registrations:)`` and goes on from there; memory does not grow meanwhile.
/// Iteration ends when the task is cancelled.
///
/// The corresponding Apple notification is `kCTFontManagerRegisteredFontsChangedNotification`, whose payload is
/// undocumented.
public struct FontChanges: AsyncSequence, Sendable {
    public typealias Element = FontChangeEvent
    public typealias Failure = FontError

    let feed: ChangeFeed
    /// Where to begin, or why that is not known.
    let start: Result<ChangeFeed.Cursor, FontError>

    public func makeAsyncIterator() -> Iterator { Iterator(feed: feed, cursor: start) }

    /// Reads on from its own place.
    public struct Iterator: AsyncIteratorProtocol {
        private let feed: ChangeFeed
        private var cursor: Result<ChangeFeed.Cursor, FontError>
        private var pending: ArraySlice<FontChangeEvent> = []

        init(feed: ChangeFeed, cursor: Result<ChangeFeed.Cursor, FontError>) {
            self.feed = feed
            self.cursor = cursor
        }

        /// The next change; nil when the task is cancelled.
        ///
        /// - Throws: 301 if the store cannot be read.
        public mutating func next() async throws(FontError) -> FontChangeEvent? {
            try await next(isolation: #isolation)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(FontError) -> FontChangeEvent? {
            var place = try cursor.get()
            while true {
                if let event = pending.popFirst() { return event }
                if Task.isCancelled { return nil }
                let ticket = try await feed.ticket()
                let before = place
                pending = try await feed.read(&place)[...]
                cursor = .success(place)
                // A place that moved without an event may have more behind it.
                if pending.isEmpty, place == before { await feed.wait(after: ticket) }
            }
        }
    }
}
