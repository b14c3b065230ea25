public import FontModel
public import Foundation
import Synchronization

/// The registry of fonts for Linux: registers, switches, replaces, finds and removes fonts, and tells what changed.
///
/// A manager works for one provider on one user's store; several managers, processes and the daemon may use the store
/// at the same time. All methods may be called from any task. Methods that write wait for other writers.
///
/// Fonts in process scope belong to the process, not to the manager: all managers of a process on one store see them, and
/// each provider unregisters its own. They and the system's fonts do not need the store, which may be damaged, unreadable
/// or of a later release.
///
/// ```swift
/// let fonts = try FontManager(provider: "org.example.Reader", context: .user())
/// let outcome = try await fonts.register(URL(filePath: "/home/me/Lora-Regular.ttf"), scope: .persistent)
/// let lora = try await fonts.resolve("Lora-Regular").match
/// ```
///
/// The corresponding Apple interface is `CTFontManager`.
public final class FontManager: Sendable {
    /// Who is calling.
    public typealias Authority = FontAuthority

    let caller: Caller
    let backend: any RegistryBackend
    let processState: ProcessFontState
    let supplier: FontSupplier?
    private let feed: ChangeFeed
    private let queue = WorkQueue()

    /// Makes a manager; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - provider: In whose name fonts are registered, such as the application's reverse-DNS id.
    ///   - authority: What the caller may change.
    ///   - context: Where store and font folders are.
    public convenience init(provider: String, authority: Authority = .provider, context: RegistryContext) {
        self.init(.thisProgram(provider, authority), context)
    }

    /// Makes a manager for a provider that is not this program: that somebody else vouches for, as the bus does, or in
    /// whose name a person acts.
    ///
    /// - Parameters:
    ///   - quota: How much it may have registered.
    ///   - facts: What it is; recorded when it registers something. Nil if nothing is known.
    package convenience init(
        provider: String, authority: Authority = .provider, quota: FontQuota?, facts: ProviderFacts?,
        context: RegistryContext
    ) {
        self.init(
            Caller(provider: provider, authority: authority, quota: quota, facts: facts), context)
    }

    private convenience init(_ caller: Caller, _ context: RegistryContext) {
        let store = RegistryStore(context)
        self.init(caller, LocalBackend(store, caller), store.processState)
    }

    /// Makes a manager on the store that knows whom to ask for fonts that are not there.
    package convenience init(
        provider: String, authority: Authority, context: RegistryContext, supplier: @escaping FontSupplier
    ) {
        let store = RegistryStore(context)
        let caller = Caller.thisProgram(provider, authority)
        self.init(caller, LocalBackend(store, caller), store.processState, supplier: supplier)
    }

    /// Makes a manager that reaches the registry through a backend.
    package init(
        _ caller: Caller, _ backend: any RegistryBackend, _ processState: ProcessFontState,
        supplier: FontSupplier? = nil
    ) {
        self.caller = caller
        self.backend = backend
        self.processState = processState
        self.supplier = supplier
        feed = ChangeFeed(backend, process: processState.process, caller: caller)
    }

    /// A manager on the same store for another caller.
    ///
    /// For a service: what is known of the store and of the system's fonts is shared; what blocks for one caller does not
    /// hold up the others.
    package func acting(
        as provider: String, authority: Authority = .provider, quota: FontQuota? = nil, facts: ProviderFacts? = nil
    ) -> FontManager {
        let caller = Caller(provider: provider, authority: authority, quota: quota, facts: facts)
        return FontManager(caller, backend.acting(for: caller), processState)
    }

    /// In whose name fonts are registered.
    public var provider: String { caller.provider }

    private var authority: Authority { caller.authority }
    var process: ProcessScope { processState.process }
    var library: FontLibrary { processState.library }

