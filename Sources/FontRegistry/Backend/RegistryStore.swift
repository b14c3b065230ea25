import FontModel

/// A user's store as opened by this process, shared by its callers.
package final class RegistryStore: Sendable {
    let registrar: Registrar
    let names: StoredNames
    let shown: ShownFonts
    let processState: ProcessFontState

    /// The watch of the fonts that other programs install and remove.
    package var systemFonts: SystemFontWatch { processState.systemWatch }

    /// Creates a store without reading or writing anything.
    package init(_ context: RegistryContext) {
        let registrar = Registrar(context)
        self.registrar = registrar
        names = StoredNames(registrar)
        shown = ShownFonts(context)
        processState = ProcessFontState(context) { GenerationFile.read(context.paths) }
    }
}
