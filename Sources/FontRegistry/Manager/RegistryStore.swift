import FontModel

/// A user's store as this process has it open: what callers on it share.
package final class RegistryStore: Sendable {
    let registrar: Registrar
    let names: StoredNames
    let shown: ShownFonts
    let processState: ProcessFontState

    /// Nothing is read or written yet.
    package init(_ context: RegistryContext) {
        let registrar = Registrar(context)
        self.registrar = registrar
        names = StoredNames(registrar)
        shown = ShownFonts(context)
        processState = ProcessFontState(context) { GenerationFile.read(context.paths) }
    }

    /// A manager on the store.
    package func manager(for provider: String, authority: FontAuthority) -> FontManager {
        let caller = Caller(provider: provider, authority: authority)
        return FontManager(caller, LocalBackend(self, caller), processState)
    }
}
