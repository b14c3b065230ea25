import CFontconfig
import FontModel
import Glibc

/// One reference to a configuration of fontconfig.
///
/// A configuration may be shared between threads only after its last change. The owner of the handle ensures this.
final class ConfigHandle: Sendable {
    // The pointer never changes, and fontconfig counts references to configurations with atomic operations (since
    // 2.10.91). The configuration is only read once the owner shares the handle; see the types that hold one.
    nonisolated(unsafe) let raw: OpaquePointer  // <FcConfig>

    /// Takes ownership of a reference (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    /// Returns the process's current configuration; the first use loads it with its fonts.
    ///
    /// "If config is NULL, the current configuration is used. In that case this function will be similar to
    /// FcConfigGetCurrent() except that it increments the reference count" (FcConfigReference).
    static func current() throws(FontError) -> ConfigHandle {
        guard let raw = FcConfigReference(nil) else { throw FontconfigFailure.noConfiguration }
        return ConfigHandle(adopting: raw)
    }

    deinit { FcConfigDestroy(raw) }

    /// Makes fontconfig pass over the contents of folders, so that it does not load their caches either.
    ///
    /// A pattern has no quoting, so folders with a special character in their path are loaded nevertheless, as are those
    /// that an `<acceptfont>` rule names.
    ///
    /// - Parameter folders: Canonical paths.
    func passOver(_ folders: [String]) {
        let plain = folders.filter { folder in folder.utf8.allSatisfy { $0 >= 0x20 && !"*?[&<>".utf8.contains($0) } }
        guard !plain.isEmpty else { return }
        let globs = plain.map { "<glob>\($0)/*</glob>" }.joined()
        _ = FcConfigParseAndLoadFromMemory(
            raw, "<fontconfig><selectfont><rejectfont>\(globs)</rejectfont></selectfont></fontconfig>", FcTrue)
    }

    /// The configuration files whose rules were loaded, without those that fontconfig ignores.
    var loadedFiles: Set<String> {
        var files: Set<String> = []
        var iterator = FcConfigFileInfoIter()
        FcConfigFileInfoIterInit(raw, &iterator)
        repeat {
            var (name, description): (UnsafeMutablePointer<FcChar8>?, UnsafeMutablePointer<FcChar8>?) = (nil, nil)
            var isEnabled: FcBool = FcFalse
            guard FcConfigFileInfoIterGet(raw, &iterator, &name, &description, &isEnabled) == FcTrue else { continue }
            if let name {
                files.insert(String(cString: name))
                FcStrFree(name)
            }
            if let description { FcStrFree(description) }
        } while FcConfigFileInfoIterNext(raw, &iterator) == FcTrue
        return files
    }

    /// Calls `body` with each pattern of the system's or the application's fonts, which is valid only during the call.
    ///
    /// "This font set is owned by the library and must not be modified or freed" (FcConfigGetFonts).
    func forEachPattern(in set: FcSetName, _ body: (PatternView) -> Void) {
        Fontconfig.forEachPattern(in: FcConfigGetFonts(raw, set), body)
    }

    /// Returns the strings of one of fontconfig's list functions for this configuration.
    func strings(_ list: (OpaquePointer?) -> OpaquePointer?) -> [String] { readStringList(list(raw)) }
}

/// Reads a string list to its end and frees it.
///
/// The strings belong to the set behind the list, so they are copied before the list is freed.
///
/// - Parameter list: An `FcStrList`, owned (+1), or nil if fontconfig had no memory for one.
/// - Returns: Copies of the strings.
func readStringList(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
    return strings
}

