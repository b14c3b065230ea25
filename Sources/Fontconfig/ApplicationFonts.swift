import CFontconfig

/// The application fonts of a configuration: a set that fontconfig lets grow and be cleared, nothing else.
enum ApplicationFonts {
    /// The files in the set, each once, in the order they were added.
    static func paths(in config: ConfigHandle) -> [String] {
        var paths: [String] = []
        var seen: Set<String> = []
        config.forEachPattern(in: FcSetApplication) { pattern in
            guard let path = pattern.path, seen.insert(path).inserted else { return }
            paths.append(path)
        }
        return paths
    }

    /// Adds files; answers those that could not be added.
    ///
    /// "Returns FcFalse if the fonts cannot be added (due to allocation failure or no fonts found)"
    /// (FcConfigAppFontAddFile).
    static func add(_ paths: [String], to config: ConfigHandle) -> [String] {
        paths.filter { FcConfigAppFontAddFile(config.raw, $0) != FcTrue }
    }

    /// The highest that there is: fontconfig asks for it, and of fonts that fit equally well takes the nearest.
    private static let highestVersion: Int32 = 0x7FFF_FFFF

    /// Makes fontconfig take the fonts of these files where others of the same name fit as well.
    ///
    /// Of fonts that differ in nothing that was asked for fontconfig takes the one with the highest `fontversion`, and of
    /// equals the system's. The patterns of application fonts are made for this set, and no cache has them.
    /// - Returns: Whether any pattern was changed.
    static func prefer(_ paths: Set<String>, in config: ConfigHandle) -> Bool {
        var hasChanged = false
        config.forEachPattern(in: FcSetApplication) { pattern in
            guard pattern.integer(FC_FONTVERSION) != Int(highestVersion), let path = pattern.path,
                paths.contains(path)
            else { return }
            FcPatternDel(pattern.raw, FC_FONTVERSION)
            FcPatternAddInteger(pattern.raw, FC_FONTVERSION, highestVersion)
            hasChanged = true
        }
        return hasChanged
    }

    /// Removes files, by clearing the set and adding all others again.
    ///
    /// Of the others those go too whose file cannot be read any more: nobody could open them either.
    static func remove(_ paths: Set<String>, from config: ConfigHandle) {
        let kept = self.paths(in: config).filter { !paths.contains($0) }
        FcConfigAppFontClear(config.raw)
        _ = add(kept, to: config)
    }
}
