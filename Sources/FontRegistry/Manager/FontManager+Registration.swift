public import FontModel
public import Foundation

extension FontManager {
    // MARK: Registering

    /// Registers fonts from any number of sources as one batch (`CTFontManagerRegisterFontURLs` and related functions).
    ///
    /// Work starts at once; iterate over the batch to follow it. Leaving the loop early, ``FontBatch/stop()`` or
    /// cancelling the task that waits for the batch ends it early, and work done until then is kept. A batch that is
    /// started in a cancelled task registers nothing. Each file succeeds or fails separately unless
    /// ``RegistrationOptions/isAtomic`` is set. The whole batch is one transaction, one generation and one
    /// notification.
    /// - Parameters:
    ///   - sources: Files, folders, bundles, data, descriptors.
    ///   - scope: Process scope uses files where they are; the other scopes copy their bytes into the store.
    ///   - options: The options of the registration.
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

    /// Returns the files of sources, after searching folders and looking up the fonts of queries.
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

    /// Registers every face of one font file (`CTFontManagerRegisterFontsForURL`).
    ///
    /// Registering the same content again changes nothing and returns an outcome with
    /// ``FontOutcome/Status/alreadyRegistered``. A font that was disabled by the user is registered as disabled.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/unrecognizedFormat`` (103),
    ///   ``FontError/Code/invalidFontData`` (104), ``FontError/Code/exceededResourceLimit`` (106),
    ///   ``FontError/Code/duplicatedName`` (305), ``FontError/Code/invalidFilePath`` (306),
    ///   ``FontError/Code/unsupportedScope`` (307), ``FontError/Code/cancelledByUser`` (304) if the task was cancelled,
    ///   or ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func register(
        _ url: URL, scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontOutcome {
        try await registerOne(.file(try url.localPath()), scope: scope, options: options)
    }

    /// Registers a font from memory in any scope (`CTFontManagerRegisterGraphicsFont`).
    ///
    /// - Parameters:
    ///   - data: The bytes of one font file.
    ///   - name: The name for reports and lists.
    ///   - scope: Process scope keeps the bytes in memory; the other scopes store them.
    ///   - options: The options of the registration.
    /// - Throws: `FontError` with code ``FontError/Code/unrecognizedFormat`` (103), ``FontError/Code/invalidFontData``
    ///   (104), ``FontError/Code/exceededResourceLimit`` (106), ``FontError/Code/duplicatedName`` (305),
    ///   ``FontError/Code/unsupportedScope`` (307), ``FontError/Code/cancelledByUser`` (304) if the task was cancelled,
    ///   or ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func register(
        data: Data, named name: String, scope: FontScope = .process,
        options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontOutcome {
        try await registerOne(.data(data, name: name), scope: scope, options: options)
    }

    /// Registers all fonts in the resources of a bundle, such as `Bundle.module`, as one batch
    /// (`CTRegisterBundleFonts`).
    public func register(
        bundle: Bundle, scope: FontScope = .process, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register([.bundle(bundle)], scope: scope, options: options)
    }

    /// Registers fonts of a bundle by name (`CTFontManagerRegisterFontsWithAssetNames`).
    ///
    /// A name is the PostScript name of a face, or the family name of a variable font or collection. A name without a
    /// resource fails with ``FontError/Code/assetNotFound`` (107).
    public func register(
        assets: [String], in bundle: Bundle, scope: FontScope = .process,
        options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register(assets.map { FontSource.asset($0, in: bundle) }, scope: scope, options: options)
    }

    /// Registers one file in process scope synchronously, for code that runs at the start of a program.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/unrecognizedFormat`` (103),
    ///   ``FontError/Code/invalidFontData`` (104), ``FontError/Code/exceededResourceLimit`` (106),
    ///   ``FontError/Code/duplicatedName`` (305), ``FontError/Code/invalidFilePath`` (306), or
    ///   ``FontError/Code/registrationFailed`` (301) if the file cannot be read now.
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

    /// Unregisters fonts as one batch (`CTFontManagerUnregisterFontURLs` and related functions).
    ///
    /// All faces of a file are unregistered together. Programs that have the file open keep it.
    /// - Parameters:
    ///   - targets: Files, PostScript names, ids.
    ///   - scope: The scope of the registrations; nil for any.
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that the caller has not registered
    ///   in the scope, ``FontError/Code/systemRequired`` (203) for a system font.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing
    ///   was changed.
    @discardableResult
    public func unregister(
        _ targets: [FontTarget], scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await change(targets, scope: scope, to: .unregister)
    }

    /// Unregisters one file (`CTFontManagerUnregisterFontsForURL`).
    ///
    /// - Throws: `FontError` with code ``FontError/Code/notRegistered`` (201) if the caller has not registered the file
    ///   in the scope, ``FontError/Code/systemRequired`` (203) for a system font, ``FontError/Code/invalidFilePath``
    ///   (306) if the URL is not of a local file, or ``FontError/Code/registrationFailed`` (301) if the store cannot be
    ///   used.
    @discardableResult
    public func unregister(_ url: URL, scope: FontScope) async throws(FontError) -> FontOutcome {
        try Self.single(try await unregister([.file(try url.localPath())], scope: scope))
    }

    /// Enables or disables fonts as one batch (`CTFontManagerEnableFontDescriptors`, with a result).
    ///
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that is not registered,
    ///   ``FontError/Code/duplicatedName`` (305) if another enabled font has its PostScript name.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget], scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await change(targets, scope: scope, to: isEnabled ? .enable : .disable)
    }

    /// Unregisters all registrations that match a query.
    @discardableResult
    public func unregister(matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await unregister(try await ids(matching: query))
    }

    /// Enables or disables all registrations that match a query.
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
        // Without a scope, process scope comes first: only this process can mean its registrations.
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
            // Changes in process scope are kept and reported.
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
