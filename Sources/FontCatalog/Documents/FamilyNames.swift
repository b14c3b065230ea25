import FontLookup
package import Foundation

/// The choice among the names of a family.
package enum FamilyNames {
    /// Returns the name in a reader's language, else in English, else that of the fonts.
    ///
    /// - Parameter names: The names by language.
    package static func name(_ family: String, among names: [String: String], for locale: Locale) -> String {
        text(among: names, for: locale) ?? family
    }

    /// Returns the text in a reader's language, else in English; nil if there is neither.
    package static func text(among texts: [String: String], for locale: Locale) -> String? {
        let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return locale.closest(of: sorted) { $0.key }?.value ?? texts["en"]
    }

    /// Returns the name in a reader's language with the one that programs know, if they differ.
    package static func shown(_ family: String, among names: [String: String], for locale: Locale) -> String {
        let own = name(family, among: names, for: locale)
        return own == family ? family : "\(own) (\(family))"
    }
}
