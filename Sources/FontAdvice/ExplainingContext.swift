import FontRegistry

/// The information that an explanation uses besides the fonts that a manager finds.
package struct ExplainingContext: Sendable {
    /// The store, if the explanation may have facts of it and of the configuration.
    package var registry: RegistryContext?
    /// Returns the package that a file belongs to.
    package var packageOwner: @Sendable (String) -> String? = { _ in nil }
    /// Returns the registrations for all users that show fonts at these paths to the user.
    package var systemRegistrations: @Sendable ([String]) -> [String: SystemRegistration] = { _ in [:] }
    /// Returns the registration with a name that is disabled for all users.
    package var disabledForAllUsers: @Sendable (String) -> (owner: SystemRegistration, face: FontFace?)? = { _ in nil }
    /// Returns the fonts that a target means among those that the administrator hides from all users.
    package var hiddenForAllUsers: @Sendable (FontTarget) -> [SystemHiding] = { _ in [] }
    /// Whether programs in sandboxes see a file; nil if it is unknown.
    package var showsInSandboxes: @Sendable (String) -> Bool? = { _ in nil }
    /// Returns the user's processes.
    package var runningPrograms: @Sendable () -> [RunningProgram] = { [] }
    /// Returns the remedy for a program that keeps a list of fonts of its own, which may lack a font.
    package var renewal: @Sendable (Registration?) -> Remedy = Remedy.findLists
    /// Whether registered files are read at the paths at which they were given.
    package var readsOriginals = false

    package init(registry: RegistryContext?) { self.registry = registry }
}

extension ExplainingContext {
    /// Returns the information of the user's machine, for a program that is not in a sandbox.
    ///
    /// - Parameter registry: The user's store.
    package static func ofMachine(_ registry: RegistryContext) -> ExplainingContext {
        let folders = SandboxFolders(registry.paths)
        // Once, as an explanation of a family asks for each style.
        let running = OnDemand { RunningProgram.all(where: FontEngine.isMarker) }
        var explaining = ExplainingContext(registry: registry)
        explaining.packageOwner = { PackageOwner.findAmongFontPackages([$0])[$0] }
        explaining.systemRegistrations = { SystemStore(registry).registrations(at: $0) }
        explaining.disabledForAllUsers = { SystemStore(registry).disabled(answeringTo: $0) }
        explaining.hiddenForAllUsers = { SystemStore(registry).hidden(meantBy: $0) }
        explaining.showsInSandboxes = { folders.show($0) }
        explaining.runningPrograms = { running.value }
        return explaining
    }
}
