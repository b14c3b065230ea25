public import FontModel
public import Foundation

extension FontManager {
    // MARK: Registering

    /// Registers fonts from any number of sources as one batch (`CTFontManagerRegisterFontURLs` and its kin).
    ///
    /// Work begins at once. Iterate to follow it; leaving the loop early, ``FontBatch/stop()`` or cancelling the task that
    /// waits for it ends it early, and what was done until then stays done; begun in a task that is cancelled already, it
    /// registers nothing. Each file stands for itself unless
    /// ``RegistrationOptions/isAtomic`` is set. The whole batch is one transaction, one generation and one notification.
    /// - Parameters:
    ///   - sources: Files, folders, bundles, data, descriptors.
    ///   - scope: In process scope files are used where they are; in the others their bytes are copied into the store.
    ///   - options: How to register.
    public func register(
        _ sources: [FontSource], scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        let (process, caller, processState) = (process, caller, processState)
        return FontBatch { work throws(FontError) in
            try CallerText.checkProvider(caller.provider)
            try CallerText.checkTag(options.tag)
            let found = try await self.found(in: sources)
            let items = found.items
            work.begin(total: items.count)
            var summary: FontSummary
            if scope == .process {
                summary = try await self.perform { () throws(FontError) in
                    try process.register(
                        items, caller: caller, options: options, watcher: work.watcher,
                        generation: processState.knownGeneration())
                }
            } else {
                summary = try await self.backend.register(items, scope: scope, options: options, watcher: work.watcher)
            }
            summary.passedOver = found.passedOver
            return summary
        }
    }

    /// What sources stand for: folders searched, fonts of queries looked up.
    private func found(in sources: [FontSource]) async throws(FontError) -> FoundFonts {
        var found: [FontQuery: [FontDescriptor]] = [:]
        for case .query(let query) in sources where query.file == nil {
            let wanted = query.untagged
            found[wanted] = try await fonts(
                matching: FontQuerySet(including: [wanted], options: .includeDisabled))
        }
        return try await perform { [found] () throws(FontError) in
            var fonts = FoundFonts()
            for source in sources { fonts.add(source) { found[$0] ?? [] } }
            return fonts
        }
    }

    /// Registers many files or folders by URL as one batch.
    public func register(
        _ urls: [URL], scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register(urls.map { FontSource.url($0) }, scope: scope, options: options)
    }

