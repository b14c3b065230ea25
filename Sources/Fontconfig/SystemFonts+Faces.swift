import CFontconfig
package import FontModel

/// What fontconfig's caches have of faces, without an opening of their files.
extension SystemFonts {
    /// Returns the characters of a face (FC_CHARSET); nil if fontconfig does not list it.
    package func coverage(of place: Place) -> CharacterCoverage? {
        catalogue.places[place].flatMap { catalogue.items[$0].pattern.characters }.map(CharacterCoverage.init)
    }

    /// Returns the format of the file of a face that is not sfnt (FC_FONTFORMAT); nil for sfnt, of which the file alone
    /// tells whether it is wrapped or one of several, and for faces that fontconfig does not list.
    ///
    /// The words are those of FT_Get_Font_Format: "TrueType", "Type 1", "BDF", "PCF", "Type 42", "CID Type 1", "CFF", "PFR"
    /// and "Windows FNT".
    package func formatBesideSFNT(of place: Place) -> FontFormat? {
        switch catalogue.places[place].flatMap({ catalogue.items[$0].pattern.string(FC_FONTFORMAT) }) {
        case "Type 1", "Type 42": .type1
        case "CID Type 1": .cff
        case "BDF": .bdf
        case "PCF": .pcf
        case "Windows FNT": .windowsFont
        default: nil
        }
    }
}
