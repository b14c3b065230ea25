import CFontconfig

/// The languages of an `FcLangSet`, borrowed, sorted, as fontconfig names its orthographies (`de`, `zh-tw`).
func languageNames(of set: OpaquePointer) -> [String] {
    // "Returns a string set of all languages in langset" (FcLangSetGetLangs); it is ours.
    guard let names = FcLangSetGetLangs(set) else { return [] }
    defer { FcStrSetDestroy(names) }
    return readStringList(FcStrListCreate(names)).sorted()
}

/// Languages of many patterns, each distinct set turned into names once.
///
/// A font covers some 150 languages, and FcLangSetGetLangs compares each with all before it; among thousands of fonts
/// there are only a few hundred distinct sets. The patterns must outlive the table.
struct LanguageTable {
    private struct Known {
        var set: OpaquePointer  // <FcLangSet>, borrowed
        var names: [String]
    }

    private var known: [FcChar32: [Known]] = [:]

    /// The sorted languages of a pattern.
    mutating func names(of pattern: PatternView) -> [String] {
        guard let set = pattern.languages else { return [] }
        let hash = FcLangSetHash(set)
        if let match = known[hash]?.first(where: { FcLangSetEqual($0.set, set) == FcTrue }) { return match.names }
        let names = languageNames(of: set)
        known[hash, default: []].append(Known(set: set, names: names))
        return names
    }
}
