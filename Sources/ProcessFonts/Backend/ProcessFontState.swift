import FontModel

/// The state of a process that does not depend on the backend.
///
/// It consists of the fonts in process scope and the system's fonts as the process's own fontconfig sees them, which
/// differ inside a sandbox.
package final class ProcessFontState: Sendable {
    package let context: RegistryContext
    package let loop = InotifyLoop()
    package let process: ProcessScope
    package let system: SystemFontCache
    private let watch: OnDemand<SystemFontWatch>
    package let resolver: Resolver
    package let coverages = KnownCoverages()
    package let families = FamilyCache()
    /// The watch of the fonts that other programs install and remove.
    package var systemWatch: SystemFontWatch { watch.value }
    /// Returns the last known generation of the registry, possibly 0, and never fails.
    let knownGeneration: @Sendable () -> Int64

    /// Creates the state for a context.
    ///
    /// - Parameters:
    ///   - hidden: The folders whose fonts are registered ones, and none of the system.
    ///   - owner: Returns the registration for all users that shows the font at a path, if there is one.
    ///   - generation: The value of ``knownGeneration``.
    package init(
        _ context: RegistryContext, hiding hidden: [String],
        owner: @escaping @Sendable (_ path: String) -> SystemRegistration?,
        generation: @escaping @Sendable () -> Int64
    ) {
        self.context = context
        knownGeneration = generation
        process = ProcessScope.beside(context.paths)
        system = SystemFontCache(context, registeredFolders: hidden, owner: owner)
        watch = OnDemand { [system, loop] in SystemFontWatch(system, loop: loop) }
        resolver = Resolver(system: system)
    }
}
