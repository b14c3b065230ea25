import CFontconfig
import FontModel
import Glibc

/// The application fonts of a configuration, a set to which fontconfig can only add fonts or which it can clear.
enum ApplicationFonts {
    /// Returns the files in the set without repetitions, in the order in which they were added.
    static func paths(in config: ConfigHandle) -> [String] {
        var paths: [String] = []
        config.forEachPattern(in: FcSetApplication) { pattern in
            if let path = pattern.path { paths.append(path) }
        }
        return paths.unique
    }

    /// Returns the folders of the files in the set.
    static func folders(in config: ConfigHandle) -> Set<String> {
        var folders: Set<String> = []
        var last = UnsafeBufferPointer<FcChar8>(start: nil, count: 0)
        config.forEachPattern(in: FcSetApplication) { pattern in
            guard let path = pattern.bytes(FC_FILE) else { return }
            let bytes = UnsafeBufferPointer(start: path, count: strlen(path))
            guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return }
            let folder = UnsafeBufferPointer(rebasing: bytes[..<slash])
            // The fonts of a folder follow one another.
            guard !folder.elementsEqual(last) else { return }
            last = folder
            folders.insert(String(decoding: folder, as: UTF8.self))
        }
        return folders
    }

    /// Adds files and returns those that could not be added.
    ///
    /// "Returns FcFalse if the fonts cannot be added (due to allocation failure or no fonts found)"
    /// (FcConfigAppFontAddFile).
    static func add(_ paths: [String], to config: ConfigHandle) -> [String] {
        paths.filter { FcConfigAppFontAddFile(config.raw, $0) != FcTrue }
    }

    /// The highest version: fontconfig requests it, and among fonts that match equally well takes the nearest version.
    private static let highestVersion: Int32 = 0x7FFF_FFFF

    /// Makes fontconfig prefer the fonts of these files to others of the same name that match equally well.
    ///
    /// Among fonts that match equally well, fontconfig takes the one with the highest `fontversion`, and if these are
    /// equal, the system's. The patterns of application fonts are created for this set and are not part of any cache.
    ///
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

    /// Removes files by clearing the set and adding all others again.
    ///
    /// Other files that can no longer be read are removed too, since no program could open them.
    static func remove(_ paths: Set<String>, from config: ConfigHandle) {
        let kept = self.paths(in: config).filter { !paths.contains($0) }
        FcConfigAppFontClear(config.raw)
        _ = add(kept, to: config)
    }
}
