public import FontModel
public import Foundation

extension ProcessFontManager {
    // MARK: Registering

    /// Registers fonts from any number of sources (`CTFontManagerRegisterFontURLs` and related functions).
    ///
    /// A file is used where it is, and is watched: its registration ends when it is removed or changes. Data is kept in
    /// memory. Each file succeeds or fails separately unless ``RegistrationOptions/isAtomic`` is set.
    /// - Returns: The outcome of every item.
    /// - Throws: `FontError` with code ``FontError/Code/exceededResourceLimit`` (106) for an invalid provider or tag, or
    ///   ``FontError/Code/registrationFailed`` (301) if there is no memory for a copy; nothing was changed.
    @discardableResult
    public func register(
        _ sources: [FontSource], options: RegistrationOptions = RegistrationOptions()
    ) throws(FontError) -> FontSummary {
        var found: [FontQuery: [FontDescriptor]] = [:]
        for case .query(let query) in sources.map(\.kind) where query.file == nil {
            let wanted = query.untagged
            found[wanted] = try fonts(matching: FontQuerySet(including: [wanted], options: .includeDisabled))
        }
        try caller.checkProvider()
        try CallerText.checkTag(options.tag)
        var fonts = FoundFonts(unwrapping: options.unwraps, unpacking: options.unpacks)
        for source in sources { fonts.add(source) { found[$0] ?? [] } }
        var summary = try backend.register(fonts.items, options: options, watcher: BatchWatcher())
        (summary.passedOver, summary.unread) = (fonts.passedOver, fonts.unread)
        return summary
    }

    /// Registers the fonts of one source.
    ///
    /// Registering the same content again changes nothing, but enables it if it is disabled, and has the outcome
    /// ``FontOutcome/Status/alreadyRegistered``.
    /// - Returns: The outcome of every item, of which at least one is in the requested state.
    /// - Throws: The error of the first item if none is registered: `FontError` with code
    ///   ``FontError/Code/fileNotFound`` (101), ``FontError/Code/insufficientPermissions`` (102),
    ///   ``FontError/Code/unrecognizedFormat`` (103), ``FontError/Code/invalidFontData`` (104),
    ///   ``FontError/Code/exceededResourceLimit`` (106), ``FontError/Code/assetNotFound`` (107),
    ///   ``FontError/Code/registrationFailed`` (301), ``FontError/Code/insufficientInfo`` (303),
    ///   ``FontError/Code/duplicatedName`` (305) or ``FontError/Code/invalidFilePath`` (306).
    @discardableResult
    public func register(
        _ source: FontSource, options: RegistrationOptions = RegistrationOptions()
    ) throws(FontError) -> FontSummary {
        try register([source], options: options).orFailure()
    }

    /// Registers the file or the folder of a URL (`CTFontManagerRegisterFontsForURL`), as ``FontSource/url(_:)``.
    @discardableResult
    public func register(
        _ url: URL, options: RegistrationOptions = RegistrationOptions()
    ) throws(FontError) -> FontSummary {
        try register(.url(url), options: options)
    }

    /// Registers fonts from any number of sources without blocking the task's thread.
    @discardableResult
    public func register(
        _ sources: [FontSource], options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.register(sources, options: options) }
    }

    /// Registers the fonts of one source without blocking the task's thread.
    @discardableResult
    public func register(
        _ source: FontSource, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.register(source, options: options) }
    }

    /// Registers the file or the folder of a URL without blocking the task's thread.
    @discardableResult
    public func register(
        _ url: URL, options: RegistrationOptions = RegistrationOptions()
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.register(url, options: options) }
    }

    // MARK: Unregistering

    /// Unregisters fonts (`CTFontManagerUnregisterFontURLs` and related functions).
    ///
    /// - Returns: The outcomes: ``FontError/Code/notRegistered`` (201) for a target that is not registered,
    ///   ``FontError/Code/systemRequired`` (203) for a font of the system.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file; nothing
    ///   was changed.
    @discardableResult
    public func unregister(_ targets: [FontTarget]) throws(FontError) -> FontSummary {
        try change(RegistrationChange(.unregister, targets))
    }

    /// Unregisters all registrations that one target means.
    ///
    /// - Throws: The error of the first registration if none is unregistered; see `unregister`.
    @discardableResult
    public func unregister(_ target: FontTarget) throws(FontError) -> FontSummary {
        try unregister([target]).orFailure()
    }

    /// Unregisters the file of a URL (`CTFontManagerUnregisterFontsForURL`), as ``FontTarget/url(_:)``.
    @discardableResult
    public func unregister(_ url: URL) throws(FontError) -> FontSummary { try unregister(.url(url)) }

    /// Unregisters fonts without blocking the task's thread.
    @discardableResult
    public func unregister(_ targets: [FontTarget]) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.unregister(targets) }
    }

    /// Unregisters all registrations that one target means without blocking the task's thread.
    @discardableResult
    public func unregister(_ target: FontTarget) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.unregister(target) }
    }

    /// Unregisters the file of a URL without blocking the task's thread.
    @discardableResult
    public func unregister(_ url: URL) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.unregister(url) }
    }

    // MARK: Enabling

    /// Enables or disables fonts (`CTFontManagerEnableFontDescriptors`, with a result).
    ///
    /// - Returns: The outcomes: those of `unregister`, and ``FontError/Code/duplicatedName`` (305) if
    ///   another enabled font has the PostScript name.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local file; nothing
    ///   was changed.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, _ targets: [FontTarget]) throws(FontError) -> FontSummary {
        try change(RegistrationChange(isEnabled ? .enable : .disable, targets))
    }

    /// Enables or disables fonts without blocking the task's thread.
    @discardableResult
    public func setEnabled(_ isEnabled: Bool, _ targets: [FontTarget]) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try self.setEnabled(isEnabled, targets) }
    }

    private func change(_ change: RegistrationChange) throws(FontError) -> FontSummary {
        try CallerText.check(change)
        try caller.checkProvider()
        return backend.changeNow(change)
    }
}
