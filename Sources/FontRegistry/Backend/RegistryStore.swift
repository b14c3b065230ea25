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
}
