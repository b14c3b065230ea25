package import FontModel

/// A backend that gives a manager access to the fonts that all of the user's programs share.
///
/// It uses the store directly or the service. It does not include the state of the process; see ``ProcessFontState``.
package protocol RegistryBackend: Sendable {
    /// Returns the backend of another caller on the same registry.
    func acting(for caller: Caller) -> any RegistryBackend

    /// Registers items in session or persistent scope, as one batch.
    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary

    /// Unregisters, enables or disables registrations as one batch, in any scope if the scope is nil.
    func change(
        _ targets: [FontTarget], to change: RegistrationChange, scope: FontScope?
    ) async throws(FontError) -> FontSummary

    /// Returns the registrations in session and persistent scope that match the filters, oldest first.
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [Registration]

    /// Returns the registered fonts of session and persistent scope that match, in any order.
    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor]

    /// Returns the enabled registered fonts of session and persistent scope that a name means; nil if there are none.
    func find(_ name: String) async throws(FontError) -> RegisteredMatch?

    /// Returns the characters of an enabled registered font of session or persistent scope; nil if it is gone.
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage?

    /// Returns a registered font with a name that programs cannot use, if there is one that the caller may see.
    func unusable(_ name: String) async throws(FontError) -> UnusableFont?

    /// Activates a font for a name that no usable font has; the caller looks up the font of the outcome.
    ///
    /// - Parameter timeout: The time after which the request fails.
    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome

    // MARK: Changes

    func generation() async throws(FontError) -> Int64

    /// Returns a value that differs after every change of the registry; nil if that is not known without asking.
    func stamp() -> StoreStamp?

    /// Returns a generation that precedes all later changes; waits for it if the backend must ask the service.
    func presentGeneration() throws(FontError) -> Int64

    /// Returns the generation that the answer reaches, and the changes since a generation, or nil if the log does not
    /// reach back that far.
    func history(since generation: Int64) async throws(FontError) -> (generation: Int64, changes: [FontChange]?)

    /// Returns all registrations that the caller may see, and their generation.
    func snapshot() async throws(FontError) -> (generation: Int64, registrations: [Registration])

    /// Starts to call back on possible changes; further calls do nothing.
    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError)

    /// Requests the user's authority for the caller; returns if it is granted.
    func requestManagement() async throws(FontError)

    // MARK: Upkeep

    /// Removes unfinished work of killed processes.
    func recover() async throws(FontError)
    func providers() async throws(FontError) -> [ProviderSummary]
    func prune() async throws(FontError) -> PruneReport
    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration]
    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis
}
