public import FontModel
import Fontconfig

extension FontManager {
    /// Returns the face of a family that is nearest to a style, or nil if no font has the family name.
    ///
    /// Without a wanted weight, width or slope it is the face of the family, which ``resolve(_:)-(String)`` returns and
    /// fontconfig prefers. Otherwise it is chosen as in CSS Fonts Level 4, section 5.2 "Matching font styles"
    /// (`font-width`, `font-style` and `font-weight`, in this order), among the faces of all scopes and of the system; of
    /// two that are equally near, process scope precedes session, persistent and the system. The corresponding interfaces
    /// are DirectWrite's `IDWriteFontSet::GetMatchingFonts` and Apple's `CTFontDescriptorCreateMatchingFontDescriptor`.
    /// Unlike the latter, this method never returns a font of another family.
    /// - Parameters:
    ///   - family: The family, the family of the four-style model, or a family name in another language, compared as in
    ///     ``FontQuery/family``.
    ///   - style: The requested style.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func match(family: String, style: FontStyle = FontStyle()) async throws(FontError) -> FontMatch? {
        let match = try await chosen(ofFamily: family) { (system, fonts) throws(FontError) in
            try system.match(family: family, style: style, among: fonts)
        }
        noteUse(of: match?.font)
        return match
    }

    /// Returns the fonts of a family, as a query for ``FontQuery/family`` finds them, without a look at all fonts.
    ///
    /// - Throws: `registrationFailed` (301) if no font is found and the store, which may have one, cannot be read.
    package func fonts(ofFamily name: String) async throws(FontError) -> [FontDescriptor] {
        try await chosen(ofFamily: name) { $1 }
    }

    /// Returns a choice among the fonts of a family.
    ///
    /// - Throws: The errors of ``fonts(ofFamily:)``.
    func chosen<Choice: Sendable>(
        ofFamily name: String,
        _ choose: @escaping @Sendable (SystemFontCache, _ fonts: [FontDescriptor]) throws(FontError) -> Choice
    ) async throws(FontError) -> Choice {
        let (registered, failure) = await registeredFonts(
            matching: FontQuerySet(including: [FontQuery(family: name)]))
        return try await queue.perform { () throws(FontError) in
            let fonts = try self.process.fonts(ofFamily: name, with: registered)
            if let failure, fonts.isEmpty { throw failure }
            return try choose(self.processState.system, fonts)
        }
    }

    /// Returns the face of a family, by the rule of ``FamilyFaces``.
    ///
    /// - Throws: The errors of ``fonts(ofFamily:)``.
    package func face(ofFamily family: String) async throws(FontError) -> FontDescriptor? {
        try await chosen(ofFamily: family) { (system, fonts) throws(FontError) in
            try system.face(ofFamily: family, among: fonts)
        }
    }

    /// Returns the faces of families by the same rule, in their order.
    package func faces(ofFamilies families: [FontFamily]) async throws(FontError) -> [FontDescriptor?] {
        try await chosen(among: families.flatMap(\.fonts)) { system in
            families.map { FamilyFaces($0.name, $0.fonts, in: $0.fonts.count > 1 ? system : nil).face }
        }
    }

    /// Returns the fonts of a family in the order in which a page uses them: the face of the family first, and of several
    /// with one style the one that programs show.
    ///
    /// - Parameter fonts: The fonts of the family.
    package func ordered(
        _ fonts: [FontDescriptor], ofFamily family: String
    ) async throws(FontError) -> [FontDescriptor] {
        try await chosen(among: fonts) { FamilyFaces(family, fonts, in: $0).ordered }
    }

    private func chosen<Result: Sendable>(
        among fonts: [FontDescriptor], _ choose: @escaping @Sendable (SystemFonts?) -> Result
    ) async throws(FontError) -> Result {
        try await queue.perform { () throws(FontError) in choose(try self.processState.system.rivals(of: fonts)) }
    }

    /// Returns the font that comes nearest to a query, of whatever family
    /// (`CTFontDescriptorCreateMatchingFontDescriptor`); nil if no font meets any condition.
    ///
    /// The conditions are considered in the order of ``FontQuery/Condition``: one that no font meets together with those
    /// before it is left out and reported. A PostScript name that no font has is tried as a family and as a full name, as
    /// by Core Text. Among the fonts that remain, the one nearest to the style is chosen as by ``match(family:style:)``;
    /// a range stands for its middle.
    /// - Parameters:
    ///   - query: The query.
    ///   - required: The conditions that must be met (`mandatoryAttributes`).
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func match(
        _ query: FontQuery, requiring required: Set<FontQuery.Condition> = []
    ) async throws(FontError) -> FontQueryMatch? {
        var (wanted, unmet) = (query, Set<FontQuery.Condition>())
        if let name = query.postscriptName, !required.contains(.postscriptName),
            try await fonts(matching: FontQuery(postscriptName: name)).isEmpty
        {
            unmet.insert(.postscriptName)
            wanted.postscriptName = nil
            if query.family == nil, try await !fonts(matching: FontQuery(family: name)).isEmpty {
                wanted.family = name
            } else if query.fullName == nil, try await !fonts(matching: FontQuery(fullName: name)).isEmpty {
                wanted.fullName = name
            }
        }
        var met = required.intersection(query.conditions)
        var fonts = try await fonts(matching: wanted.only(met))
        guard !fonts.isEmpty else { return nil }
        for condition in FontQuery.Condition.allCases where wanted.conditions.subtracting(met).contains(condition) {
            let found = try await self.fonts(matching: wanted.only(met.union([condition])))
            if found.isEmpty {
                unmet.insert(condition)
            } else {
                fonts = found
                met.insert(condition)
            }
        }
        // Without any condition that is met, every font would be as near.
        guard !met.isEmpty || query.conditions.isEmpty,
            let match = StyleMatching(wanted.wantedStyle).match(among: fonts)
        else { return nil }
        return FontQueryMatch(match: match, unmet: unmet)
    }
}
