import FontModel

/// The state of a process that does not depend on the backend.
///
/// It consists of the fonts in process scope and the system's fonts as the process's own fontconfig sees them, which
/// differ inside a sandbox. A command that registers a file asks for few of them, so each is made when it is first used.
package final class ProcessFontState: Sendable {
    package let context: RegistryContext
    package let system: SystemFontCache
    private let madeLoop = OnDemand { InotifyLoop() }
    private let madeScope: OnDemand<ProcessScope>
    /// The watch of the fonts that other programs install and remove.
    package let systemWatch: OnDemand<SystemFontWatch>
    package let coverages = OnDemand { KnownCoverages() }
    package let families = OnDemand { FamilyCache() }
    package var loop: InotifyLoop { madeLoop.value }
    package var process: ProcessScope { madeScope.value }
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
        system = SystemFontCache(context, registeredFolders: hidden, owner: owner)
        madeScope = OnDemand { ProcessScope.beside(context.paths) }
        systemWatch = OnDemand { [system, madeLoop] in SystemFontWatch(system, loop: madeLoop.value) }
    }
}
