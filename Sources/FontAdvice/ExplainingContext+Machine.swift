import FontRegistry

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
