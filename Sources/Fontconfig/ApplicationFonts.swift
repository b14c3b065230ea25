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

    /// Removes files, by clearing the set and adding all others again.
    ///
    /// Of the others those go too whose file cannot be read any more: nobody could open them either.
    static func remove(_ paths: Set<String>, from config: ConfigHandle) {
        let kept = self.paths(in: config).filter { !paths.contains($0) }
        FcConfigAppFontClear(config.raw)
        _ = add(kept, to: config)
    }
}
