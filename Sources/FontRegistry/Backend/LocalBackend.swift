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

    var answers: (any ServiceAnswers)? { nil }

    func acting(for caller: Caller) -> any RegistryBackend { LocalBackend(store, caller) }

    func isolated() throws(FontError) -> (backend: any RegistryBackend, inspector: FileInspector) {
        let context = try store.registrar.context.isolated()
        let store = context == self.store.registrar.context ? self.store : RegistryStore.shared(context)
        return (LocalBackend(store, caller), FileInspector(context))
    }

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
            return try registrar.change(change, caller: caller, watcher: watcher, foreign: system)
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
        if let known = shown.knownMatch(name) { return known.resolution(of: name) }
        return try await queue.perform { () throws(FontError) in
            try shown.find(name)?.resolution(of: name)
        }
    }

    func storedContents(of ids: Set<String>?) async throws(FontError) -> [String: StoredContent] {
        try await queue.perform { () throws(FontError) in try registrar.storedContents(of: ids) }
    }

    func shown(among fonts: [FontDescriptor]) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in store.shown.filter(fonts.filter(\.isEnabled)) }
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

    func unlogged() -> UnloggedState { store.unlogged.state }

    /// Watches the generation file, which every operation of any process replaces by rename, and the files of what has no
    /// generation.
    func watch(_ didChange: @escaping @Sendable () -> Void) async throws(FontError) {
        let (paths, loop) = (registrar.paths, store.processState.loop)
        try await queue.perform { () throws(FontError) in
            // Tests do not create the store of their user, and then nothing changes it.
            if !paths.isReadOnly, !paths.areOfTestRunner { try paths.prepareStore() }
            let watch = loop.add(paths.store, events: UInt32(IN_MOVED_TO)) { name in
                if name == "generation" || name == nil { didChange() }
            }
            guard watch != nil || paths.areOfTestRunner else { throw .store(.watch, path: paths.store) }
            store.unlogged.watch(on: loop, didChange)
        }
    }

    func familyMembers(isLocalized: Bool) async throws(FontError) -> [FamilyMember] {
        let shown = store.shown
        return try await queue.perform { () throws(FontError) in
            // The configuration is parsed while the database is read.
            BlockingWork.start { shown.prepare() }
            let found = try registrar.familyMembers(isLocalized: isLocalized)
            if shown.showsAll(in: found.folders) { return found.members }
            // Which fonts a rule hides is seen by their paths.
            let all = FontQuerySet(including: [FontQuery()], options: .namedInstances)
            return shown.filter(try registrar.fonts(matching: all, for: caller)).map(FamilyMember.init)
        }
    }

    /// Returns a registered font that matches a name but that programs cannot use, if the caller may see it.
    func unusable(_ name: String) async throws(FontError) -> UnusableFont? {
        let shown = store.shown
        return try await queue.perform { () throws(FontError) in
            for found in try registrar.answering(to: name) {
                guard let registration = caller.view(of: found.registration) else { continue }
                if !registration.isEnabled {
                    let isUsers = found.isDisabledByUser || registration.provider == Caller.userProvider
                    return UnusableFont(
                        reason: .disabled, registration: registration, disabledBy: isUsers ? .user : .provider)
                }
                if let reason = shown.concealment(of: registration) {
                    return UnusableFont(reason: reason, registration: registration)
                }
            }
            return nil
        }
    }

    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome {
        var refusal: FontError?
        for id in try await disabled(answeringTo: name) {
            let summary = try await change(RegistrationChange(.enable, [.id(id)]), watcher: BatchWatcher())
            if summary.isSuccess { return FontRequestOutcome(query: name, status: .activated) }
            // The error names the request, since the file may be another provider's.
            refusal = refusal ?? summary.errors.first?.of(name)
        }
        return FontRequestOutcome(query: name, status: refusal == nil ? .notFound : .declined, error: refusal)
    }

    /// Returns the ids of the caller's disabled registrations that match a name, best kind of name first.
    private func disabled(answeringTo name: String) async throws(FontError) -> [String] {
        let provider = caller.authority == .user ? nil : caller.provider
        let registrations = try await registered(scope: nil, state: .disabled, provider: provider)
        let ranked: [(kind: NameKind, id: String)] = registrations.compactMap { registration in
            LookupName.kind(of: registration.faces, for: name).map { ($0, registration.id) }
        }
        return ranked.sorted { $0.kind < $1.kind }.map(\.id)
    }

    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        try await queue.perform { () throws(FontError) in try registrar.coverage(of: font) }
    }

    func storedFile(of font: FontDescriptor) async throws(FontError) -> String? {
        guard case .registered(let id, _, let provider, _, _) = font.origin, caller.maySee(provider) else { return nil }
        return try await queue.perform { () throws(FontError) in try registrar.storedFile(ofRegistration: id) }
    }

    func openBytes(ofRegistration id: String) async throws(FontError) -> OpenedFile? {
        try await queue.perform { () throws(FontError) in try registrar.openBytes(ofRegistration: id, for: caller) }
    }

    func keptLicenses(of hashes: Set<String>) async throws(FontError) -> [String: [String]] {
        let licenses = LicenseStore(registrar.paths)
        return try await queue.perform { () throws(FontError) in
            Dictionary(uniqueKeysWithValues: hashes.map { ($0, licenses.texts(of: $0)) }).filter { !$1.isEmpty }
        }
    }

    // MARK: Upkeep

    func providers() async throws(FontError) -> [ProviderSummary] {
        try await queue.perform { () throws(FontError) in try registrar.providers(for: caller) }
    }

    func prune(all: Bool, isDryRun: Bool) async throws(FontError) -> PruneReport {
        try caller.requireUser("Only the user can prune the store.")
        return try await queue.perform { () throws(FontError) in try registrar.prune(all: all, isDryRun: isDryRun) }
    }

    func reverse(_ number: Int64?, isUndone: Bool, isDryRun: Bool) async throws(FontError) -> FontSummary {
        try caller.requireUser(
            isUndone ? "Only the user can redo operations." : "Only the user can undo operations.")
        let system = store.processState.system
        return try await queue.perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.reverse(
                number, isUndone: isUndone, isDryRun: isDryRun, caller: caller, foreign: system)
        }
    }

    func operations(isUndone: Bool) async throws(FontError) -> [FontOperation] {
        try caller.requireUser("Only the user can list operations.")
        return try await queue.perform { () throws(FontError) in try registrar.operations(isUndone: isUndone) }
    }

    func hiddenFonts() async throws(FontError) -> [FontDescriptor] {
        // As disabled fonts of others, they are none for a provider.
        guard caller.isOfUser else { return [] }
        return try await queue.perform { () throws(FontError) in try registrar.hiddenFonts() }
    }

    func collections() async throws(FontError) -> [FontCollection] {
        guard caller.authority == .user else { return [] }
        return try await queue.perform { () throws(FontError) in try registrar.collections() }
    }

    func change(_ changes: [CollectionChange], isDryRun: Bool) async throws(FontError) -> FontSummary {
        try caller.requireUser("Only the user can change collections.")
        return try await queue.perform { () throws(FontError) in try registrar.change(changes, isDryRun: isDryRun) }
    }

    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        try caller.requireUser("Only the user can adopt fonts from font folders.")
        return try await queue.perform { () throws(FontError) in try registrar.adopt(folders, isDryRun: isDryRun) }
    }

    func resolve(_ choices: [DuplicateChoice], isDryRun: Bool) async throws(FontError) -> FontSummary {
        try caller.requireUser("Only the user can resolve duplicates.")
        return try await queue.perform { () throws(FontError) in
            defer { store.processState.system.lookAgain() }
            return try registrar.resolve(choices, isDryRun: isDryRun)
        }
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try caller.requireUser("Only the user can check the store.")
        return try await queue.perform { () throws(FontError) in try Doctor.examine(registrar, repair: repair) }
    }

    func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts {
        try caller.requireUser("Only the user can export the registrations of all providers.")
        return try await queue.perform { () throws(FontError) in
            try registrar.export(to: file, path: path, includesFonts: includesFonts)
        }
    }

    func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool
    ) async throws(FontError) -> FontSummary {
        try caller.requireUser("Only the user can import registrations.")
        let system = store.processState.system
        return try await queue.perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.importFonts(
                export, searching: folders, isExact: isExact, isDryRun: isDryRun,
                foreign: system)
        }
    }
}
