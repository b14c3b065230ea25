public import FontModel
public import Foundation

extension FontManager {
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
            try await self.register(
                sources, scope: scope, options: options, watcher: work.watcher, willBegin: work.begin(total:))
        }
    }

    /// Registers fonts as one batch in the calling task.
    ///
    /// - Parameter willBegin: Called with the number of items.
    package func register(
        _ sources: [FontSource], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher,
        willBegin: @Sendable (_ total: Int) -> Void = { _ in }
    ) async throws(FontError) -> FontSummary {
        let backend = backend(of: scope)
        let found = try await found(in: sources, for: backend, scope: scope, options: options)
        willBegin(found.items.count)
        var summary = try await backend.register(found.items, scope: scope, options: options, watcher: watcher)
        (summary.passedOver, summary.unread) = (found.passedOver, found.unread)
        return summary
    }

    /// Finds the fonts of sources.
    func found(
        in sources: [FontSource], for backend: any FontBackend, scope: FontScope, options: RegistrationOptions
    ) async throws(FontError) -> FoundFonts {
        try caller.checkProvider()
        try CallerText.checkTag(options.tag)
        var matches: [FontQuery: [FontDescriptor]] = [:]
        for case .query(let query) in sources.map(\.kind) where query.file == nil {
            let wanted = query.untagged
            matches[wanted] = try await fonts(matching: FontQuerySet(including: [wanted], options: .includeDisabled))
        }
        let unpacksHere = backend.areArchivesUnpackedHere
        return try await queue.perform { [matches] () throws(FontError) in
            var found = FoundFonts(
                unwrapping: options.unwraps, unpacking: options.unpacks && unpacksHere,
                keepingLicenses: scope != .process && unpacksHere)
            for source in sources { found.add(source) { matches[$0] ?? [] } }
            return found
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
        try process.register(url, options: options)
    }
}
