package import FontModel
package import Fontconfig

/// The font that programs show in place of a family that they do not find, and the reason.
package struct FontSubstitution: Sendable, Hashable {
    package var font: FontDescriptor
    package var reason: ExplainedFont.Substitution

    package init(font: FontDescriptor, reason: ExplainedFont.Substitution) { (self.font, self.reason) = (font, reason) }

    /// Returns what programs show for a family; nil if there are no fonts at all.
    package init?(of family: String, in fonts: SystemFonts) {
        guard let substitute = fonts.substitute(for: family) else { return nil }
        font = FontDescriptor(face: substitute.face, path: substitute.path, origin: .system)
        let (tried, language) = fonts.families(triedFor: family)
        // The families for a name that no rule has.
        let standard = Set(fonts.families(triedFor: "\u{FFFF}").families)
        let named = tried.filter { $0.lowercased() != family.lowercased() && !standard.contains($0) }
        let chosen = named.first { $0.lowercased() == substitute.face.family.lowercased() } ?? named.first
        let file = chosen.flatMap { _ in fonts.configuration.filesNaming(family: family).first }
        reason = ExplainedFont.Substitution(alias: chosen, configuration: file, language: language)
    }
}
