import CFontconfig
import FontModel

extension FontFace {
    /// Creates a face with the properties that fontconfig knows.
    ///
    /// fontconfig knows no axes, instances, glyph counts or version texts, so these remain empty. Bold means a weight
    /// of 700 or more. Italic faces get a slant of 12 degrees, since fontconfig only records that they are slanted.
    init(_ pattern: PatternView, languages: [String]) {
        let families = PatternNames(.family, in: pattern)
        let styles = PatternNames(.style, in: pattern)
        let fullNames = PatternNames(.fullName, in: pattern)
        let family = families.main ?? ""
        let style = styles.main ?? "Regular"
        let weight = pattern.openTypeWeight
        let width = pattern.widthPercentage
        let leans = (pattern.integer(FC_SLANT) ?? 0) > 0
        self.init(
            postscriptName: pattern.postscriptName ?? Self.postscriptName(from: family), family: family, style: style,
            fullName: fullNames.main ?? "\(family) \(style)", legacyFamily: families.legacy, legacyStyle: styles.legacy,
            localizedNames: families.others + styles.others + fullNames.others, index: pattern.faceIndex,
            outlines: pattern.outlines, weight: weight, width: width, slant: leans ? 12 : 0,
            traits: FontTraits(pattern, weight: weight, width: width, leans: leans), revision: pattern.revision,
            languages: languages)
    }

    /// Returns the name that fontconfig forms for a font without a PostScript name (2.14.1, fcfreetype.c).
    private static func postscriptName(from family: String) -> String {
        String(family.prefix(255).map { "()/<>[]{} ".contains($0) ? "-" : $0 })
    }
}

extension FontTraits {
    fileprivate init(_ pattern: PatternView, weight: Double, width: Double, leans: Bool) {
        self = []
        if leans { insert(.italic) }
        if weight >= 700 { insert(.bold) }
        if width > 100 { insert(.expanded) }
        if width < 100 { insert(.condensed) }
        // FC_MONO (100) and FC_CHARCELL (110), but not FC_DUAL (90).
        if (pattern.integer(FC_SPACING) ?? 0) >= Int(FC_MONO) { insert(.monospace) }
        if pattern.flag(FC_COLOR) { insert(.colorGlyphs) }
        if pattern.flag(FC_SYMBOL) { insert(.symbolic) }
    }
}

extension PatternView {
    /// The PostScript name in display form; nil if it is missing or empty.
    var postscriptName: String? {
        guard let name = string(FC_POSTSCRIPT_NAME).map(displayForm), !name.isEmpty else { return nil }
        return name
    }

    /// The weight in units of OpenType and CSS; 400 if a variable pattern has a range.
    ///
    /// "If the input is less than FC_WEIGHT_THIN or greater than FC_WEIGHT_EXTRABLACK, returns -1. Otherwise returns a
    /// number in the range 1 to 1000" (FcWeightToOpenTypeDouble).
    fileprivate var openTypeWeight: Double {
        guard let weight = number(FC_WEIGHT).map(FcWeightToOpenTypeDouble), weight >= 1 else { return 400 }
        return weight
    }

    /// The width in percent of the normal width; 100 if a variable pattern has a range.
    ///
    /// FC_WIDTH is a percentage, but fontconfig rounds the halves of OpenType's width classes 2, 4 and 6.
    fileprivate var widthPercentage: Double {
        guard let width = number(FC_WIDTH), width > 0 else { return 100 }
        return switch width {
        case 63: 62.5
        case 87: 87.5
        case 113: 112.5
        default: width
        }
    }

    /// The kind of the glyph outlines; CFF2 is reported as CFF.
    ///
    /// FC_FONTFORMAT is "TrueType", "Type 1", "BDF", "PCF", "Type 42", "CID Type 1", "CFF", "PFR" or "Windows FNT"
    /// (FT_Get_Font_Format).
    fileprivate var outlines: OutlineFormat {
        guard flag(FC_OUTLINE) else { return .bitmap }
        return switch string(FC_FONTFORMAT) {
        case "CFF", "Type 1", "CID Type 1", "PFR": .cff
        default: .trueType
        }
    }

    /// The `head.fontRevision`: FC_FONTVERSION is the 16.16 number as stored in the font.
    fileprivate var revision: Double { Double(integer(FC_FONTVERSION) ?? 0) / 65_536 }
}
