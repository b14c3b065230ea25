import CLinux
import FontModel
import Glibc

/// A backend that uses the store directly.
struct LocalBackend: RegistryBackend {
    let areArchivesUnpackedHere = true
    let store: RegistryStore
    let registrar: Registrar
    let caller: Caller
    let queue = WorkQueue()

    init(_ store: RegistryStore, _ caller: Caller) {
        self.store = store
        registrar = store.registrar
        self.caller = caller
    }

    var context: RegistryContext? { registrar.context }

    var answers: (any ServiceAnswers)? { nil }

    func acting(for caller: Caller) -> any RegistryBackend { LocalBackend(store, caller) }

    /// Does nothing: a process that can open the store has all of the user's rights to it.
    func requestManagement() {}

    // MARK: Registering

    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in
            defer { store.processState.system.lookAgain() }
            return try registrar.register(items, scope: scope, caller: caller, options: options, watcher: watcher)
        }
    }

    func change(_ change: RegistrationChange, watcher: BatchWatcher) async throws(FontError) -> FontSummary {
        let system = store.processState.system
        return try await queue.perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.change(change, caller: caller, watcher: watcher, foreign: system.foreignFonts)
        }
    }

    // MARK: Finding

    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [Registration] {
        try await queue.perform { () throws(FontError) in
            try registrar.registered(scope: scope, state: state, provider: provider)
        }
    }

    func registered(named text: String) async throws(FontError) -> [Registration] {
        try await queue.perform { () throws(FontError) in try registrar.registered(named: text) }
    }

    func listedFaces(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [ListedFace] {
        try await queue.perform { () throws(FontError) in
            try registrar.listedFaces(scope: scope, state: state, provider: provider)
        }
    }

    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            let fonts = try registrar.fonts(matching: set, for: caller)
            return set.options.contains(.includeDisabled) ? fonts : store.shown.filter(fonts)
        }
    }

    func find(_ name: String) async throws(FontError) -> FontResolution? {
        let shown = store.shown
        // The way to another thread and back takes 10 to 15 µs, the look at the files half of that.
        if let known = shown.knownMatch(name) { return Resolver.resolution(of: name, to: known) }
        return try await queue.perform { () throws(FontError) in
            try shown.find(name).flatMap { Resolver.resolution(of: name, to: $0) }
        }
    }

    // MARK: Changes

    func generation() async throws(FontError) -> Int64 {
        try await queue.perform { () throws(FontError) in try registrar.presentGeneration() }
    }

    func stamp() -> StoreStamp? { StoreStamp(registrar.paths) }

    /// Returns the published generation, which one small file holds; only without it is the database read.
    func presentGeneration() throws(FontError) -> Int64 {
        if let published = try GenerationFile.published(registrar.paths) { return published }
        return try registrar.presentGeneration()
    }

    func history(
        since generation: Int64
    ) async throws(FontError) -> (generation: Int64, changes: [FontChange]?) {
        try await queue.perform { () throws(FontError) in
            let (reached, changes) = try registrar.history(since: generation)
            return (reached, changes?.compactMap(caller.view))
        }
    }

    func snapshot() async throws(FontError) -> (generation: Int64, registrations: [Registration]) {
        try await queue.perform { () throws(FontError) in
            let (reached, registrations) = try registrar.snapshot()
            return (reached, registrations.compactMap(caller.view))
        }
    }

    /// Watches the generation file, which every operation of any process replaces by rename.
    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError) {
        let (paths, loop) = (registrar.paths, store.processState.loop)
        try await queue.perform { () throws(FontError) in
            // Tests do not create the store of their user, and then nothing changes it.
            if !paths.isReadOnly, !paths.areOfTestRunner { try paths.prepareStore() }
            let watch = loop.add(paths.store, events: UInt32(IN_MOVED_TO)) { name in
                if name == "generation" || name == nil { didChange() }
            }
            guard watch != nil || paths.areOfTestRunner else { throw .store(.watch, path: paths.store) }
        }
    }
}
