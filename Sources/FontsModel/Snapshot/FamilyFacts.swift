/// What searches and filters ask of a family.
package struct FamilyFacts: Sendable, Hashable {
    /// The names in all languages, of families, styles and fonts; see ``SearchText``.
    var names: SearchText
    /// The names of the family in other languages and letter cases, folded, by which collections may have it.
    var otherNames: [String]
    /// The place of its languages in ``LibrarySnapshot/languageSets``.
    var languageSet: Int
    /// The tags of the axes, sorted.
    package var axes: [String]
    /// The PostScript names of faces and named instances.
    package var postscriptNames: [String]
    /// The ids of registrations.
    package var registrations: [String]
    /// The paths of files that are not registered.
    var systemFiles: [String]
    /// The ids of the providers of registrations, sorted.
    package var providers: [String]
    /// The weights from the lightest to the heaviest, those of an axis included.
    package var weights: ClosedRange<Double>
    package var hasItalic: Bool
    package var isMonospace: Bool
    package var isSymbolic: Bool
}
