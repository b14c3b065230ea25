import CFontconfig

/// One reference to the loaded cache of a folder.
struct CacheHandle: ~Copyable {
    private let raw: OpaquePointer  // <FcCache>

    /// Takes ownership of a reference (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    deinit { FcDirCacheUnload(raw) }

    /// The number of patterns in the cache.
    var patternCount: Int { Int(FcCacheNumFont(raw)) }

    /// The number of subfolders that the cache lists.
    var folderCount: Int { Int(FcCacheNumSubdir(raw)) }

    /// Returns the number of patterns of each file, by file name.
    ///
    /// "The returned fontset contains each of the font patterns from cache. This fontset may be modified, but the
    /// patterns from the cache are read-only" (FcCacheCopySet).
    func patternsByFile() -> [String: Int] {
        guard let copy = FcCacheCopySet(raw) else { return [:] }
        let set = FontSetHandle(adopting: copy)
        var counts: [String: Int] = [:]
        set.forEach { pattern in
            guard let name = pattern.string(FC_FILE)?.split(separator: "/").last else { return }
            counts[String(name), default: 0] += 1
        }
        return counts
    }
}
