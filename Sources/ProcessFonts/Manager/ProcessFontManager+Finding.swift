public import FontFiles
public import FontModel
public import Foundation

extension ProcessFontManager {
    // MARK: By name

    /// Returns the font with a name, if there is one.
    ///
    /// A name is compared, in this order, with PostScript names, named instances, full names, family and style, and
    /// localised names. Among fonts with the same name, those of the process precede those of the system. A font is never
    /// substituted; a substitute of fontconfig is returned separately. A disabled font is no match, and is returned in
    /// ``FontResolution/unusable``.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used.
    public func resolve(_ name: String) throws(FontError) -> FontResolution {
        var resolution: FontResolution
        switch try state.system.resolve(name, among: [backend.find(name)].compactMap(\.self)) {
        case .font(let found): resolution = found
        case .family(let kind):
            resolution = try state.system.resolve(name, by: kind, among: try fonts(ofFamily: name))
        }
        resolution.match = resolution.match.map(caller.view)
        if resolution.match == nil { resolution.unusable = backend.unusable(name) }
        return resolution
    }

    /// Returns the font with a name without blocking the task's thread.
    public func resolve(_ name: String) async throws(FontError) -> FontResolution {
        try await queue.perform { () throws(FontError) in try self.resolve(name) }
    }

    // MARK: By family

    /// Returns the face of a family that is nearest to a style, or nil if no font has the family name.
    ///
    /// Without a wanted weight, width or slope it is the face of the family, which `resolve` returns.
    /// Otherwise it is chosen as in CSS Fonts Level 4, section 5.2 "Matching font styles"; of two that are equally near,
    /// process scope precedes the system.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used.
    public func match(family: String, style: FontStyle = FontStyle()) throws(FontError) -> FontMatch? {
        try state.system.match(family: family, style: style, among: try fonts(ofFamily: family))
    }

    /// Returns the face of a family that is nearest to a style without blocking the task's thread.
    public func match(family: String, style: FontStyle = FontStyle()) async throws(FontError) -> FontMatch? {
        try await queue.perform { () throws(FontError) in try self.match(family: family, style: style) }
    }

    /// Returns the fonts of a family, highest scope first, with registered ones of other scopes.
    package func fonts(
        ofFamily name: String, with registered: [FontDescriptor] = []
    ) throws(FontError) -> [FontDescriptor] {
        let own = try backend.fonts(matching: FontQuerySet(including: [FontQuery(family: name)]))
        // With the registered fonts, among which fontconfig chooses.
        return (own + registered + (try state.system.current(loadsRegistered: true).fonts(ofFamily: name))).ordered([])
    }

    /// Returns the families of the fonts that match, with named instances, sorted for a menu.
    ///
    /// - Parameters:
    ///   - set: The queries; all fonts match the default.
    ///   - locale: The locale for the names and their order.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used.
    public func families(
        matching set: FontQuerySet = FontQuerySet(including: [FontQuery()]), locale: Locale = .ofUser
    ) throws(FontError) -> [FontFamily] {
        var set = set
        set.options.insert(.namedInstances)
        return FontFamily.families(of: try fonts(matching: set), locale: locale)
    }

    /// Returns the families of the fonts that match without blocking the task's thread.
    public func families(
        matching set: FontQuerySet = FontQuerySet(including: [FontQuery()]), locale: Locale = .ofUser
    ) async throws(FontError) -> [FontFamily] {
        try await queue.perform { () throws(FontError) in try self.families(matching: set, locale: locale) }
    }

    // MARK: By query

    /// Returns the fonts of the process and of the system that match, those of the process first
    /// (`CTFontCollectionCreateMatchingFontDescriptors`).
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used.
    public func fonts(matching set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        let (own, others) = try found(matching: set)
        return (own + others).ordered(set.options)
    }

    /// Returns the fonts of the process that match, and those of the system.
    package func found(
        matching set: FontQuerySet
    ) throws(FontError) -> (own: [FontDescriptor], others: [FontDescriptor]) {
        (try backend.fonts(matching: set), try state.system.fonts(matching: set))
    }

    /// Returns the fonts that match one query.
    public func fonts(matching query: FontQuery) throws(FontError) -> [FontDescriptor] {
        try fonts(matching: FontQuerySet(including: [query]))
    }

    /// Returns the fonts that match without blocking the task's thread.
    public func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in try self.fonts(matching: set) }
    }

    /// Returns the fonts that match one query without blocking the task's thread.
    public func fonts(matching query: FontQuery) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in try self.fonts(matching: query) }
    }

    // MARK: Registrations

    /// Returns the registrations, oldest first (`CTFontManagerCopyRegisteredFontDescriptors`).
    ///
    /// With ``FontAuthority/provider``, only those of this provider are returned. The look at their files takes some
    /// microseconds each.
    /// - Parameter state: The state to list: enabled, disabled, or any.
    public func registered(state: RegistrationState = .any) -> [Registration] {
        backend.registered(scope: .process, state: state, provider: caller.authority == .user ? nil : provider)
    }
}
