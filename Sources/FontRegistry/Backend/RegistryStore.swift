import FontModel
import Synchronization

/// A user's store as opened by this process, shared by its callers.
package final class RegistryStore: Sendable {
    package let registrar: Registrar
    package let processState: ProcessFontState
    /// The files beside the store whose changes are followed.
    package let unlogged: UnloggedFiles
    private let madeShown: OnDemand<ShownFonts>
    /// The registered fonts by name.
    var shown: ShownFonts { madeShown.value }

    /// Creates a store without reading or writing anything.
    package init(_ context: RegistryContext) {
        let registrar = Registrar(context)
        self.registrar = registrar
        unlogged = UnloggedFiles(context.paths)
        madeShown = OnDemand { ShownFonts(registrar) }
        processState = ProcessFontState(context) { GenerationFile.read(context.paths) }
    }

    private struct Known: Sendable { weak var store: RegistryStore? }

    private static let known = Mutex<[RegistryContext: Known]>([:])

    /// Returns the store that the managers of a process on one context share, as long as there is one.
    ///
    /// A program may keep a manager for each of its parts; what they have read of the store and of the system's fonts is
    /// in memory once. A new manager sees the system's fonts and fontconfig's rules as they are now.
    package static func shared(_ context: RegistryContext) -> RegistryStore {
        let (store, isNew) = known.withLock { known in
            if let store = known[context]?.store { return (store, false) }
            known = known.filter { $0.value.store != nil }
            let store = RegistryStore(context)
            known[context] = Known(store: store)
            return (store, true)
        }
        if !isNew {
            store.processState.system.lookAgain()
            store.shown.lookAgain()
        }
        return store
    }

    /// Removes unfinished work of killed processes, as the next operation would do.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be written.
    package func recover() async throws(FontError) {
        try await BlockingWork.perform { () throws(FontError) in try self.registrar.recover() }
    }

    /// Unregisters the fonts of providers that were removed, such as an uninstalled Flatpak or a program without its
    /// file.
    ///
    /// It is one operation, with notifications of kind ``FontChange/Kind/removed``.
    ///
    /// A provider counts as removed if its evidence (``ProviderFacts/evidence``) is absent from the same folder as
    /// before. If the folder cannot be read, or is another one, the fonts are kept. They are also kept if several
    /// programs registered fonts as this provider, or if the application still has a desktop entry.
    /// - Parameter provider: The provider to remove, if this does not require the user's request; nil for all.
    /// - Returns: The registrations that were removed.
    /// - Throws: `registrationFailed` (301) if the store cannot be written.
    @discardableResult
    package func sweepGoneProviders(only provider: String? = nil) async throws(FontError) -> [Registration] {
        try await BlockingWork.perform { () throws(FontError) in try self.registrar.sweepGoneProviders(only: provider) }
    }
}

extension ProcessFontState {
    /// Creates the state of a process that uses the registry, whose fonts are none of the system.
    ///
    /// - Parameters:
    ///   - registeredFolders: Further folders that show registered fonts, besides those of the context.
    ///   - generation: Returns the last known generation of the registry, possibly 0, and never fails.
    package convenience init(
        _ context: RegistryContext, registeredFolders: [String] = [], generation: @escaping @Sendable () -> Int64
    ) {
        self.init(
            context,
            hiding: [FontScope.session, .persistent].compactMap(context.paths.projection) + registeredFolders,
            owner: { SystemStore(context).registrations(at: [$0])[$0] }, generation: generation)
    }
}

extension RegistryContext {
    /// Starts to read fontconfig's configuration on another thread.
    ///
    /// Every change needs it, and reading it takes longer than the rest of the change. Call this as soon as the program
    /// knows that it will change something.
    package func prepareForChanges() {
        prepareForQueries()
        workers?.prepare()
    }

    /// Starts to read fontconfig's configuration on another thread, for a command that will look for fonts.
    ///
    /// The fonts are not loaded ahead: a command may end without needing them, and fontconfig, if it is ended while it
    /// writes a cache, leaves a lock for ten minutes.
    package func prepareForQueries() { FontConfigurationCache.shared.prefetch(fontconfigFile) }

    /// Returns the error on the file at which fontconfig waits, if it does not return; nil if there is none.
    package func blockage() -> FontError? { Doctor.blockage(self) }
}
