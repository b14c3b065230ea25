import CFontconfig
import Glibc

/// A set of patterns that we own.
struct FontSetHandle: ~Copyable {
    let raw: UnsafeMutablePointer<FcFontSet>

    /// Takes over a set that the caller owns; each pattern in it is owned by the set.
    init(adopting raw: UnsafeMutablePointer<FcFontSet>) { self.raw = raw }

    deinit { FcFontSetDestroy(raw) }

    /// How many patterns are in the set.
    var count: Int { Int(raw.pointee.nfont) }

    /// Calls `body` with each pattern, which is valid during the call only.
    func forEach(_ body: (PatternView) -> Void) { forEachPattern(in: raw, body) }
}

/// Calls `body` with each pattern of a set that somebody else owns; it must not change meanwhile.
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

    /// Fills in what a pattern does not say.
    ///
    /// Since 2.17 `FcDefaultSubstitute` asks the process's current configuration, and so loads one where there is none:
    /// its twin that is told the configuration is new with it, and not in the header that this is built with.
    private static let substituteDefaults: DefaultSubstitution =
        dlsym(nil, "FcConfigSetDefaultSubstitute").map { unsafeBitCast($0, to: DefaultSubstitution.self) }
        ?? { _, pattern in FcDefaultSubstitute(pattern) }

    /// Takes over a reference that the caller owns (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    /// Makes an empty pattern; nil if there is no memory.
    init?() {
        guard let made = FcPatternCreate() else { return nil }
        raw = made
    }

    deinit { FcPatternDestroy(raw) }

    /// Calls `body` with the pattern's values, which are valid during the call only.
    func withView<R>(_ body: (PatternView) -> R) -> R { body(PatternView(raw)) }

    /// The pattern of the font that a configuration gives for a family, which this pattern is made to ask for.
    func match(family: String, in config: ConfigHandle) -> PatternHandle? {
        guard FcPatternAddString(raw, FC_FAMILY, family) == FcTrue,
            FcConfigSubstitute(config.raw, raw, FcMatchPattern) == FcTrue
        else { return nil }
        Self.substituteDefaults(config.raw, raw)
        var result = FcResultNoMatch
        return FcFontMatch(config.raw, raw, &result).map { PatternHandle(adopting: $0) }
    }
}
