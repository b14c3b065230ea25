import FontModel

/// What a process has for itself, whichever way it reaches the registry: the fonts of its process scope, and the system's
/// fonts as its own fontconfig sees them, which in a sandbox are others than outside.
package final class ProcessFontState: Sendable {
    let loop = InotifyLoop()
    let process: ProcessScope
    let system: SystemFontCache
    let library: FontLibrary
    let resolver: Resolver
    /// The registry's generation as far as it is known, which may be 0; never fails.
    let knownGeneration: @Sendable () -> Int64

    /// - Parameters:
    ///   - registeredFolders: Folders that show registered fonts besides the context's own.
    ///   - generation: See ``knownGeneration``.
    package init(
        _ context: RegistryContext, registeredFolders: [String] = [], generation: @escaping @Sendable () -> Int64
    ) {
        knownGeneration = generation
        process = ProcessScope.beside(context.paths)
        system = SystemFontCache(context, registeredFolders: registeredFolders)
        library = FontLibrary(process: process, system: system)
        resolver = Resolver(process: process, system: system)
    }
}
