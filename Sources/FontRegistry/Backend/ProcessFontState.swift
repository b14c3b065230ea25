import FontModel

/// The state of a process that does not depend on the backend.
///
/// It consists of the fonts in process scope and the system's fonts as the process's own fontconfig sees them, which
/// differ inside a sandbox.
package final class ProcessFontState: Sendable {
    let loop = InotifyLoop()
    let process: ProcessScope
    let system: SystemFontCache
    let systemWatch: SystemFontWatch
    let resolver: Resolver
    let coverages = KnownCoverages()
    let families = FamilyCache()
    /// Returns the last known generation of the registry, possibly 0, and never fails.
    let knownGeneration: @Sendable () -> Int64

    /// Creates the state for a context.
    ///
    /// - Parameters:
    ///   - registeredFolders: Further folders that show registered fonts, besides those of the context.
    ///   - generation: The value of ``knownGeneration``.
    package init(
        _ context: RegistryContext, registeredFolders: [String] = [], generation: @escaping @Sendable () -> Int64
    ) {
        knownGeneration = generation
        process = ProcessScope.beside(context.paths)
        system = SystemFontCache(context, registeredFolders: registeredFolders)
        systemWatch = SystemFontWatch(system, loop: loop)
        resolver = Resolver(system: system)
    }
}
