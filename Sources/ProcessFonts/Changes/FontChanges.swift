public import FontModel

/// An asynchronous sequence of the changes of the registry and of the system's fonts, from this process and from others.
///
/// It also tells that the policy for providers or what a provider announces has changed, in a sandbox from the first call
/// of `next()` on; after that, it may tell so once more than needed when the service ends and starts again.
///
/// Each iterator has its own position and reads at its own speed. An iterator that is too far behind receives a
/// ``FontChangeEvent/snapshot(generation:registrations:)`` and continues from there; memory does not grow meanwhile.
/// The iteration ends when the task is cancelled.
///
/// The system's fonts are those that the process's own fontconfig finds, also in a sandbox. Their changes are reported
/// from the manager's last query of fonts on, or else from the first call of `next()` on, which reads them once. A
/// process that iterates sleeps in the kernel until something changes, and one that does not watches nothing.
///
/// The corresponding Apple notification is `kCTFontManagerRegisteredFontsChangedNotification`, whose payload is
/// undocumented.
public struct FontChanges: AsyncSequence, Sendable {
    public typealias Element = FontChangeEvent
    public typealias Failure = FontError

    let feed: ChangeFeed
    /// The start position, or the error in determining it.
    let start: Result<ChangeFeed.Cursor, FontError>
    let includesSystemFonts: Bool

    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: feed, cursor: start, includesSystemFonts: includesSystemFonts)
    }

    /// An iterator with its own position.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let feed: ChangeFeed
        fileprivate var cursor: Result<ChangeFeed.Cursor, FontError>
        fileprivate var pending: ArraySlice<FontChangeEvent> = []
        fileprivate let includesSystemFonts: Bool
        fileprivate var system: SystemFontInbox?

        /// Returns the next change; `nil` if the task is cancelled.
        ///
        /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
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
                pending = try await feed.read(&place, system)[...]
                cursor = .success(place)
                // If the position moved without an event, more changes may follow.
                guard pending.isEmpty, place == before else { continue }
                if includesSystemFonts, system == nil {
                    system = await feed.followSystemFonts()
                    if system != nil { continue }
                }
                await feed.wait(after: ticket)
            }
        }
    }
}