/// Returns the form of a path from which fontconfig derives cache names.
///
/// It is absolute, without `//`, `/./`, `/../` or a trailing slash. Symbolic links are not resolved.
///
/// fontconfig converts configured folders to this form, but takes the folder given to its cache functions as it is
/// (2.14.1, fcdir.c). Another spelling of the same folder would give another cache file, which no client reads.
func canonicalPath(_ path: String) -> String {
    guard let copy = FcStrCopyFilename(path) else { return path }
    defer { FcStrFree(copy) }
    return String(cString: copy)
}

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
        if let pattern = fonts[index] { body(PatternView(raw: pattern)) }
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
    func withView<R>(_ body: (PatternView) -> R) -> R { body(PatternView(raw: raw)) }

    /// Adds a family to this pattern and returns the pattern of the font that best matches it in a configuration.
    func match(family: String, in config: ConfigHandle) -> PatternHandle? {
        guard prepare(families: [family], in: config) else { return nil }
        var result = FcResultNoMatch
        return FcFontMatch(config.raw, raw, &result).map { PatternHandle(adopting: $0) }
    }

    /// Returns the index of the first of the patterns that are nearest to this prepared pattern; nil if there are none.
    func best(among patterns: [PatternView], in config: ConfigHandle) -> Int? {
        var fonts = patterns.map { Optional($0.raw) }
        return fonts.withUnsafeMutableBufferPointer { fonts in
            // The set borrows the patterns, and FcFontSetMatch only reads it.
            var set = FcFontSet(nfont: Int32(fonts.count), sfont: Int32(fonts.count), fonts: fonts.baseAddress)
            let match = withUnsafeMutablePointer(to: &set) { set in
                var sets: [UnsafeMutablePointer<FcFontSet>?] = [set]
                var result = FcResultNoMatch
                return FcFontSetMatch(config.raw, &sets, 1, raw, &result)
            }
            guard let match else { return nil }
            return PatternHandle(adopting: match).withView { found in
                patterns.firstIndex {
                    $0.path.hasBytes(of: found.path) && $0.integer(FC_INDEX) == found.integer(FC_INDEX)
                }
            }
        }
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
    func addStyle(of face: FontFace) -> Bool {
        let slant =
            face.traits.contains(.italic) ? FC_SLANT_ITALIC : face.slant == 0 ? FC_SLANT_ROMAN : FC_SLANT_OBLIQUE
        return FcPatternAddDouble(raw, FC_WEIGHT, FcWeightFromOpenTypeDouble(face.weight)) == FcTrue
            && FcPatternAddDouble(raw, FC_WIDTH, face.width) == FcTrue
            && FcPatternAddInteger(raw, FC_SLANT, slant) == FcTrue
    }

    /// Adds the weight, width, slant and first style name of a font to this pattern, as far as it has them.
    func addStyle(of font: PatternView) -> Bool {
        (font.number(FC_WEIGHT).map { FcPatternAddDouble(raw, FC_WEIGHT, $0) == FcTrue } ?? true)
            && (font.number(FC_WIDTH).map { FcPatternAddDouble(raw, FC_WIDTH, $0) == FcTrue } ?? true)
            && (font.integer(FC_SLANT).map { FcPatternAddInteger(raw, FC_SLANT, Int32($0)) == FcTrue } ?? true)
            && (font.bytes(FC_STYLE).map { FcPatternAddString(raw, FC_STYLE, $0) == FcTrue } ?? true)
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

/// One reference to the loaded cache of a folder.
struct CacheHandle: ~Copyable {
    private let raw: OpaquePointer  // <FcCache>

    /// Takes ownership of a reference (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    deinit { FcDirCacheUnload(raw) }

    /// The numbers of patterns and of subfolders.
    var contents: FolderCache {
        FolderCache(patternCount: Int(FcCacheNumFont(raw)), folderCount: Int(FcCacheNumSubdir(raw)))
    }

    /// The names of the files that the patterns are of.
    ///
    /// "The returned fontset contains each of the font patterns from cache. This fontset may be modified, but the
    /// patterns from the cache are read-only" (FcCacheCopySet).
    var files: Set<String> {
        guard let copy = FcCacheCopySet(raw) else { return [] }
        let set = FontSetHandle(adopting: copy)
        var files: Set<String> = []
        set.forEach { pattern in
            if let name = pattern.string(FC_FILE)?.split(separator: "/").last { files.insert(String(name)) }
        }
        return files
    }
}
