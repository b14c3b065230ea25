import FontModel

/// The fonts of this process alone: registers, disables, finds and unregisters them, and reports changes.
///
/// Nothing is saved, and no home, store or service is needed. The fonts stay until they are unregistered or the process
/// ends. They belong to the process, not to the manager: all managers of a process on one context see them, those of
/// `FontRegistry`, too, and each provider unregisters its own. All other fonts that fontconfig finds are fonts of the
/// system.
///
/// ```swift
/// let fonts = ProcessFontManager(provider: "org.example.Reader")
/// try fonts.register(URL(filePath: "/opt/reader/Lora-Regular.ttf"))
/// let lora = try fonts.resolve("Lora-Regular").match
/// ```
///
/// Each method exists twice. The synchronous one works on the calling thread, as Core Text's functions do. Asynchronous
/// code uses the other one, with `await`, which does not block a thread of its tasks. All methods may be called from any
/// thread.
///
/// ``FontconfigBridge`` shows the fonts to toolkits in the process. The corresponding Apple functions are those of
/// `CTFontManager` with `kCTFontManagerScopeProcess`.
public final class ProcessFontManager: Sendable {
    package let caller: Caller
    package let state: ProcessFontState
    package let backend: ProcessBackend
    private let feed: OnDemand<ChangeFeed>
    /// The manager's own queue, for work that may block.
    package let queue = WorkQueue()

    /// Creates a manager without reading or writing anything.
    ///
    /// - Parameters:
    ///   - provider: The provider that owns the registrations, such as the application's reverse-DNS id.
    ///   - authority: The authority of the caller; that of the user includes the fonts of other providers in the process.
    ///   - context: The context of which the fonts of a process are one set, with fontconfig's configuration; nil for the
    ///     user's, or for one without a home if there is none.
    public convenience init(provider: String, authority: FontAuthority = .provider, context: RegistryContext? = nil) {
        let context = context ?? .ofProcess
        // Without a store, what it shows is shown by fontconfig only.
        let state = ProcessFontState(context, hiding: [], owner: { _ in nil }, generation: { 0 })
        self.init(Caller(provider: provider, authority: authority, isThisProgram: true), state, NoHistory())
    }

    /// Creates a manager for a caller, with a history of the changes outside of process scope.
    package init(_ caller: Caller, _ state: ProcessFontState, _ history: any ChangeHistory) {
        self.caller = caller
        self.state = state
        backend = ProcessBackend(state: state, caller: caller)
        feed = OnDemand { ChangeFeed(history, state, caller: caller) }
    }

    /// The provider that owns the registrations.
    public var provider: String { caller.provider }

    /// The changes from now on, with those of the system's fonts; see ``FontChanges``.
    ///
    /// They have generation 0.
    public var changes: FontChanges { changes(includesSystemFonts: true) }

    /// Returns the changes from now on.
    ///
    /// - Parameter includesSystemFonts: Whether ``FontChangeEvent/system(generation:change:)`` is reported, for which the
    ///   process watches fontconfig's folders.
    public func changes(includesSystemFonts: Bool) -> FontChanges {
        changes(since: nil, includesSystemFonts: includesSystemFonts)
    }

    /// Returns the changes after a generation of the history, or from now on, followed by further ones.
    package func changes(since generation: Int64?, includesSystemFonts: Bool) -> FontChanges {
        feed.value.changes(since: generation, includesSystemFonts: includesSystemFonts)
    }
}

extension FontconfigBridge {
    /// Creates a bridge that shows the present process fonts and applies later changes.
    ///
    /// It watches fontconfig's folders for changes of session and persistent fonts.
    /// - Parameters:
    ///   - manager: The manager whose process scope is shown.
    ///   - perform: Runs work on the thread that uses fontconfig.
    ///   - didChange: Called on that thread after each change, including the initial one, to notify the toolkit.
    public convenience init(
        for manager: ProcessFontManager,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        didChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        let folders = [FontScope.session, .persistent].compactMap(manager.state.context.paths.projection).map {
            $0 + "/"
        }
        self.init(
            for: manager.state.process, changes: { manager.changes },
            isOfSharedFonts: { event in
                switch event {
                case .change: false
                case .snapshot: true
                case .policy, .announcements: false
                case .system(_, let change):
                    (change.added + change.removed + change.replaced).compactMap(\.path).contains { path in
                        folders.contains(where: path.hasPrefix)
                    }
                }
            }, perform: perform, didChange: didChange)
    }
}
