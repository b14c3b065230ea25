import CFontconfig
import FontModel

/// Typed access to a borrowed pattern.
///
/// Values that are missing or have another type are nil: a variable pattern, for example, has a range where others have
/// a number.
struct PatternView {
    let raw: OpaquePointer  // <FcPattern>, borrowed

    /// Returns the value at `position` as the C string in the pattern, which is valid as long as the pattern.
    ///
    /// "The value returned is not a copy, but rather refers to the data stored within the pattern directly"
    /// (FcPatternGet).
    func bytes(_ object: String, _ position: Int = 0) -> UnsafeMutablePointer<FcChar8>? {
        var value: UnsafeMutablePointer<FcChar8>?
        return FcPatternGetString(raw, object, Int32(position), &value) == FcResultMatch ? value : nil
    }

    /// Returns the value at `position` as text; bytes that are not UTF-8 become U+FFFD.
    func string(_ object: String, _ position: Int = 0) -> String? {
        bytes(object, position).map { String(cString: $0) }
    }

    /// Returns all values as text.
    func strings(_ object: String) -> [String] {
        var values: [String] = []
        while let value = string(object, values.count) { values.append(value) }
        return values
    }

    /// Returns the first value as an integer.
    func integer(_ object: String) -> Int? {
        var value: Int32 = 0
        return FcPatternGetInteger(raw, object, 0, &value) == FcResultMatch ? Int(value) : nil
    }

    /// Returns the first value as a number, or nil for the ranges of variable patterns.
    func number(_ object: String) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(raw, object, 0, &value) == FcResultMatch ? value : nil
    }

    /// Returns the first value as a Boolean; false if it is missing or "don't care".
    func flag(_ object: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(raw, object, 0, &value) == FcResultMatch && value == FcTrue
    }

    /// The characters, valid as long as the pattern.
    var characters: OpaquePointer? {  // <FcCharSet>, borrowed
        var value: OpaquePointer?
        return FcPatternGetCharSet(raw, FC_CHARSET, 0, &value) == FcResultMatch ? value : nil
    }

    /// The languages, valid as long as the pattern.
    var languages: OpaquePointer? {  // <FcLangSet>, borrowed
        var value: OpaquePointer?
        return FcPatternGetLangSet(raw, FC_LANG, 0, &value) == FcResultMatch ? value : nil
    }

    /// The languages, sorted, as fontconfig names its orthographies (`de`, `zh-tw`).
    var languageNames: [String] {
        // "Returns a string set of all languages in langset" (FcLangSetGetLangs). The caller owns it.
        guard let names = languages.flatMap({ FcLangSetGetLangs($0) }) else { return [] }
        defer { FcStrSetDestroy(names) }
        return readStringList(FcStrListCreate(names)).sorted()
    }

    /// The path of the file; nil if it is not UTF-8, because no `String` can represent it.
    var path: String? {
        guard let bytes = bytes(FC_FILE) else { return nil }
        return String.decodeCString(bytes, as: UTF8.self, repairingInvalidCodeUnits: false)?.result
    }

    /// The index of the face in the file: the lower 16 bits of FC_INDEX.
    var faceIndex: Int { (integer(FC_INDEX) ?? 0) & 0xFFFF }

    /// The number of the named instance, from 1; 0 for the face itself and for the pattern of the whole variable face.
    var instanceNumber: Int { ((integer(FC_INDEX) ?? 0) >> 16) & 0x7FFF }

    /// Whether the pattern describes a variable face, with ranges in place of numbers.
    var isVariable: Bool { flag(FC_VARIABLE) }
}

/// The names of one kind in a pattern, in display form, with their languages.
struct PatternNames {
    private let names: [LocalizedName]
    private let english: [String]

