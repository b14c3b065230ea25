import StyleSheets

extension ReaderStyleSheet {
    /// The families as CSS for GTK: a class for each role that has any, such as `.reader-body`.
    public var gtkCSS: String {
        Role.allCases.filter { families[$0] != nil }
            .map { CSSText.rule(".reader-\($0.rawValue)", ["font-family: \(familyList($0))"]) }
            .joined()
    }

    /// Returns the families of a role as a font description of Pango.
    ///
    /// Pango divides its list at commas, so names that contain one are left out; see ``FamilyStyleSheet/unnameable``.
    public func pangoDescription(_ role: Role) -> String {
        let families = families[role] ?? Families()
        let names = families.names.filter { Self.isNameable(inPango: $0) }
        return (names + [(families.generic ?? role.generic).rawValue]).joined(separator: ",")
    }

    fileprivate static func isNameable(inPango family: String) -> Bool { !family.contains(",") }
}

extension FamilyStyleSheet {
    /// The families with roles that the format has no way to name, sorted: for Pango those with a comma.
    public var unnameable: [String] {
        guard format == .pango, let reader else { return [] }
        let names = Set(reader.families.values.flatMap(\.names))
        return names.filter { !ReaderStyleSheet.isNameable(inPango: $0) }.sorted()
    }
}
