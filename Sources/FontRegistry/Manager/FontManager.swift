import Dispatch
public import FontModel
public import Foundation
import GRDB

/// The registry of fonts for Linux: registers, switches, replaces, finds and removes fonts, and tells what changed.
///
/// A manager works for one provider on one user's store; several managers, processes and the daemon may use the store
/// at the same time. All methods may be called from any task. Methods that write wait for other writers.
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
    private let access: StoreAccess
    // Writers block (on a lock, on a disk): they do so on this queue, not on Swift's cooperative threads.
    private let queue = DispatchQueue(label: "fontd registry")

    /// Makes a manager; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - provider: In whose name fonts are registered, such as the application's reverse-DNS id.
    ///   - authority: What the caller may change.
    ///   - context: Where store and font folders are.
    public convenience init(provider: String, authority: Authority = .provider, context: RegistryContext) {
        self.init(Caller(provider: provider, authority: authority), StoreAccess(context))
    }

    /// Makes a manager for a provider that somebody else vouches for, as the bus does.
    ///
    /// - Parameters:
    ///   - quota: How much it may have registered.
    ///   - facts: What it is; recorded when it registers something.
    package convenience init(
        provider: String, authority: Authority = .provider, quota: FontQuota?, facts: ProviderFacts?,
        context: RegistryContext
    ) {
        self.init(
            Caller(provider: provider, authority: authority, quota: quota, facts: facts), StoreAccess(context))
    }

    private init(_ caller: Caller, _ access: StoreAccess) {
        self.caller = caller
        self.access = access
    }

    /// A manager on the same store for another caller.
    ///
    /// For a service: what is known of the store and of the system's fonts is shared; what blocks for one caller does not
    /// hold up the others.
    package func acting(
        as provider: String, authority: Authority = .provider, quota: FontQuota? = nil, facts: ProviderFacts? = nil
    ) -> FontManager {
        FontManager(Caller(provider: provider, authority: authority, quota: quota, facts: facts), access)
    }

    /// In whose name fonts are registered.
    public var provider: String { caller.provider }

    private var authority: Authority { caller.authority }
    var registrar: Registrar { access.registrar }
    var process: ProcessScope { access.process }
    var library: FontLibrary { access.library }

    /// Runs work that may block on the manager's own queue.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(FontError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    // MARK: Asking

    /// The font of a name, or that there is none.
    ///
    /// Names are tried as exact PostScript name, named instance, full name, family and style, localised name; fonts of
    /// one name in the order process, session, persistent, system. Never activates, downloads or substitutes: a
    /// substitute is told apart.
    /// - Throws: 301 if the store cannot be read.
    public func resolve(_ name: String) async throws(FontError) -> FontResolution {
        var resolution = try access.resolver.resolve(name)
        resolution.match = resolution.match.map(caller.view)
        return resolution
    }

    /// The fonts that match, highest scope first (`CTFontCollectionCreateMatchingFontDescriptors`).
    ///
    /// With ``FontAuthority/provider`` another's disabled fonts are not found, and its tags not told.
    ///
    /// - Throws: 301 if the store cannot be read.
    public func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        let (library, caller) = (library, caller)
        return try await perform { () throws(FontError) in try library.fonts(matching: set, for: caller) }
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
        let library = library
        let provider = authority == .user ? provider : self.provider
        return try await perform { () throws(FontError) in
            try library.registered(scope: scope, state: state, provider: provider)
        }
    }

    /// In which scopes a file is registered (`CTFontManagerGetScopeForURL`); empty if in none.
    public func scopes(of url: URL) async throws(FontError) -> Set<FontScope> {
        let path = url.path(percentEncoded: false)
        return Set(try await registered().filter { $0.file == path || $0.path == path }.map(\.scope))
    }

    /// The unique PostScript names of all fonts that can be matched, named instances included, sorted
    /// (`CTFontManagerCopyAvailablePostScriptNames`).
    public func postscriptNames() async throws(FontError) -> [String] {
        let fonts = try await fonts(matching: FontQuerySet(including: [FontQuery()], options: .namedInstances))
        return Set(fonts.map(\.postscriptName)).sorted()
    }

    /// The families of all fonts that can be matched, sorted for a menu; names that begin with a dot are left out.
    ///
    /// - Parameters:
    ///   - language: Only families with a font that can write this language (BCP 47).
    ///   - locale: In whose language names are shown and sorted.
    public func families(language: String? = nil, locale: Locale = .current) async throws(FontError) -> [FontFamily] {
        let query = FontQuery(languages: language.map { [$0] } ?? [])
        return try await families(matching: FontQuerySet(including: [query]), locale: locale)
    }

    /// The families of the fonts that match.
    public func families(matching set: FontQuerySet, locale: Locale = .current) async throws(FontError) -> [FontFamily]
    {
        FontFamily.families(of: try await fonts(matching: set), locale: locale)
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
        try registrar.read { database, _ in try database?.generation() ?? 0 }
    }

    /// Changes from now on, by this process and by others; see ``FontChanges``.
    public var changes: FontChanges { changes(since: nil) }

    /// Changes after a generation, then further ones as they happen.
    ///
    /// - Parameter generation: Where to begin; nil for now. If the log does not reach back so far, the first event is a
    ///   snapshot.
    public func changes(since generation: Int64?) -> FontChanges {
        do throws(FontError) {
            var cursor = try access.feed.now()
            if let generation { cursor.generation = generation }
            return FontChanges(feed: access.feed, caller: caller, start: .success(cursor))
        } catch {
            return FontChanges(feed: access.feed, caller: caller, start: .failure(error))
        }
    }

    /// What has happened after a generation so far, without waiting for more.
    ///
    /// - Returns: The generation up to which the answer reaches, and the changes; nil if the log does not reach back so far.
    /// - Throws: 301 if the store cannot be read.
    package func history(since generation: Int64) async throws(FontError) -> (Int64, [FontChange]?) {
        let (registrar, caller) = (registrar, caller)
        return try await perform { () throws(FontError) in
            try registrar.read { database, _ in
                guard let database else { return (0, generation == 0 ? [] : nil) }
                return (try database.generation(), try database.changes(since: generation)?.compactMap(caller.view))
            }
        }
    }
}
