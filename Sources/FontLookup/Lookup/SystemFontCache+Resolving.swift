import FontModel
package import Fontconfig

extension SystemFontCache {
    /// Resolves a name to the font of that name, or to no font, but never to a substitute.
    ///
    /// Kinds of names are tried in the order of ``NameKind``; within one kind, scopes in the order process, session,
    /// persistent, system.
    ///
    /// - Parameters:
    ///   - registered: The registered fonts that have the name, process scope first.
    ///   - substituting: Whether the answer for no font has the substitute, which fontconfig chooses among all fonts.
    package func resolve(
        _ name: String, among registered: [FontResolution], substituting: Bool = true
    ) throws(FontError) -> Answer {
        for kind in NameKind.allCases {
            if let found = registered.first(where: { $0.isFound(by: kind) }) {
                return kind.wantsRegular ? .family(kind) : .font(found)
            }
            let others = try current(loadsRegistered: true).find(name, as: kind)
            if !others.isEmpty, kind.wantsRegular { return .family(kind) }
            if let best = try shown(of: others.equallyGood(kind)) { return .font(FontResolution(name, best, kind)) }
        }
        return .font(substituting ? try substitute(for: name) : FontResolution(query: name))
    }

    /// The meaning of a name.
    package enum Answer: Sendable {
        /// A font, or none.
        case font(FontResolution)
        /// A family of any scope, by this kind of name; see ``resolve(_:by:among:)``.
        case family(NameKind)
    }

    /// Resolves the name of a family.
    ///
    /// - Parameter fonts: The fonts of the family.
    package func resolve(
        _ name: String, by kind: NameKind, among fonts: [FontDescriptor]
    ) throws(FontError) -> FontResolution {
        // Without a face the font was removed meanwhile.
        guard let face = try face(ofFamily: name, among: fonts) else { return try substitute(for: name) }
        return FontResolution(name, face, kind)
    }

    /// Returns the font that programs get of those that nothing distinguishes but their files, such as the Type 1 and the
    /// OpenType file of one font; nil if there are none.
    private func shown(of equals: [FontDescriptor]) throws(FontError) -> FontDescriptor? {
        guard let first = equals.first, Set(equals.map(\.place)).count > 1 else { return equals.first }
        let shown = FamilyFaces(first.face.family, equals, in: try rivals(of: equals)).ordered.first
        return equals.first { $0.place == shown?.place } ?? first
    }

    /// Returns the answer that no font has a name, with the substitute.
    private func substitute(for name: String) throws(FontError) -> FontResolution {
        let substitute = try current(loadsRegistered: true).fonts.substitute(for: name)
        return FontResolution(
            query: name,
            substitute: substitute.map { FontDescriptor(face: $0.face, path: $0.path, origin: .system) })
    }

    // MARK: Families

    /// Returns the face of a family among its fonts, by the rule of ``FamilyFaces``.
    package func face(ofFamily family: String, among fonts: [FontDescriptor]) throws(FontError) -> FontDescriptor? {
        FamilyFaces(family, fonts, in: try rivals(of: fonts)).face
    }

    /// Returns the font of a family that is nearest to a style; the face of the family if the style says nothing.
    package func match(
        family: String, style: FontStyle, among fonts: [FontDescriptor]
    ) throws(FontError) -> FontMatch? {
        guard style.isRegular else { return StyleMatching(style).match(among: fonts) }
        return StyleMatching(style).match(among: [try face(ofFamily: family, among: fonts)].compactMap(\.self))
    }

    /// Returns all fonts that fontconfig has, with the registered ones, if it matters for a choice among fonts which of
    /// them fontconfig prefers.
    package func rivals(of fonts: [FontDescriptor]) throws(FontError) -> SystemFonts? {
        // One file without instances is chosen whatever fontconfig says.
        let isOnly = fonts.count < 2 && fonts.allSatisfy(\.face.instances.isEmpty)
        return isOnly ? nil : try current(loadsRegistered: true).fonts
    }
}

extension [FontDescriptor] {
    /// Returns the best candidate: the highest scope, a static file before an instance of a variable one, the most
    /// regular, the oldest registration; for a family the most regular font alone.
    fileprivate func best(_ kind: NameKind) -> FontDescriptor? { equallyGood(kind).first }

    /// Returns the best candidates, in their order; several if only the order distinguishes them.
    fileprivate func equallyGood(_ kind: NameKind) -> [FontDescriptor] {
        if kind.wantsRegular { return [mostRegular].compactMap(\.self) }
        guard let highest = compactMap(\.rank).max() else { return [] }
        let ranked = filter { $0.rank == highest }.map { (font: $0, rank: Regularity(of: $0)) }
        let isStatic = ranked.contains { $0.font.instance == nil }
        let forms = isStatic ? ranked.filter { $0.font.instance == nil } : ranked
        guard let least = forms.map(\.rank).min() else { return [] }
        return forms.filter { $0.rank == least }.map(\.font)
    }
}

extension RegisteredMatch {
    /// Returns the best of the fonts that match a name, regardless of all others.
    package func resolution(of name: String) -> FontResolution? {
        fonts.best(kind).map { FontResolution(name, $0, kind) }
    }
}

extension FontResolution {
    /// Creates the resolution of a name that a font has.
    package init(_ name: String, _ match: FontDescriptor, _ kind: NameKind) {
        self.init(query: name, match: match, matchedBy: kind.matchedBy)
        isOfFamily = kind.wantsRegular
    }

    fileprivate func isFound(by kind: NameKind) -> Bool {
        matchedBy == kind.matchedBy && isOfFamily == kind.wantsRegular
    }
}

extension Registration {
    /// Returns a descriptor of one of the faces.
    package func descriptor(of face: FontFace, instance: Int? = nil) -> FontDescriptor {
        FontDescriptor(
            face: face, instance: instance.map { face.instances[$0] }, path: path,
            origin: .registered(
                id: id, scope: record.scope, provider: record.provider, isEnabled: record.isEnabled, tags: record.tags))
    }
}
