import CFontconfig
import FontModel
import Glibc

/// An owned set of patterns.
struct FontSetHandle: ~Copyable {
    let raw: UnsafeMutablePointer<FcFontSet>

    /// Takes ownership of a set, which owns its patterns.
    init(adopting raw: UnsafeMutablePointer<FcFontSet>) { self.raw = raw }

    deinit { FcFontSetDestroy(raw) }

    /// The number of patterns in the set.
    var count: Int { Int(raw.pointee.nfont) }

    /// Calls `body` with each pattern, which is valid only during the call.
    func forEach(_ body: (PatternView) -> Void) { forEachPattern(in: raw, body) }
}

/// Calls `body` with each pattern of a borrowed set, which must not change meanwhile.
func forEachPattern(in set: UnsafeMutablePointer<FcFontSet>?, _ body: (PatternView) -> Void) {
    guard let set, let fonts = set.pointee.fonts else { return }
    for index in 0..<Int(set.pointee.nfont) {
        if let pattern = fonts[index] { body(PatternView(pattern)) }
    }
}

/// One reference to a pattern.
struct PatternHandle: ~Copyable {
    private let raw: OpaquePointer  // <FcPattern>

    private typealias DefaultSubstitution = @convention(c) (OpaquePointer?, OpaquePointer?) -> Void

    /// Adds default values to a pattern.
    ///
    /// Since 2.17, `FcDefaultSubstitute` uses the process's current configuration and loads it if there is none. The
    /// function that takes a configuration was added in the same version and is missing in the header used for the
    /// build, so it is looked up at run time.
    private static let substituteDefaults: DefaultSubstitution =
        dlsym(nil, "FcConfigSetDefaultSubstitute").map { unsafeBitCast($0, to: DefaultSubstitution.self) }
        ?? { _, pattern in FcDefaultSubstitute(pattern) }

    /// Takes ownership of a reference (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    /// Creates an empty pattern; nil if there is no memory.
    init?() {
        guard let made = FcPatternCreate() else { return nil }
        raw = made
    }

    deinit { FcPatternDestroy(raw) }

    /// Calls `body` with the pattern's values, which are valid only during the call.
    func withView<R>(_ body: (PatternView) -> R) -> R { body(PatternView(raw)) }

    /// Adds a family to this pattern and returns the pattern of the font that best matches it in a configuration.
    func match(family: String, in config: ConfigHandle) -> PatternHandle? {
        guard prepare(families: [family], in: config) else { return nil }
        var result = FcResultNoMatch
        return FcFontMatch(config.raw, raw, &result).map { PatternHandle(adopting: $0) }
    }

    /// Returns the pattern of the font in a set that best matches this prepared pattern; nil if the set is empty.
    func match(in set: inout FcFontSet, _ config: ConfigHandle) -> PatternHandle? {
        let match = withUnsafeMutablePointer(to: &set) { set in
            var sets: [UnsafeMutablePointer<FcFontSet>?] = [set]
            var result = FcResultNoMatch
            return FcFontSetMatch(config.raw, &sets, 1, raw, &result)
        }
        return match.map { PatternHandle(adopting: $0) }
    }

    /// Adds families and languages to this pattern and returns all fonts of a configuration, the best match first.
    ///
    /// "Returns the list of fonts sorted by closeness to p" (FcFontSort). With `trim` true, fonts that are close in
    /// coverage to earlier ones would be missing.
    func sort(families: [String], languages: [String], in config: ConfigHandle) -> FontSetHandle? {
        guard languages.allSatisfy({ FcPatternAddString(raw, FC_LANG, $0) == FcTrue }),
            prepare(families: families, in: config)
        else { return nil }
        var result = FcResultNoMatch
        return FcFontSort(config.raw, raw, FcFalse, nil, &result).map { FontSetHandle(adopting: $0) }
    }

    /// Adds the weight, width and slant of a face to this pattern.
    ///
    /// - Parameter isNamed: Whether to add the name of the style, too.
    func addStyle(of face: FontFace, named isNamed: Bool = false) -> Bool {
        let slant =
            face.traits.contains(.italic) ? FC_SLANT_ITALIC : face.slant == 0 ? FC_SLANT_ROMAN : FC_SLANT_OBLIQUE
        return FcPatternAddDouble(raw, FC_WEIGHT, FcWeightFromOpenTypeDouble(face.weight)) == FcTrue
            && FcPatternAddDouble(raw, FC_WIDTH, face.width) == FcTrue
            && FcPatternAddInteger(raw, FC_SLANT, slant) == FcTrue
            && (!isNamed || FcPatternAddString(raw, FC_STYLE, face.style) == FcTrue)
    }

    /// Adds families to this pattern, then the values of the configuration and default values.
    func prepare(families: [String], in config: ConfigHandle) -> Bool {
        guard families.allSatisfy({ FcPatternAddString(raw, FC_FAMILY, $0) == FcTrue }),
            FcConfigSubstitute(config.raw, raw, FcMatchPattern) == FcTrue
        else { return false }
        Self.substituteDefaults(config.raw, raw)
        return true
    }
}
