import FontRegistry

/// The information that an explanation uses besides the fonts that a manager finds.
package struct ExplainingContext: Sendable {
    /// The store, if the explanation may have facts of it and of the configuration.
    package var registry: RegistryContext? { didSet { storedFaults = registry.map(StoredFaults.init) } }
    /// The faults of the stored files.
    private(set) var storedFaults: StoredFaults?
    /// Returns the packages of files by path, without files that no package has.
    package var packageOwners: @Sendable ([String]) -> [String: String] = { _ in [:] }
    /// The store of all users.
    package let systemStore: SystemStore?
    /// Whether programs in sandboxes see a file; nil if it is unknown.
    package var showsInSandboxes: @Sendable (String) -> Bool? = { _ in nil }
    /// Returns the user's processes.
    package var runningPrograms: @Sendable () -> [RunningProgram] = { [] }
    /// Returns the remedy for a program that keeps a list of fonts of its own, which may lack a font.
    package var renewal: @Sendable (Registration?) -> Remedy = Remedy.findLists
    /// Whether registered files are read at the paths at which they were given.
    package var readsOriginals = false

    /// - Parameter registry: The user's store, with which the information is that of the user's machine; nil for a program
    ///   in a sandbox.
    package init(registry: RegistryContext?) {
        self.registry = registry
        storedFaults = registry.map(StoredFaults.init)
        systemStore = registry.map(SystemStore.init)
        guard let registry else { return }
        packageOwners = PackageOwner.findAmongFontPackages
        showsInSandboxes = { SandboxFolders(registry.paths).show($0) }
        // Once, as an explanation of a family asks for each style.
        let running = OnDemand { RunningProgram.all(where: FontEngine.isMarker) }
        runningPrograms = { running.value }
    }

    /// Returns the package that a file belongs to.
    func packageOwner(_ path: String) -> String? { packageOwners([path])[path] }
}
