public import FontModel

extension FontManager {
    /// Returns the face of a family that is nearest to a style, or nil if no font has the family name.
    ///
    /// The face is chosen as in CSS Fonts Level 4, section 5.2 "Matching font styles" (`font-width`, `font-style` and
    /// `font-weight`, in this order), among the faces of all scopes and of the system; of two that are equally near,
    /// process scope precedes session, persistent and the system. The corresponding interfaces are DirectWrite's
    /// `IDWriteFontSet::GetMatchingFonts` and Apple's `CTFontDescriptorCreateMatchingFontDescriptor`. Unlike the
    /// latter, this method never returns a font of another family.
    /// - Parameters:
    ///   - family: The family, the family of the four-style model, or a family name in another language, compared as in
    ///     ``FontQuery/family``.
    ///   - style: The requested style.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func match(family: String, style: FontStyle = FontStyle()) async throws(FontError) -> FontMatch? {
        StyleMatching(style).match(among: try await fonts(matching: FontQuery(family: family)))
    }
}
