package import FontModel
package import Fontconfig

/// The font that programs show in place of a family that they do not find, and the reason.
package struct FontSubstitution: Sendable, Hashable {
    /// The reason for a substitute.
    package enum Rule: Sendable, Hashable {
        /// A rule of the configuration replaces the family by another one.
        ///
        /// `file` is the configuration file with the rule; nil if it was not found.
        case alias(family: String, file: String?)
        /// No rule concerns the family: it is the configuration's default.
        case standard
    }

    package var font: FontDescriptor
    package var rule: Rule
    /// The language that fontconfig assumes, as it names its orthographies.
    package var language: String?

    package init(font: FontDescriptor, rule: Rule, language: String? = nil) {
        self.font = font
        self.rule = rule
        self.language = language
    }

    /// Returns what programs show for a family; nil if there are no fonts at all.
    package init?(of family: String, in fonts: SystemFonts) {
        guard let substitute = fonts.substitute(for: family) else { return nil }
        font = FontDescriptor(face: substitute.face, path: substitute.path, origin: .system)
        let (tried, language) = fonts.families(triedFor: family)
        self.language = language
        // The families for a name that no rule has.
        let standard = Set(fonts.families(triedFor: "\u{FFFF}").families)
        let named = tried.filter { $0.lowercased() != family.lowercased() && !standard.contains($0) }
        let chosen = named.first { $0.lowercased() == substitute.face.family.lowercased() } ?? named.first
        rule =
            chosen.map { .alias(family: $0, file: fonts.configuration.filesNaming(family: family).first) } ?? .standard
    }
}
