public import FontModel
public import FontStore
import Fontconfig
public import Foundation

extension FontManager {
    /// Returns the fonts outside of fontd's folders that the user has hidden from programs, sorted by file; see
    /// ``setEnabled(_:_:scope:isDryRun:removesAtOnce:)``.
    ///
    /// Without the user's authority there are none.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be read.
    public func hiddenFonts() async throws(FontError) -> [FontDescriptor] { try await backend.hiddenFonts() }

    /// Returns the system's fonts with a PostScript name, including named instances.
    package func systemFonts(named name: String) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            let index = try self.processState.system.current(loadsRegistered: false)
            return index.find(name, as: .postscriptName) + index.find(name, as: .instance)
        }
    }

    /// Returns the fonts that match, highest scope first (`CTFontCollectionCreateMatchingFontDescriptors`).
    ///
    /// With ``FontAuthority/provider``, disabled fonts of other providers are not found, and the tags of other
    /// providers are omitted. Registered fonts that the user's fontconfig configuration rejects are left out like
    /// disabled ones.
    ///
    /// If the store cannot be read, only the fonts of the process and of the system are found, and ``generation()``
    /// throws the reason. The same holds for families, names and files.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        let (fonts, failure) = try await found(matching: set)
        if let failure, fonts.isEmpty { throw failure }
        return fonts
    }

    /// Returns the fonts that match, highest scope first, and the error if those of the registry could not be read.
    func found(
        matching set: FontQuerySet
    ) async throws(FontError) -> (fonts: [FontDescriptor], failure: FontError?) {
        let (fonts, failure) = try await unorderedFonts(matching: set)
        return (try await queue.perform { () throws(FontError) in fonts.ordered(set.options) }, failure)
    }

    private func unorderedFonts(
        matching set: FontQuerySet
    ) async throws(FontError) -> (fonts: [FontDescriptor], failure: FontError?) {
        // The registry and the system's fonts are read at the same time.
        async let registered = registeredFonts(matching: set)
        let (own, others) = try await queue.perform { () throws(FontError) in try self.process.found(matching: set) }
        let (fonts, failure) = await registered
        return (own + fonts + others, failure)
    }

    /// Returns the registered fonts that match, and the error if they could not be read.
    func registeredFonts(matching set: FontQuerySet) async -> ([FontDescriptor], FontError?) {
        guard set.including.contains(where: { $0.scopes != [.process] }) else { return ([], nil) }
        do throws(FontError) {
            return (try await backend.fonts(matching: set), nil)
        } catch {
            return ([], error)
        }
    }

    /// Returns the fonts that match one query.
    public func fonts(matching query: FontQuery) async throws(FontError) -> [FontDescriptor] {
        try await fonts(matching: FontQuerySet(including: [query]))
    }

    /// Returns the registrations, oldest first (`CTFontManagerCopyRegisteredFontDescriptors`).
    ///
    /// With ``FontAuthority/provider``, only those of this provider are returned.
    /// - Parameters:
    ///   - scope: The scope to list; nil for all.
    ///   - state: The state to list: enabled, disabled, or any.
    ///   - provider: The provider to list; nil for all that the caller may see.
    public func registered(
        scope: FontScope? = nil, state: RegistrationState = .any, provider: String? = nil
    ) async throws(FontError) -> [Registration] {
        try await listed(scope, provider) { (backend, provider) throws(FontError) in
            try await backend.registered(scope: scope, state: state, provider: provider)
        }
    }

    /// Returns the registrations that have a text as their id, their file, or a name of any kind, oldest first.
    package func registered(named text: String) async throws(FontError) -> [Registration] {
        try await listed(nil, nil) { (backend, provider) throws(FontError) in
            try await backend.registered(named: text).filter { provider == nil || $0.provider == provider }
        }
    }

    /// Returns the faces of the registrations that ``registered(scope:state:provider:)`` returns, in the same order.
    package func listedFaces(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [ListedFace] {
        try await listed(scope, provider) { (backend, provider) throws(FontError) in
            try await backend.listedFaces(scope: scope, state: state, provider: provider)
        }
    }

    /// Returns a list of all backends, with the fonts of one provider or of all that the caller may see.
    private func listed<Element>(
        _ scope: FontScope?, _ provider: String?,
        _ list: (_ backend: any FontBackend, _ provider: String?) async throws(FontError) -> [Element]
    ) async throws(FontError) -> [Element] {
        guard authority == .user || provider == nil || provider == self.provider else { return [] }
        var elements: [Element] = []
        for backend in scope.map({ [self.backend(of: $0)] }) ?? backends {
            elements += try await list(backend, authority == .user ? provider : self.provider)
        }
        return elements
    }

    /// Returns the scopes in which a file is registered, possibly none (`CTFontManagerGetScopeForURL`).
    ///
    /// - Parameter url: The registered file, or the file that fontconfig sees, by any path that leads to it.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFilePath`` (306) if the URL is not of a local file, or
    ///   ``FontError/Code/registrationFailed`` (301) if the file is not registered in process scope and the store
    ///   cannot be read.
    public func scopes(of url: URL) async throws(FontError) -> Set<FontScope> {
        let path = try url.localPath()
        let identity = Fingerprint(of: path)
        func isMeant(_ other: String?) -> Bool {
            guard let other else { return false }
            return other.hasBytes(of: path) || identity.map { Fingerprint(of: other) == $0 } ?? false
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

    /// Returns the sorted PostScript names of all fonts that can be matched, without duplicates and with named
    /// instances (`CTFontManagerCopyAvailablePostScriptNames`).
    public func postscriptNames() async throws(FontError) -> [String] {
        let fonts = try await fonts(matching: FontQuerySet(including: [FontQuery()], options: .namedInstances))
        return Set(fonts.map(\.postscriptName)).sorted()
    }

    /// Returns the families of all fonts that can be matched, sorted for a menu, without names that begin with a dot.
    ///
    /// The named instances of a variable font are styles of its family.
    /// - Parameters:
    ///   - language: The language (BCP 47) that a font of the family must support; see ``FontQuery/languages``.
    ///   - locale: The locale for the names and their order.
    public func families(language: String? = nil, locale: Locale = .ofUser) async throws(FontError) -> [FontFamily] {
        let query = FontQuery(languages: language.map { [$0] } ?? [])
        return try await families(matching: FontQuerySet(including: [query]), locale: locale)
    }

    /// Returns the families of the fonts that match, including named instances.
    public func families(matching set: FontQuerySet, locale: Locale = .ofUser) async throws(FontError) -> [FontFamily] {
        var set = set
        set.options.insert(.namedInstances)
        let question =
            families == nil
            ? nil
            : try await queue.perform { [set] () throws(FontError) in try self.question(set, locale: locale) }
        if let question, let known = families?.answer(question) { return known }
        let (fonts, failure) = try await unorderedFonts(matching: set)
        if let failure, fonts.isEmpty { throw failure }
        let answer = try await queue.perform { [options = set.options] () throws(FontError) in
            FontFamily.families(
                of: options.contains(.removeDuplicates) ? fonts.ordered(options) : fonts, locale: locale)
        }
        if let question { families?.keep(answer, of: question) }
        return answer
    }

    /// Returns the families of ``families(language:locale:)`` of all languages for a printed list, with fewer facts.
    ///
    /// - Throws: `registrationFailed` (301) if the registry or the system's fonts cannot be read.
    package func listedFamilies(locale: Locale) async throws(FontError) -> [ListedFamily] {
        let process = FontQuerySet(including: [FontQuery(scopes: [.process])], options: .namedInstances)
        // The registry and the system's fonts are read at the same time.
        async let registered = Result { () async throws(FontError) in
            try await self.backend.familyMembers(isLocalized: !locale.isEnglish)
        }
        let (own, others) = try await queue.perform { () throws(FontError) -> ([FamilyMember], [FamilyMember]) in
            let own = try self.process.found(matching: process).own
            return (own.map(FamilyMember.init), try self.processState.system.current(loadsRegistered: false).members)
        }
        let fonts = try await own + registered.get() + others
        return try await queue.perform { () throws(FontError) in
            FamilyMenu(fonts, locale: locale).families.map { family in
                ListedFamily(
                    name: family.name, localizedName: family.localizedName,
                    fonts: family.members.map { (fonts[$0].style, fonts[$0].postscriptName) })
            }
        }
    }

    /// Returns a question with the state of all fonts that it may find; nil if the registry has no stamp.
    private func question(_ set: FontQuerySet, locale: Locale) throws(FontError) -> FamilyCache.Question? {
        guard let registry = backend.stamp() else { return nil }
        return FamilyCache.Question(
            set, locale: locale, caller: caller, registry: registry, process: processState.process.sequence,
            system: try processState.system.current(loadsRegistered: false))
    }

    /// Returns the names of ``families(language:locale:)`` (`CTFontManagerCopyAvailableFontFamilyNames`).
    public func familyNames(locale: Locale = .ofUser) async throws(FontError) -> [String] {
        try await families(locale: locale).map(\.localizedName)
    }

    /// Returns the files of all fonts that can be matched, sorted by path (`CTFontManagerCopyAvailableFontURLs`).
    public func files() async throws(FontError) -> [URL] {
        Set(try await fonts(matching: FontQuery()).compactMap(\.path)).sorted().map(URL.init(localPath:))
    }
}
