import CFontconfig

/// Returns the languages of a borrowed `FcLangSet`, sorted, as fontconfig names its orthographies (`de`, `zh-tw`).
func languageNames(of set: OpaquePointer) -> [String] {
    // "Returns a string set of all languages in langset" (FcLangSetGetLangs). The caller owns it.
    guard let names = FcLangSetGetLangs(set) else { return [] }
    defer { FcStrSetDestroy(names) }
    return readStringList(FcStrListCreate(names)).sorted()
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
        let names = languageNames(of: set)
        known[hash, default: []].append(Known(set: set, names: names))
        return names
    }
}
