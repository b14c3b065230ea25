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
    /// Pango divides its list at commas, so names that contain one are left out.
    public func pangoDescription(_ role: Role) -> String {
        let families = families[role] ?? Families()
        let names = families.names.filter { !$0.contains(",") }
        return (names + [(families.generic ?? role.generic).rawValue]).joined(separator: ",")
    }
}
