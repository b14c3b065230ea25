// The only test file that speaks to fontconfig itself: it plays the toolkit that shares the process with us.
import CFontconfig

/// Other code in the process, which uses fontconfig's current configuration without knowing of us.
enum ForeignCode {
    /// The files of the application fonts, each once, in order.
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

    /// Adds an application font.
    static func add(_ path: String) -> Bool { FcConfigAppFontAddFile(nil, path) == FcTrue }

    /// Removes all application fonts.
    static func clear() { FcConfigAppFontClear(nil) }

    /// Loads the configuration anew, as GTK does when fonts changed.
    static func reinitialize() -> Bool { FcInitReinitialize() == FcTrue }

    /// The file that a family leads to.
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

    /// Frees what fontconfig keeps for the process; nobody may hold a configuration any more.
    ///
    /// Patterns refer to their parts by distance, which a leak checker cannot follow: what is still in use at the end
    /// of the process looks lost to it.
    static func freeEverything() { FcFini() }
}