    /// Registers one font file (`CTFontManagerRegisterFontsForURL`): every face in it.
    ///
    /// Registering the same content again changes nothing and returns an outcome with
    /// ``FontOutcome/Status/alreadyRegistered``. What the user has disabled is registered disabled.
    /// - Throws: 101–104, 106, 305, 306, 307, 304 when the task was cancelled, or 301 when the store cannot be used.
    @discardableResult
    public func register(
        _ url: URL, scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontOutcome {
        try await registerOne(.file(try url.localPath()), scope: scope, options: options)
    }

    /// Registers a font that is only in memory (`CTFontManagerRegisterGraphicsFont`, in every scope).
    ///
    /// - Parameters:
    ///   - data: One font file.
    ///   - name: What reports and lists call it.
    ///   - scope: Process scope keeps the bytes in memory; the others store them.
    ///   - options: How to register.
    /// - Throws: 103, 104, 106, 305, 307, 304 when the task was cancelled, or 301 when the store cannot be used.
    @discardableResult
    public func register(
        data: Data, named name: String, scope: FontScope = .process,
        options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontOutcome {
        try await registerOne(.data(data, name: name), scope: scope, options: options)
    }

    /// Registers all fonts among a bundle's resources as one batch, such as `Bundle.module` (`CTRegisterBundleFonts`).
    public func register(
        bundle: Bundle, scope: FontScope = .process, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register([.bundle(bundle)], scope: scope, options: options)
    }

    /// Registers fonts of a bundle by name (`CTFontManagerRegisterFontsWithAssetNames`): the PostScript name of a face,
    /// or the family name of a variable font or collection.
    ///
    /// A name that no resource has gives 107.
    public func register(
        assets: [String], in bundle: Bundle, scope: FontScope = .process,
        options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register(assets.map { FontSource.asset($0, in: bundle) }, scope: scope, options: options)
    }

    /// Registers one file in process scope before returning, for code that runs before anything else can.
    ///
    /// - Throws: 101–104, 106, 305, 306.
    @discardableResult
    public func registerForProcess(
        _ url: URL, options: RegistrationOptions = RegistrationOptions()
    ) throws(FontError) -> FontOutcome {
        try CallerText.checkProvider(caller.provider)
        try CallerText.checkTag(options.tag)
        let summary = try process.register(
            [.file(try url.localPath(), tag: nil)], caller: caller, options: options,
            watcher: BatchWatcher(), generation: processState.knownGeneration())
        return try Self.single(summary)
    }

    private func registerOne(
        _ source: FontSource, scope: FontScope, options: RegistrationOptions
    ) async throws(FontError) -> FontOutcome {
        try Self.single(try await register([source], scope: scope, options: options).summary())
    }

    private static func single(_ summary: FontSummary) throws(FontError) -> FontOutcome {
        guard let outcome = summary.outcomes.first else { preconditionFailure("an operation without an outcome") }
        if outcome.status == .skipped {
            throw FontError(
                .cancelledByUser, "The registration was cancelled before it began; nothing was registered.",
                file: outcome.item)
        }
        if let error = outcome.error, !outcome.isSuccess { throw error }
        return outcome
    }

    // MARK: Unregistering and switching

    /// Takes fonts out of the registry, as one batch (`CTFontManagerUnregisterFontURLs` and its kin).
    ///
    /// The whole file is the unit: all its faces go. Programs that have the file open keep it.
    /// - Parameters:
    ///   - targets: Files, PostScript names, ids.
    ///   - scope: The scope they were registered in; nil for whichever it is.
    /// - Returns: Per target 201 if nothing of it is registered by the caller in the scope, 203 for a system font.
    /// - Throws: 301 when the store cannot be used; nothing was changed then.
    @discardableResult
    public func unregister(
        _ targets: [FontTarget], scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await change(targets, scope: scope, to: .unregister)
    }

    /// Takes one file out of the registry (`CTFontManagerUnregisterFontsForURL`).
    ///
    /// - Throws: 201 not registered in that scope by the caller, 203 a system font, 306 a URL of no local file.
    @discardableResult
    public func unregister(_ url: URL, scope: FontScope) async throws(FontError) -> FontOutcome {
        try Self.single(try await unregister([.file(try url.localPath())], scope: scope))
    }

    /// Switches whether fonts can be matched, as one batch (`CTFontManagerEnableFontDescriptors`, with a result).
    ///
    /// - Returns: Per target 201 if it is not registered, 305 if another enabled font has its PostScript name.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget], scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await change(targets, scope: scope, to: isEnabled ? .enable : .disable)
    }

    /// Takes out or switches all registrations that a query finds.
    @discardableResult
    public func unregister(matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await unregister(try await ids(matching: query))
    }

    /// See ``unregister(matching:)``.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, try await ids(matching: query))
    }

    private func ids(matching query: FontQuery) async throws(FontError) -> [FontTarget] {
        var ids: [String] = []
        let (fonts, failure) = try await found(
            matching: FontQuerySet(including: [query], options: .includeDisabled))
        if let failure { throw failure }
        for font in fonts {
            if case .registered(let id, _, _, _, _) = font.origin, !ids.contains(id) { ids.append(id) }
        }
        return ids.map(FontTarget.id)
    }

    private func change(
        _ targets: [FontTarget], scope: FontScope?, to change: RegistrationChange
    ) async throws(FontError) -> FontSummary {
        let (process, library, caller) = (process, library, caller)
        if scope == .process {
            let outcomes = try await perform { () throws(FontError) in
                process.change(targets, to: change, caller: caller, foreignFont: { library.foreignFont($0) })
            }
            return FontSummary(generation: processState.knownGeneration(), outcomes: outcomes)
        }
        // Without a scope, what this process registered for itself comes first: nobody else can mean it.
        guard scope == nil else { return try await backend.change(targets, to: change, scope: scope) }
        let local = try await perform { () throws(FontError) in
            process.change(targets, to: change, caller: caller, foreignFont: { _ in nil })
        }
        if local.allSatisfy({ $0.error?.code != .notRegistered }) {
            return FontSummary(generation: processState.knownGeneration(), outcomes: local)
        }
        let done = local.filter { $0.error?.code != .notRegistered }
        let names = Set(done.map(\.item))
        var summary: FontSummary
        do throws(FontError) {
            summary = try await backend.change(targets, to: change, scope: scope)
        } catch {
            guard !done.isEmpty else { throw error }
            // What was done in the process stays done and is reported.
            let failed = targets.map(\.text).filter { !names.contains($0) }.map { item in
                var error = error
                error.file = item
                return FontOutcome(item: item, status: .failed, error: error)
            }
            return FontSummary(generation: processState.knownGeneration(), outcomes: done + failed)
        }
        summary.outcomes = done + summary.outcomes.filter { !names.contains($0.item) || $0.isSuccess }
        return summary
    }
}
