public import FontModel

extension FontManager {
    /// Returns a summary for each provider in the store, sorted by id.
    ///
    /// With ``FontAuthority/provider``, only the caller's own summary is returned.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
    public func providers() async throws(FontError) -> [ProviderSummary] { try await backend.providers() }

    /// Removes unused data from the store.
    ///
    /// It removes stored files without a registration, fonts of ended sessions and of removed providers, and files
    /// of killed processes. Other registered fonts are never affected.
    ///
    /// - Parameters:
    ///   - all: Whether to remove also the bytes that are kept to undo operations; see ``undo(_:isDryRun:)``.
    ///   - isDryRun: Whether nothing is removed: the report says what would be.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be written;
    ///   ``FontError/Code/missingEntitlement`` (302) without the user's authority.
    public func prune(all: Bool = false, isDryRun: Bool = false) async throws(FontError) -> PruneReport {
        try await backend.prune(all: all, isDryRun: isDryRun)
    }

    /// Checks the store, the stored fonts, their projection and the environment.
    ///
    /// It reads every stored font once to compare it with its hash, which takes about a second per gigabyte.
    /// - Parameter repair: Whether to repair problems: rebuild a lost or damaged database from the stored fonts and
    ///   their sidecars (the damaged file is kept), restore the projection, and end registrations whose bytes are lost.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store belongs to another
    ///   program or a later release, is locked, or cannot be written for the repair;
    ///   ``FontError/Code/missingEntitlement`` (302) without the user's authority.
    public func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try await backend.diagnose(repair: repair)
    }
}
