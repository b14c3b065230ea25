package import FontModel
package import Fontconfig

/// The font that programs show in place of a family that they do not find, and the reason.
package struct FontSubstitution: Sendable, Hashable {
    package var font: FontDescriptor
    package var reason: ExplainedFont.Substitution
    /// The family by which programs know a font that they see, if it is not that of its file.
    package var knownAs: String?

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

    /// Returns what programs show for the family of a font that they see; nil if they find the font by its family.
    ///
    /// A rule of the configuration replaces the family in requests, or in the fonts when they are read.
    package init?(insteadOf face: FontFace, at path: String, in fonts: SystemFonts) {
        let place = SystemFonts.Place(path: path, face: face.index)
        // A name that fontd has formed of the contents is known to it alone.
        guard !face.hasDerivedName, let own = fonts.entry(at: place)?.face, !own.family.isEmpty else { return nil }
        let family = face.family
        let isKnown = (own.familyNames + [own.legacyFamily].compactMap(\.self)).contains {
            LookupName.fold($0) == LookupName.fold(family)
        }
        // The family that fontconfig tries first, if it has it, precedes all others.
        let first = fonts.families(triedFor: family).families.first
        if isKnown, first?.lowercased() == family.lowercased() { return nil }
        self.init(of: family, in: fonts)
        guard !RegistrationSelection.hasFamily(family, font.face) else { return nil }
        if !isKnown {
            knownAs = own.family
        } else if font.path.hasBytes(of: path) {
            return nil
        } else if reason.alias == nil {
            // A rule that names a family which is tried for every name.
            reason.alias = first
        }
        reason.configuration = reason.configuration ?? fonts.configuration.filesNaming(family: family).first
    }
}
