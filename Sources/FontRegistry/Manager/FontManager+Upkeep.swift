public import FontModel

extension FontManager {
    /// Who has registered how much in the store, sorted by id.
    ///
    /// With ``FontAuthority/provider`` only the caller itself.
    ///
    /// - Throws: 301 if the store cannot be read.
    public func providers() async throws(FontError) -> [ProviderSummary] { try await backend.providers() }

    /// Sweeps what nothing needs: stored files without a registration, fonts of ended sessions and of providers that were
    /// removed (see ``sweepGoneProviders()``), leavings of killed processes.
    ///
    /// Other registered fonts are never touched.
    ///
    /// - Throws: 301 if the store cannot be written, 302 without the user's authority.
    public func prune() async throws(FontError) -> PruneReport {
        try await backend.prune()
    }

    /// Clears away what a process that was killed left on its way in, which the next operation would do as well.
    ///
    /// - Throws: 301 if the store cannot be written.
    package func recover() async throws(FontError) { try await backend.recover() }

    /// Takes out the fonts of providers that were removed: of a Flatpak that was uninstalled, of a program whose file is
    /// gone.
    ///
    /// It is one operation, told as ``FontChange/Kind/removed``.
    ///
    /// A provider counts as removed when what tells of it (``ProviderFacts/evidence``) is gone from the very folder in which
    /// it lay; if that folder cannot be seen, or is another, its fonts stay. So do those of a provider as which several
    /// programs registered fonts, and those of an application that has a desktop entry still.
    /// - Returns: What was taken out.
    /// - Throws: 301 if the store cannot be written, 302 without the user's authority.
    @discardableResult
    public func sweepGoneProviders() async throws(FontError) -> [Registration] {
        try await backend.sweepGoneProviders(only: nil)
    }

    /// The same for one provider, if its fonts go with it without anybody's word.
    package func sweep(gone provider: String) async throws(FontError) -> [Registration] {
        try await backend.sweepGoneProviders(only: provider)
    }

    /// Checks the store, the stored fonts, what fontconfig sees of them, and the processState.
    ///
    /// Reads every stored font once to compare it with its hash: about a second for a gigabyte.
    /// - Parameter repair: Whether to put right what can be: rebuild a lost or damaged database from the stored fonts
    ///   and their sidecars (the damaged file is kept aside), show fonts again, end registrations whose bytes are lost.
    /// - Throws: 301 if the store is another program's, newer, locked, or cannot be written for the repair;
    ///   302 without the user's authority.
    public func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try await backend.diagnose(repair: repair)
    }
}
