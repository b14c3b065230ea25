package import FontModel

/// What leads a manager to the fonts that all of the user's programs share: the store itself, or the service that has it.
///
/// What a process has for itself is not behind it, see ``ProcessFontState``.
package protocol RegistryBackend: Sendable {
    /// The way of another caller to the same registry.
    func acting(for caller: Caller) -> any RegistryBackend

    /// Registers items in session or persistent scope, as one batch.
    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary

    /// Takes registrations out or switches them, as one batch; nil for whichever scope it is.
    func change(
        _ targets: [FontTarget], to change: RegistrationChange, scope: FontScope?
    ) async throws(FontError) -> FontSummary

    /// Registrations in session and persistent scope that fulfil the filters, oldest first.
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [Registration]

    /// The registered fonts of session and persistent scope that match, in any order.
    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor]

    /// Returns the search for registered fonts by a name, for each kind of name.
    func names(for name: String) async throws(FontError) -> RegisteredNames

    /// A registered font that answers to a name and that programs cannot use, of those that the caller may know of; nil
    /// if there is none.
    func unusable(_ name: String) async throws(FontError) -> UnusableFont?

    /// Makes a font usable that no font answers for now; the outcome's font is for the caller to look up.
    ///
    /// - Parameter timeout: When the answer must be there.
    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome

    // MARK: Changes

    func generation() async throws(FontError) -> Int64

    /// A generation that nothing precedes which is yet to come; waits for it, where asking takes time.
    func presentGeneration() throws(FontError) -> Int64

    /// What has happened after a generation; the generation up to which the answer reaches, and the changes, or nil if
    /// the log does not reach back so far.
    func history(since generation: Int64) async throws(FontError) -> (generation: Int64, changes: [FontChange]?)

    /// Everything registered that the caller may know of, and the generation in which it is so.
    func snapshot() async throws(FontError) -> (generation: Int64, registrations: [Registration])

    /// Begins to call back whenever there may be something new; again does nothing.
    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError)

    /// Asks that the caller may act for the user; done where it may.
    func requestManagement() async throws(FontError)

    // MARK: Upkeep

    /// Clears away what a process that was killed left on its way in.
    func recover() async throws(FontError)
    func providers() async throws(FontError) -> [ProviderSummary]
    func prune() async throws(FontError) -> PruneReport
    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration]
    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis
}
