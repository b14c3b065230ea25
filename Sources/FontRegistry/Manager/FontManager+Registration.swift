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
    ///   - sources: Files, folders, bundles, assets, data, descriptors, queries.
    ///   - scope: Process scope uses files where they are; the other scopes copy their bytes into the store.
    ///   - options: The options of the registration.
    public func register(
        _ sources: [FontSource], scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        FontBatch { work throws(FontError) in
            try CallerText.checkProvider(self.provider)
            try CallerText.checkTag(options.tag)
            let backend = self.backend(of: scope)
            let found = try await self.found(
                in: sources, unwrapping: options.unwraps, unpacking: options.unpacks && backend.areArchivesUnpackedHere,
                keepingLicenses: scope != .process && backend.areArchivesUnpackedHere)
            let items = found.items
            work.begin(total: items.count)
            var summary = try await backend.register(
                items, scope: scope, options: options, watcher: work.watcher)
            (summary.passedOver, summary.unread) = (found.passedOver, found.unread)
            return summary
        }
    }

    /// Returns the files of sources, after searching folders and looking up the fonts of queries.
    private func found(
        in sources: [FontSource], unwrapping: Bool, unpacking: Bool, keepingLicenses: Bool
    ) async throws(FontError) -> FoundFonts {
        var found: [FontQuery: [FontDescriptor]] = [:]
        for case .query(let query) in sources.map(\.kind) where query.file == nil {
            let wanted = query.untagged
            found[wanted] = try await fonts(
                matching: FontQuerySet(including: [wanted], options: .includeDisabled))
        }
        return try await perform { [found] () throws(FontError) in
            var fonts = FoundFonts(
                unwrapping: unwrapping, unpacking: unpacking, keepingLicenses: keepingLicenses)
            for source in sources { fonts.add(source) { found[$0] ?? [] } }
            return fonts
        }
    }

    /// Registers the files and folders of URLs as one batch.
    public func register(
        _ urls: [URL], scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) -> FontBatch {
        register(urls.map { FontSource.url($0) }, scope: scope, options: options)
    }

    /// Registers the fonts of one source, and waits until they are registered.
    ///
    /// A file or data is one item; an archive, a folder, a bundle or a query may be many. Registering the same content again
    /// changes nothing, but enables it if it is disabled, and has the outcome
    /// ``FontOutcome/Status/alreadyRegistered``. A font that was disabled by the
    /// user is registered as disabled.
    /// - Returns: The outcome of every item, of which at least one is in the requested state.
    /// - Throws: The error of the first item if none is registered: `FontError` with code
    ///   ``FontError/Code/fileNotFound`` (101), ``FontError/Code/insufficientPermissions`` (102),
    ///   ``FontError/Code/unrecognizedFormat`` (103), ``FontError/Code/invalidFontData`` (104),
    ///   ``FontError/Code/exceededResourceLimit`` (106), ``FontError/Code/assetNotFound`` (107),
    ///   ``FontError/Code/insufficientInfo`` (303), ``FontError/Code/duplicatedName`` (305),
    ///   ``FontError/Code/invalidFilePath`` (306), ``FontError/Code/unsupportedScope`` (307),
    ///   ``FontError/Code/cancelledByUser`` (304) if the task was cancelled, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func register(
        _ source: FontSource, scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontSummary {
        try await register([source], scope: scope, options: options).summary().orFailure()
    }

    /// Registers the file or the folder of a URL (`CTFontManagerRegisterFontsForURL`), as ``FontSource/url(_:)``.
    @discardableResult
    public func register(
        _ url: URL, scope: FontScope, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontSummary {
        try await register(.url(url), scope: scope, options: options)
    }

    /// Registers the file or the folder of a URL in process scope synchronously, for code that runs at the start of a
    /// program.
    ///
    /// - Returns: The outcome of every item, of which at least one is in the requested state.
    /// - Throws: The error of the first item if none is registered; see ``register(_:scope:options:)-(FontSource,_,_)``.
    @discardableResult
    public func registerForProcess(
        _ url: URL, options: RegistrationOptions = RegistrationOptions()
    ) throws(FontError) -> FontSummary {
        try CallerText.checkProvider(caller.provider)
        try CallerText.checkTag(options.tag)
        var found = FoundFonts(unwrapping: options.unwraps, unpacking: options.unpacks)
        found.add(.url(url)) { _ in [] }
        var summary = try process.register(found.items, options: options, watcher: BatchWatcher())
        (summary.passedOver, summary.unread) = (found.passedOver, found.unread)
        return try summary.orFailure()
    }

    // MARK: Unregistering and switching

    /// Unregisters fonts as one batch (`CTFontManagerUnregisterFontURLs` and related functions).
    ///
    /// All faces of a file are unregistered together. Programs that have the file open keep it.
    /// - Parameters:
    ///   - targets: Files, PostScript names, ids, registrations.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that the caller has not registered
    ///   in the scope, ``FontError/Code/systemRequired`` (203) for a system font.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing was changed.
    @discardableResult
    public func unregister(
        _ targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false
    ) async throws(FontError) -> FontSummary {
        try await change(targets, scope: scope, to: RegistrationChange(.unregister, isDryRun: isDryRun))
    }

    /// Unregisters all registrations that one target means (`CTFontManagerUnregisterFontsForURL`).
    ///
    /// - Returns: The outcome of every registration, of which at least one is in the requested state.
    /// - Throws: The error of the first registration if none is unregistered: `FontError` with code
    ///   ``FontError/Code/notRegistered`` (201) if the caller has not registered the target in the scope,
    ///   ``FontError/Code/systemRequired`` (203) for a system font, ``FontError/Code/invalidFilePath`` (306) if a URL is
    ///   not of a local file, or ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func unregister(_ target: FontTarget, scope: FontScope? = nil) async throws(FontError) -> FontSummary {
        try await unregister([target], scope: scope).orFailure()
    }

    /// Unregisters the file of a URL, as ``FontTarget/url(_:)``.
    @discardableResult
    public func unregister(_ url: URL, scope: FontScope? = nil) async throws(FontError) -> FontSummary {
        try await unregister(.url(url), scope: scope)
    }

    /// Unregisters one registration, as ``FontTarget/registration(_:)``.
    @discardableResult
    public func unregister(_ registration: Registration) async throws(FontError) -> FontSummary {
        try await unregister(.registration(registration), scope: registration.scope)
    }

    /// Unregisters all registrations that match a query, possibly none.
    @discardableResult
    public func unregister(matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await unregister(try await ids(matching: query))
    }

    /// Unregisters registrations that end without the user's request, such as those of a connection that is gone.
    package func end(_ ids: [String], scope: FontScope) async throws(FontError) {
        _ = try await change(
            ids.map(FontTarget.id), scope: scope, to: RegistrationChange(.unregister, isUndoable: false))
    }

    /// Enables or disables fonts as one batch (`CTFontManagerEnableFontDescriptors`, with a result).
    ///
    /// With the user's authority, a target that means no registration means fonts of the system: by family, by a name of
    /// a face, or by file. They are hidden from the user's programs by a rule of fontconfig, and shown again; the files
    /// are not changed. Programs in sandboxes do not read the rule.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether to enable the fonts.
    ///   - targets: Files, PostScript names, ids, registrations.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that is not registered,
    ///   ``FontError/Code/duplicatedName`` (305) if another enabled font has its PostScript name,
    ///   ``FontError/Code/systemRequired`` (203) for a system font without the user's authority, or if no system font
    ///   with letters would be left.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing was changed.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false
    ) async throws(FontError) -> FontSummary {
        try await change(
            targets, scope: scope, to: RegistrationChange(isEnabled ? .enable : .disable, isDryRun: isDryRun))
    }

    /// Enables or disables all registrations that one target means.
    ///
    /// - Returns: The outcome of every registration, of which at least one is in the requested state.
    /// - Throws: The error of the first registration if none is in the requested state; besides those of
    ///   ``unregister(_:scope:)-(FontTarget,_)``, ``FontError/Code/duplicatedName`` (305) and
    ///   ``FontError/Code/missingEntitlement`` (302) if the user disabled the font.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ target: FontTarget, scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, [target], scope: scope).orFailure()
    }

    /// Enables or disables the file of a URL, as ``FontTarget/url(_:)``.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ url: URL, scope: FontScope? = nil
    ) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, .url(url), scope: scope)
    }

    /// Enables or disables one registration, as ``FontTarget/registration(_:)``.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, _ registration: Registration) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, .registration(registration), scope: registration.scope)
    }

    /// Enables or disables all registrations that match a query, possibly none.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, try await ids(matching: query))
    }

    /// Adds tags to registrations and removes tags of them, as one batch.
    ///
    /// A tag is a collection that fonts are in; a font can be in several.
    /// - Parameters:
    ///   - added: The tags to add, at most ``FontLimits/tagsPerRegistration``.
    ///   - removed: The tags to remove, as many at most.
    ///   - targets: Files, PostScript names, ids, registrations.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: The outcomes: ``FontOutcome/Status/tagged``, or ``FontOutcome/Status/unchanged`` for a font that had
    ///   these tags; ``FontError/Code/notRegistered`` (201) for a target that is not registered,
    ///   ``FontError/Code/exceededResourceLimit`` (106) if a font would have too many tags.
    /// - Throws: `FontError` with code ``FontError/Code/exceededResourceLimit`` (106) for an invalid tag,
    ///   ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing was changed.
    @discardableResult
    public func changeTags(
        adding added: [String] = [], removing removed: [String] = [], of targets: [FontTarget], scope: FontScope? = nil,
        isDryRun: Bool = false
    ) async throws(FontError) -> FontSummary {
        guard max(added.count, removed.count) <= FontLimits.tagsPerRegistration else {
            throw FontError(
                .exceededResourceLimit,
                "A change has at most \(FontLimits.tagsPerRegistration) tags to add and as many to remove. Make several changes."
            )
        }
        for tag in added + removed { try CallerText.checkTag(tag) }
        let tags = TagChange(adding: added, removing: removed)
        return try await change(targets, scope: scope, to: RegistrationChange(.tag(tags), isDryRun: isDryRun))
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
        if let failure = targets.lazy.compactMap(\.failure).first { throw failure }
        if let scope { return try await backend(of: scope).change(targets, to: change, scope: scope) }
        // Without a scope, process scope comes first: only this process can mean its registrations.
        let (generation, local) = try await process.change(targets, to: change)
        let done = local.flatMap(\.self)
        let rest = zip(targets, local).filter(\.1.isEmpty).map(\.0)
        var summary = FontSummary(generation: generation, outcomes: [])
        if !rest.isEmpty || targets.isEmpty {
            do throws(FontError) {
                summary = try await backend.change(rest, to: change, scope: nil)
            } catch {
                guard !done.isEmpty else { throw error }
                // Changes in process scope are kept and reported.
                summary.outcomes = rest.map { .failed($0.text, error) }
            }
        }
        summary.outcomes = done + summary.outcomes
        return summary
    }
}

extension FontSummary {
    /// Returns the summary of an operation on one source or target if something reached the requested state.
    ///
    /// - Throws: The error of the first item otherwise; `cancelledByUser` (304) if the operation was stopped before.
    fileprivate func orFailure() throws(FontError) -> FontSummary {
        guard !outcomes.isEmpty, !outcomes.contains(where: \.isSuccess) else { return self }
        throw errors.first
            ?? FontError(
                .cancelledByUser, "The registration was cancelled before it began; nothing was registered.",
                file: outcomes[0].item)
    }
}
