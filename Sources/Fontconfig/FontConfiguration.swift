import CFontconfig
public import FontModel
import Glibc

/// A private, immutable configuration of fontconfig, without fonts.
///
/// It serves to build and to look at the caches of single folders. It is never the process's current configuration, so
/// nothing else in the process sees it, and it is not told of changes to the configuration files: load a new one.
///
/// The corresponding C type is `FcConfig`.
public final class FontConfiguration: Sendable {
    // Nobody changes the configuration after `load`: the functions used here only read its rules and folders.
    private let handle: ConfigHandle

    private init(_ handle: ConfigHandle) { self.handle = handle }

    /// Parses the user's configuration; loads no fonts.
    ///
    /// Honours `FONTCONFIG_FILE`, `FONTCONFIG_PATH`, `FONTCONFIG_SYSROOT` and the XDG base directories, and falls back
    /// to fontconfig's built-in configuration where there is no file. Costs about 5 ms. fontconfig itself prints its
    /// complaints about damaged files to standard error.
    /// - Throws: 301 if there is no memory for a configuration.
    ///
    /// The corresponding C function is `FcInitLoadConfig`.
    public static func load() throws(FontError) -> FontConfiguration {
        FontConfiguration(try loadHandle(file: nil))
    }

    /// Parses one given configuration file and what it includes; loads no fonts.
    ///
    /// Unlike the file that `FONTCONFIG_FILE` names, a file without any `<cachedir>` gets none added.
    /// - Parameter file: An absolute path.
    /// - Returns: The configuration.
    /// - Throws: 301 if the file cannot be read or is damaged; fontconfig itself says where on standard error.
    ///
    /// The corresponding C functions are `FcConfigCreate` and `FcConfigParseAndLoad`.
    public static func load(file: String) throws(FontError) -> FontConfiguration {
        FontConfiguration(try loadHandle(file: file))
    }

    /// A new configuration that nobody else knows; from `file`, or the user's if that is nil.
    static func loadHandle(file: String?) throws(FontError) -> ConfigHandle {
        guard let file else {
            guard let raw = FcInitLoadConfig() else { throw FontconfigFailure.noConfiguration }
            return ConfigHandle(adopting: raw)
        }
        guard access(file, R_OK) == 0, let raw = FcConfigCreate() else {
            throw FontconfigFailure.configurationFile(file)
        }
        let handle = ConfigHandle(adopting: raw)
        guard handle.parse(file) else { throw FontconfigFailure.configurationFile(file) }
        return handle
    }

    /// The folders in which caches are looked for, in order; the first that can be written is written.
    ///
    /// The corresponding C function is `FcConfigGetCacheDirs`.
    public var cacheDirectories: [String] { handle.strings(FcConfigGetCacheDirs) }

    /// The configured font folders, present or not; not the folders inside them.
    ///
    /// The corresponding C function is `FcConfigGetFontDirs`.
    public var fontDirectories: [String] { handle.strings(FcConfigGetFontDirs) }

    /// The configuration files and folders of configuration files that were read, in order.
    ///
    /// The corresponding C function is `FcConfigGetConfigFiles`.
    public var configurationFiles: [String] { handle.strings(FcConfigGetConfigFiles) }

    /// fontconfig's version, such as 21401 for 2.14.1.
    ///
    /// The corresponding C function is `FcGetVersion`.
    public static var version: Int { Int(FcGetVersion()) }
}

extension FontConfiguration {
    /// Reads the cache of one folder, or scans the folder and writes its cache where that is not valid.
    ///
    /// A cache is valid while the folder's modification time is the recorded one, to the nanosecond; sizes and times
    /// of the files do not count, so a file that was written in place needs `force`. A scan opens every file in the
    /// folder, whatever its name, and costs about 0.11 ms per font and more for collections. Folders inside the folder
    /// are not followed.
    ///
    /// - Parameters:
    ///   - directory: An absolute path, spelled as the configuration spells it up to slashes and dots: the name of the
    ///     cache derives from it, and symbolic links are not resolved.
    ///   - force: Scan in any case.
    /// - Returns: What the cache holds, and where it was written.
    /// - Throws: 301 if the folder cannot be listed.
    ///
    /// The corresponding C functions are `FcDirCacheLoad`, `FcDirCacheRead` and `FcCacheCopySet`.
    public func buildCache(of directory: String, force: Bool = false) throws(FontError) -> FolderCache {
        let path = canonicalPath(directory)
        if !force, let loaded = cache(of: path) { return loaded }
        // "If force is FcFalse, then an existing, valid cache file will be used. Otherwise, a new cache will be created
        // by scanning the directory and that returned" (FcDirCacheRead). Trouble with writing the cache file is not
        // reported, so the file is looked for afterwards.
        guard let raw = FcDirCacheRead(path, FcTrue, handle.raw) else { throw FontconfigFailure.folder(directory) }
        let scanned = CacheHandle(adopting: raw)
        return FolderCache(
            patternCount: scanned.patternCount, patternsByFile: scanned.patternsByFile(),
            folderCount: scanned.folderCount, cacheFile: cache(of: path)?.cacheFile, wasScanned: true)
    }

    /// Removes the cache files of the folder from every cache folder that can be written.
    ///
    /// Only files in the format of this fontconfig go; other releases keep caches of their own beside them.
    ///
    /// The corresponding C function is `FcDirCacheUnlink`.
    public func dropCache(of directory: String) {
        _ = FcDirCacheUnlink(canonicalPath(directory), handle.raw)
    }

    /// The valid cache of the folder, read without scanning; nil if there is none.
    ///
    /// The corresponding C function is `FcDirCacheLoad`.
    public func cache(of directory: String) -> FolderCache? {
        let path = canonicalPath(directory)
        var file: UnsafeMutablePointer<FcChar8>?
        defer { if let file { FcStrFree(file) } }
        guard let raw = FcDirCacheLoad(path, handle.raw, &file) else { return nil }
        let cache = CacheHandle(adopting: raw)
        return FolderCache(
            patternCount: cache.patternCount, patternsByFile: cache.patternsByFile(),
            folderCount: cache.folderCount, cacheFile: file.map { canonicalPath(String(cString: $0)) },
            wasScanned: false)
    }
}
