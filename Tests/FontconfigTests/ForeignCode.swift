// The only test file that calls fontconfig directly: it represents the toolkit in the same process.
import CFontconfig

/// Other code in the process, which uses fontconfig's current configuration without knowing about fontd.
enum ForeignCode {
    /// The files of the application fonts, without repetitions, in order.
    static var applicationFonts: [String] {
        var files: [String] = []
        guard let set = FcConfigGetFonts(nil, FcSetApplication) else { return [] }
        for index in 0..<Int(set.pointee.nfont) {
            var file: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(set.pointee.fonts[index], FC_FILE, 0, &file) == FcResultMatch, let file else {
                continue
            }
            let path = String(cString: file)
            if !files.contains(path) { files.append(path) }
        }
        return files
    }

    static func add(_ path: String) -> Bool { FcConfigAppFontAddFile(nil, path) == FcTrue }

    static func clear() { FcConfigAppFontClear(nil) }

    /// Loads the configuration again, as GTK does when fonts change.
    static func reinitialize() -> Bool { FcInitReinitialize() == FcTrue }

    /// Returns the file of the best match for a family.
    static func match(_ family: String) -> String? {
        let query = FcPatternCreate()
        defer { FcPatternDestroy(query) }
        FcPatternAddString(query, FC_FAMILY, family)
        FcConfigSubstitute(nil, query, FcMatchPattern)
        FcDefaultSubstitute(query)
        var result = FcResultNoMatch
        guard let found = FcFontMatch(nil, query, &result) else { return nil }
        defer { FcPatternDestroy(found) }
        var file: UnsafeMutablePointer<FcChar8>?
        return FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch ? file.map { String(cString: $0) } : nil
    }

    /// Frees the memory that fontconfig keeps for the process; no configuration may be in use any more.
    ///
    /// Patterns refer to their parts by offsets, which a leak checker cannot follow, so it would report all that is
    /// still in
    /// use at the end of the process as leaked.
    static func freeEverything() { FcFini() }
}
