package import FontModel

/// The changes of the fonts that all of the user's programs share, for the feed of a manager.
package protocol ChangeHistory: Sendable {
    /// Returns a generation that precedes all later changes; waits for it if the backend must ask the service.
    func presentGeneration() throws(FontError) -> Int64

    /// Returns the generation that the answer reaches, and the changes since a generation, or nil if the log does not
    /// reach back that far.
    func history(since generation: Int64) async throws(FontError) -> (generation: Int64, changes: [FontChange]?)

    /// Returns all registrations that the caller may see, and their generation.
    func snapshot() async throws(FontError) -> (generation: Int64, registrations: [Registration])

    /// Returns the present state of what programs follow although the log does not have it, as far as it is known.
    func unlogged() -> UnloggedState

    /// Starts to call back on possible changes; further calls do nothing.
    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError)
}

/// The history of a process that uses no registry: nothing ever changes.
struct NoHistory: ChangeHistory {
    func presentGeneration() -> Int64 { 0 }

    func history(since generation: Int64) -> (generation: Int64, changes: [FontChange]?) { (generation, []) }

    func snapshot() -> (generation: Int64, registrations: [Registration]) { (0, []) }

    func unlogged() -> UnloggedState { UnloggedState() }

    func watch(_ didChange: @escaping @Sendable () -> Void) {}
}