    /// Runs work that may block on the manager's own queue.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        try await queue.perform(body)
    }

    /// A manager that acts for the user, as a settings panel does: it sees, switches and removes every provider's fonts.
    ///
    /// Through the service the user is asked, where there is somebody to ask (`fontctl policy --consent-program`), and
    /// what is answered holds from then on; through the store nobody is. What the user takes back later is refused with
    /// 302, here as by the manager that is returned.
    /// - Throws: 302 if the user's policy does not let the program manage fonts, as none in a sandbox by default; 304 if the
    ///   user did not agree; 301 if there is no service.
    public func requestManagement() async throws(FontError) -> FontManager {
        try await backend.requestManagement()
        var user = caller
        user.authority = .user
        return FontManager(user, backend.acting(for: user), processState, supplier: supplier)
    }

    // MARK: Asking

    /// The font of a name, or that there is none.
    ///
    /// Names are tried as exact PostScript name, named instance, full name, family and style, localised name; fonts of
    /// one name in the order process, session, persistent, system. Never activates, downloads or substitutes: a
    /// substitute is told apart. A registered font that programs cannot use, because it is disabled or because the user's
    /// fontconfig configuration rejects it or does not name its folder, is no match, and named in ``FontResolution/unusable``.
    /// Fonts of the process and of the system are found whatever state the store is in.
    /// - Throws: 301 if no font is found and the store, which may have one, cannot be read.
    public func resolve(_ name: String) async throws(FontError) -> FontResolution {
        let failure = Mutex<FontError?>(nil)
        var stored: RegisteredNames = { _, _ in [] }
        do throws(FontError) {
            let names = try await backend.names(for: name)
            stored = { name, kind in
                do throws(FontError) {
                    return try names(name, kind)
                } catch {
                    failure.withLock { $0 = error }
                    return []
                }
            }
        } catch {
            failure.withLock { $0 = error }
        }
        var resolution = try processState.resolver.resolve(name, in: stored)
        if resolution.match == nil, let failure = failure.withLock({ $0 }) { throw failure }
        resolution.match = resolution.match.map(caller.view)
        if resolution.match == nil { resolution.unusable = try await unusable(name) }
        return resolution
    }

    /// Why a name is not answered, where a font of that name is registered.
    private func unusable(_ name: String) async throws(FontError) -> UnusableFont? {
        let local = process.registrations.first {
            !$0.isEnabled && caller.maySee($0.provider) && LookupName.kind(of: $0.faces, for: name) != nil
        }
        if let local { return UnusableFont(reason: .disabled, registration: local, disabledBy: .provider) }
        return try await backend.unusable(name)
    }

    /// What is registered and answers to a name, whatever else does; for a service whose callers see other system fonts.
    ///
    /// - Returns: Nil if nothing registered does.
    package func resolveRegistered(_ name: String) async throws(FontError) -> FontResolution? {
        guard var resolution = try Resolver.registered(name, in: try await backend.names(for: name)) else { return nil }
        resolution.match = resolution.match.map(caller.view)
        return resolution
    }

    /// The fonts that match, highest scope first (`CTFontCollectionCreateMatchingFontDescriptors`).
    ///
    /// With ``FontAuthority/provider`` another's disabled fonts are not found, and its tags not told. Registered fonts that
    /// the user's fontconfig configuration rejects are left out like disabled ones.
    ///
    /// Where the store cannot be read, the fonts of the process and of the system are found all the same, and those alone;
    /// ``generation()`` then throws the reason. The same holds for families, names and files.
    /// - Throws: 301 if no font is found and the store, which may have one, cannot be read.
    public func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        let (fonts, failure) = try await found(matching: set)
        if let failure, fonts.isEmpty { throw failure }
        return fonts
    }

    /// The fonts that match, and why those of the registry are not among them.
    func found(
        matching set: FontQuerySet
    ) async throws(FontError) -> (fonts: [FontDescriptor], failure: FontError?) {
        var registered: [FontDescriptor] = []
        var failure: FontError?
        if set.including.contains(where: { $0.scopes != [.process] }) {
            do throws(FontError) { registered = try await backend.fonts(matching: set) } catch { failure = error }
        }
        let (library, caller, others) = (library, caller, registered)
        let fonts = try await perform { () throws(FontError) in
            FontLibrary.ordered(try library.fonts(matching: set, for: caller) + others, set.options)
        }
        return (fonts, failure)
    }

    /// The fonts that match one query.
    public func fonts(matching query: FontQuery) async throws(FontError) -> [FontDescriptor] {
        try await fonts(matching: FontQuerySet(including: [query]))
    }

    /// What is registered (`CTFontManagerCopyRegisteredFontDescriptors`), oldest first.
    ///
    /// With ``FontAuthority/provider`` only what this provider registered.
    /// - Parameters:
    ///   - scope: Only this scope; nil for all.
    ///   - state: Only enabled ones, only disabled ones, or any.
    ///   - provider: Only this provider's; nil for all the caller may see.
    public func registered(
        scope: FontScope? = nil, state: RegistrationState = .any, provider: String? = nil
    ) async throws(FontError) -> [Registration] {
        guard authority == .user || provider == nil || provider == self.provider else { return [] }
        let provider = authority == .user ? provider : self.provider
        let own = scope == nil || scope == .process ? library.registered(state: state, provider: provider) : []
        if scope == .process { return own }
        return own + (try await backend.registered(scope: scope, state: state, provider: provider))
    }

    /// In which scopes a file is registered (`CTFontManagerGetScopeForURL`); empty if in none.
    ///
    /// - Parameter url: The file as it was registered, or where fontconfig sees it, by any path that leads to it.
    /// - Throws: 306 for a URL that names no file on this machine; 301 if it is in no process scope and the store cannot be
    ///   read.
    public func scopes(of url: URL) async throws(FontError) -> Set<FontScope> {
        let path = try url.localPath()
        let identity = Fingerprint(of: path)
        func isMeant(_ other: String?) -> Bool {
            guard let other else { return false }
            return other == path || identity.map { Fingerprint(of: other) == $0 } ?? false
        }
        func scopes(among registrations: [Registration]) -> Set<FontScope> {
            Set(registrations.filter { isMeant($0.file) || isMeant($0.path) }.map(\.scope))
        }
        do throws(FontError) {
            return scopes(among: try await registered())
        } catch {
            let own = scopes(among: try await registered(scope: .process))
            guard !own.isEmpty else { throw error }
            return own
        }
    }

    /// The unique PostScript names of all fonts that can be matched, named instances included, sorted
    /// (`CTFontManagerCopyAvailablePostScriptNames`).
    public func postscriptNames() async throws(FontError) -> [String] {
        let fonts = try await fonts(matching: FontQuerySet(including: [FontQuery()], options: .namedInstances))
        return Set(fonts.map(\.postscriptName)).sorted()
    }

    /// The families of all fonts that can be matched, sorted for a menu; names that begin with a dot are left out.
    ///
    /// The named instances of a variable font are styles of its family.
    /// - Parameters:
    ///   - language: Only families with a font that can write this language (BCP 47; see ``FontQuery/languages``).
    ///   - locale: In whose language names are shown and sorted.
    public func families(language: String? = nil, locale: Locale = .current) async throws(FontError) -> [FontFamily] {
        let query = FontQuery(languages: language.map { [$0] } ?? [])
        return try await families(matching: FontQuerySet(including: [query]), locale: locale)
    }

    /// The families of the fonts that match, named instances included.
    public func families(matching set: FontQuerySet, locale: Locale = .current) async throws(FontError) -> [FontFamily]
    {
        var set = set
        set.options.insert(.namedInstances)
        return FontFamily.families(of: try await fonts(matching: set), locale: locale)
    }

    /// The names of ``families(language:locale:)`` (`CTFontManagerCopyAvailableFontFamilyNames`).
    public func familyNames(locale: Locale = .current) async throws(FontError) -> [String] {
        try await families(locale: locale).map(\.localizedName)
    }

    /// The files of all fonts that can be matched (`CTFontManagerCopyAvailableFontURLs`), sorted by path.
    public func files() async throws(FontError) -> [URL] {
        Set(try await fonts(matching: FontQuery()).compactMap(\.path)).sorted().map { URL(filePath: $0) }
    }

    // MARK: Changes

    /// The store's counter; every operation that changes something moves it by one, and one that had to be taken back by
    /// two.
    public func generation() async throws(FontError) -> Int64 {
        try await backend.generation()
    }

    /// Changes from now on, by this process and by others; see ``FontChanges``.
    public var changes: FontChanges { changes(since: nil) }

    /// Changes after a generation, then further ones as they happen.
    ///
    /// - Parameter generation: Where to begin; nil for now. If the log does not reach back so far, the first event is a
    ///   snapshot.
    public func changes(since generation: Int64?) -> FontChanges {
        do throws(FontError) {
            return FontChanges(feed: feed, start: .success(try feed.start(after: generation)))
        } catch {
            return FontChanges(feed: feed, start: .failure(error))
        }
    }

    /// What has happened after a generation so far, without waiting for more.
    ///
    /// - Returns: The generation up to which the answer reaches, and the changes; nil if the log does not reach back so far.
    /// - Throws: 301 if the store cannot be read.
    package func history(since generation: Int64) async throws(FontError) -> (Int64, [FontChange]?) {
        try await backend.history(since: generation)
    }
}
