public import FontModel
public import Foundation

extension FontManager {
    /// Unregisters fonts as one batch (`CTFontManagerUnregisterFontURLs` and related functions).
    ///
    /// All faces of a file are unregistered together. While programs run that may open the file again, it stays at its
    /// path, hidden from others (``FontOutcome/keptFor``).
    /// - Parameters:
    ///   - targets: Files, PostScript names, ids, registrations.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    ///   - removesAtOnce: Whether the files are removed at once, although running programs may then lose their text.
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that the caller has not registered
    ///   in the scope, ``FontError/Code/systemRequired`` (203) for a system font.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing was changed.
    @discardableResult
    public func unregister(
        _ targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false, removesAtOnce: Bool = false
    ) async throws(FontError) -> FontSummary {
        try await change(
            RegistrationChange(
                .unregister, targets, scope: scope, isDryRun: isDryRun, removesAtOnce: removesAtOnce))
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

    /// Unregisters the registration of a font, as ``FontTarget/font(_:)``.
    @discardableResult
    public func unregister(_ font: FontDescriptor) async throws(FontError) -> FontSummary {
        try await unregister(.font(font), scope: font.scope)
    }

    /// Unregisters all registrations that match a query, possibly none.
    @discardableResult
    public func unregister(matching query: FontQuery) async throws(FontError) -> FontSummary {
        try await unregister(try await ids(matching: query))
    }

    /// Unregisters registrations that end without the user's request, such as those of a connection that is gone.
    package func end(_ ids: [String], scope: FontScope) async throws(FontError) {
        _ = try await change(
            RegistrationChange(.unregister, ids.map(FontTarget.id), scope: scope, isUndoable: false))
    }

    /// Enables or disables fonts as one batch (`CTFontManagerEnableFontDescriptors`, with a result).
    ///
    /// With the user's authority, a target that means no registration means fonts of the system: by family, by a name of
    /// a face, or by file; a family means its registered fonts and those of the system. They are hidden from the user's
    /// programs by a rule of fontconfig, and shown again; the files are not changed. Programs in sandboxes do not read the
    /// rule. When a family is enabled, a font that was hidden on its own remains hidden if a registered one
    /// that is enabled has its style.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether to enable the fonts.
    ///   - targets: Files, PostScript names, ids, registrations.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    ///   - removesAtOnce: Whether the files of disabled fonts are removed at once, although running programs may then
    ///     lose their text; see ``FontOutcome/keptFor``.
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that is not registered,
    ///   ``FontError/Code/duplicatedName`` (305) if another enabled font has its PostScript name,
    ///   ``FontError/Code/systemRequired`` (203) for a system font without the user's authority, or if no system font
    ///   with letters would be left.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used; nothing was changed.
    @discardableResult
    public func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false,
        removesAtOnce: Bool = false
    ) async throws(FontError) -> FontSummary {
        try await change(
            RegistrationChange(
                isEnabled ? .enable : .disable, targets, scope: scope, isDryRun: isDryRun,
                removesAtOnce: removesAtOnce))
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

    /// Enables or disables the registration of a font, as ``FontTarget/font(_:)``.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, _ font: FontDescriptor) async throws(FontError) -> FontSummary {
        try await setEnabled(isEnabled, .font(font), scope: font.scope)
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
        try await change(
            RegistrationChange(.tag(adding: added, removing: removed), targets, scope: scope, isDryRun: isDryRun))
    }

    private func ids(matching query: FontQuery) async throws(FontError) -> [FontTarget] {
        let (fonts, failure) = try await found(
            matching: FontQuerySet(including: [query], options: .includeDisabled))
        if let failure { throw failure }
        var seen: Set<String> = []
        return fonts.compactMap(\.registrationID).filter { seen.insert($0).inserted }.map(FontTarget.id)
    }

    /// Starts to change registrations as one batch that reports its progress and can be stopped
    /// (`CTFontManagerUnregisterFontURLs` and related functions).
    ///
    /// As with ``register(_:scope:options:)-([FontSource],_,_)``, leaving the loop over the batch, ``FontBatch/stop()``
    /// or cancelling the task that waits for it ends it early: what was changed until then is kept, and the rest is
    /// reported as skipped. The whole batch is one transaction, one generation and one notification.
    /// - Parameters:
    ///   - verb: What is done.
    ///   - targets: Files, PostScript names, ids, registrations, fonts.
    ///   - scope: The scope of the registrations; nil for any.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    public func batch(
        _ verb: RegistrationVerb, of targets: [FontTarget], scope: FontScope? = nil, isDryRun: Bool = false
    ) -> FontBatch {
        batch(RegistrationChange(verb, targets, scope: scope, isDryRun: isDryRun))
    }

    /// Starts a change as a batch.
    package func batch(_ change: RegistrationChange) -> FontBatch {
        FontBatch { work throws(FontError) in
            work.begin(total: change.targets.count)
            return try await self.change(change, watcher: work.watcher)
        }
    }

    /// Carries out a change as one batch; the other methods that change registrations are short forms of it.
    package func change(
        _ change: RegistrationChange, watcher: BatchWatcher = BatchWatcher()
    ) async throws(FontError) -> FontSummary {
        try CallerText.check(change)
        try caller.checkProvider()
        if let scope = change.scope { return try await backend(of: scope).change(change, watcher: watcher) }
        // Without a scope, process scope comes first: only this process can mean its registrations.
        let (generation, local) = try await process.backend.outcomes(of: change, watcher: watcher)
        let done = local.flatMap(\.self)
        let rest = zip(change.targets, local).filter(\.1.isEmpty).map(\.0)
        var summary = FontSummary(generation: generation, outcomes: [])
        if !rest.isEmpty || change.targets.isEmpty {
            do throws(FontError) {
                summary = try await backend.change(change.of(rest), watcher: watcher)
            } catch {
                guard !done.isEmpty else { throw error }
                // Changes in process scope are kept and reported.
                summary.outcomes = rest.map { .failed($0.text, error) }
            }
        }
        summary.outcomes = done + summary.outcomes
        summary.wasStopped = summary.outcomes.contains { $0.status == .skipped }
        return summary
    }
}