    /// Reads the names of a kind, such as FC_FAMILY with FC_FAMILYLANG.
    ///
    /// The list of languages may be shorter than the list of names.
    init(_ kind: LocalizedName.Kind, in pattern: PatternView) {
        let (object, languageObject) =
            switch kind {
            case .family: (FC_FAMILY, FC_FAMILYLANG)
            case .style: (FC_STYLE, FC_STYLELANG)
            case .fullName: (FC_FULLNAME, FC_FULLNAMELANG)
            }
        var read: [LocalizedName] = []
        while let text = pattern.string(object, read.count) {
            let language = pattern.string(languageObject, read.count) ?? "und"
            read.append(
                LocalizedName(kind: kind, language: languageTag(language), text: DisplayText.clean(text)))
        }
        names = read.filter { !$0.text.isEmpty }
        english = names.filter { $0.language == "en" || $0.language.hasPrefix("en-") }.map(\.text)
    }

    /// The first English name, else the first name.
    ///
    /// fontconfig lists typographic names (`name` IDs 16 and 17) before those of the four-style model (1 and 2).
    var main: String? { english.first ?? names.first?.text }

    /// The last English name if it differs from ``main``: that of `name` ID 1 or 2.
    var legacy: String? { english.last.flatMap { $0 == main ? nil : $0 } }

    /// The names that are neither ``main`` nor ``legacy``.
    var others: [LocalizedName] { names.filter { $0.text != main && $0.text != legacy } }
}

/// Returns the BCP 47 tag of fontconfig's name of a language, which is a tag in lower case: `zh-tw` becomes `zh-TW`.
private func languageTag(_ name: String) -> String {
    guard let dash = name.firstIndex(of: "-") else { return name }
    let region = name[name.index(after: dash)...]
    return region.utf8.count == 2 ? name[...dash] + region.uppercased() : name
}

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
        let leans = pattern.leans
        self.init(
            postscriptName: pattern.postscriptName ?? Self.postscriptName(from: family), family: family, style: style,
            fullName: fullNames.main ?? "\(family) \(style)", legacyFamily: families.legacy, legacyStyle: styles.legacy,
            localizedNames: families.others + styles.others + fullNames.others, index: pattern.faceIndex,
            outlines: pattern.outlines, weight: weight, width: width, slant: leans ? 12 : 0,
            traits: FontTraits(pattern, weight: weight, width: width, leans: leans),
            // FC_FONTVERSION is the 16.16 number of `head.fontRevision`.
            revision: Double(pattern.integer(FC_FONTVERSION) ?? 0) / 65_536, languages: languages)
    }

    /// Creates a face of which only the names of the family, the PostScript name, the style, the weight and the slant are
    /// those of the pattern; the others take longer to read.
    init(ofMenu pattern: PatternView) {
        let families = PatternNames(.family, in: pattern)
        let family = families.main ?? ""
        self.init(
            postscriptName: pattern.postscriptName ?? Self.postscriptName(from: family), family: family,
            style: PatternNames(.style, in: pattern).main ?? "Regular", fullName: "",
            localizedNames: families.others, weight: pattern.openTypeWeight, slant: pattern.leans ? 12 : 0)
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
        guard let name = string(FC_POSTSCRIPT_NAME).map(DisplayText.clean), !name.isEmpty else { return nil }
        return name
    }

    /// Whether the face is italic or oblique.
    fileprivate var leans: Bool { (integer(FC_SLANT) ?? 0) > 0 }

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
}

/// A cache of the language names of many patterns, which converts each distinct set only once.
///
/// A font covers about 150 languages, and FcLangSetGetLangs compares each with all before it. Among thousands of fonts
/// there are only a few hundred distinct sets. The patterns must outlive the table.
struct LanguageTable {
    private struct Known {
        var set: OpaquePointer  // <FcLangSet>, borrowed
        var names: [String]
    }

    private var known: [FcChar32: [Known]] = [:]

    /// Returns the sorted languages of a pattern.
    mutating func names(of pattern: PatternView) -> [String] {
        guard let set = pattern.languages else { return [] }
        let hash = FcLangSetHash(set)
        if let match = known[hash]?.first(where: { FcLangSetEqual($0.set, set) == FcTrue }) { return match.names }
        let names = pattern.languageNames
        known[hash, default: []].append(Known(set: set, names: names))
        return names
    }
}
