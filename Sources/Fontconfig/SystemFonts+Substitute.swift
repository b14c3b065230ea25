extension SystemFonts {
    /// The face that fontconfig would give a program that asks for a family.
    ///
    /// fontconfig always gives some font, so this is a substitute unless the names agree, which only the caller can
    /// tell. The face may lie in a folder that was left out of ``entries``. Walks through all fonts: 8 ms among 20 000.
    /// - Parameter name: A family; not a fontconfig pattern, so `-` and `:` in it mean themselves.
    /// - Returns: nil if there are no fonts at all.
    ///
    /// The corresponding C functions are `FcConfigSubstitute`, `FcDefaultSubstitute` and `FcFontMatch`.
    public func substitute(for name: String) -> Entry? {
        guard let query = PatternHandle(), let match = query.match(family: name, in: handle) else { return nil }
        // The match is a pattern prepared for rendering, with names cut down and rules applied: only its place counts.
        let (path, face) = match.withView { ($0.path, $0.faceIndex) }
        guard let path else { return nil }
        if let item = catalogue.item(path: path, face: face) { return entry(item) }
        let hidden = PatternCatalogue(of: handle) { $0 == path }
        guard let item = hidden.item(path: path, face: face).map({ hidden.items[$0] }) else { return nil }
        return item.entry(languages: item.pattern.languages.map(languageNames(of:)) ?? [])
    }
}
