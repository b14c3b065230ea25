import CFontconfig
package import FontModel
import Glibc

/// A private configuration of fontconfig, whose rules and folders do not change.
///
/// Used to build and read the caches of single folders, and for the fonts of ``SelectedFonts`` and ``SystemFonts``. It is
/// never the process's current configuration, so nothing else in the process sees it. It does not follow changes to the
/// configuration files: load a new one when ``isCurrent`` is false.
package final class FontConfiguration: Sendable {
    /// The state of the loaded fonts.
    private struct Fonts {
        var hasSystem = false
        /// The folders in which programs are known to search; see ``reaches(_:)``.
        var reached: Set<String> = []
    }

    // The rules do not change after `load`, and the sets of fonts change only while `fonts` is locked.
    let handle: ConfigHandle
    /// The time at which reading the files began.
    let start: timespec
    private let stamps: FolderStamps
    private let fonts = SleepingLock(Fonts())

    /// The configured font folders, whether or not they exist, without their subfolders.
    package let fontDirectories: [String]

    /// The configuration files and folders of configuration files that were read, in order.
    package let configurationFiles: [String]

    /// The places given to the initializer of which fontconfig read nothing, as it does if nothing is there.
    package let awaitedFiles: [String]

    /// The errors in the files; nil if fontconfig printed them, as it does outside of ``withholdingMessages(_:)``.
    package let knownFaults: [ConfigurationFault]?

    /// Parses a configuration without loading fonts.
    ///
    /// Without a file it is the user's configuration, which honours `FONTCONFIG_FILE`, `FONTCONFIG_PATH`,
    /// `FONTCONFIG_SYSROOT` and the XDG base directories, and falls back to fontconfig's built-in configuration if there
    /// is no file. It takes about 5 ms. fontconfig itself prints errors in damaged files to standard error.
    ///
    /// No `<cachedir>` is added to a file that has none, in contrast to the file given by `FONTCONFIG_FILE`.
    ///
    /// - Parameters:
    ///   - file: The absolute path of a file to read with those that it includes; nil for the user's configuration.
    ///   - places: Files and folders that the configuration includes once they exist: fontconfig does not name what is absent,
    ///     and ``isCurrent`` would not see that it came.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the file cannot be read or is
    ///   damaged, or if there is no memory for a configuration.
    package init(file: String? = nil, awaiting places: [String] = []) throws(FontError) {
        start = FolderStamps.begin()
        if Self.withholdsMessages {
            let (result, faults) = Self.readWithFaults(file)
            (handle, knownFaults) = (try result.get(), faults)
        } else {
            (handle, knownFaults) = (try Self.readHandle(file: file), nil)
        }
        fontDirectories = handle.strings(FcConfigGetFontDirs)
        let read = handle.strings(FcConfigGetConfigFiles)
        configurationFiles = read
        awaitedFiles = places.filter { !read.contains($0) }
        stamps = FolderStamps(read + awaitedFiles, readSince: start)
    }

    /// Ignores the home folder and the XDG base directories of the user in all configurations that are loaded later.
    package static func ignoreHome() { _ = FcConfigEnableHome(FcFalse) }

    /// Returns a new, unshared configuration from `file`, or from the user's configuration if `file` is nil.
    static func readHandle(file: String?) throws(FontError) -> ConfigHandle {
        guard !isPassedOver else { throw FontconfigFailure.noConfiguration }
        guard let file else {
            guard let raw = FontconfigCalls.shared.during({ FcInitLoadConfig() }) else {
                throw FontconfigFailure.noConfiguration
            }
            return ConfigHandle(adopting: raw)
        }
        guard access(file, R_OK) == 0, let raw = FcConfigCreate() else {
            throw FontconfigFailure.configurationFile(file)
        }
        let handle = ConfigHandle(adopting: raw)
        // With `complain` false, the result is FcTrue even if there is no such file (2.14.1, fcxml.c).
        guard FontconfigCalls.shared.during({ FcConfigParseAndLoad(raw, file, FcTrue) }) == FcTrue else {
            throw FontconfigFailure.configurationFile(file)
        }
        return handle
    }

    /// The folders that are searched for caches, in order; caches are written to the first writable one.
    package var cacheDirectories: [String] { handle.strings(FcConfigGetCacheDirs) }

    /// Whether the configuration files are unchanged since loading; changes of fonts are not detected.
    ///
    /// Changes during the loading, or within 20 ms before it, count as changes after it, since it is unknown which state
    /// was read.
    package var isCurrent: Bool { stamps.areCurrent }

    /// Calls a function that may add application fonts, or remove them, or that considers all fonts, while no one else
    /// changes them.
    func withFonts<Result>(_ body: (ConfigHandle) -> Result) -> Result { fonts.withLock { _ in body(handle) } }

    /// Loads the system's fonts into the configuration, which keeps them.
    ///
    /// - Returns: False if it has them already, since others may read the patterns, or if there is no memory.
    func loadSystemFonts() -> Bool {
        fonts.withLock { fonts in
            guard !fonts.hasSystem, FontconfigCalls.shared.during({ FcConfigBuildFonts(handle.raw) }) == FcTrue
            else { return false }
            fonts.hasSystem = true
            return true
        }
    }

    /// Whether programs search in a folder, which they reach from a configured folder unless a rule hides it or a folder
    /// between the two.
    ///
    /// fontconfig has no function that applies its rules to a folder alone, so all fonts below the configured folder are
    /// loaded to find the folders with visible fonts. This takes 0.3 ms per 1000 fonts, once.
    ///
    /// - Parameter folder: A folder as fontconfig spells it, that is, below one of ``fontDirectories`` by its path.
    func reaches(_ folder: String) -> Bool {
        fonts.withLock { fonts in
            if fonts.reached.contains(folder) { return true }
            // Loading the system's fonts adds the subfolders to the configured ones.
            if fonts.hasSystem { fonts.reached.formUnion(handle.strings(FcConfigGetFontDirs)) }
            guard !fonts.reached.contains(folder) else { return true }
            // Frees the patterns and with them the mapped caches, which take 1 kB per font.
            defer { FcConfigAppFontClear(handle.raw) }
            for root in fontDirectories where folder.isFolder(in: root) {
                _ = FontconfigCalls.shared.during { FcConfigAppFontAddDir(handle.raw, root) }
            }
            fonts.reached.formUnion(ApplicationFonts.folders(in: handle))
            return fonts.reached.contains(folder)
        }
    }
}

extension FontConfiguration {
    /// Reads the cache of one folder, or scans the folder and writes its cache if the cache is not valid.
    ///
    /// A cache is valid while the folder's modification time equals the recorded one, to the nanosecond. Sizes and
    /// times of the files are not compared, so a file that was modified in place requires `force`. A scan opens every
    /// file in the folder, whatever its name. It takes about 0.11 ms per font, and more for collections. Subfolders are
    /// not scanned.
    ///
    /// - Parameters:
    ///   - directory: An absolute path, spelled as in the configuration except for slashes and dots. The name of the
    ///     cache derives from it, and symbolic links are not resolved.
    ///   - force: Whether to scan even if the cache is valid.
    /// - Returns: The contents of the cache file, or those of the scan if there is no file.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the folder cannot be listed.
    package func buildCache(of directory: String, force: Bool = false) throws(FontError) -> FolderCache {
        let path = canonicalPath(directory)
        if !force, let loaded = cache(of: path) { return loaded }
        // "If force is FcFalse, then an existing, valid cache file will be used. Otherwise, a new cache will be created
        // by scanning the directory and that returned" (FcDirCacheRead). A failure to write the cache file is not
        // reported, so programs may go on to read an earlier one: its contents are what counts.
        guard let raw = FontconfigCalls.shared.during({ FcDirCacheRead(path, FcTrue, handle.raw) }) else {
            throw FontconfigFailure.folder(directory)
        }
        let scanned = CacheHandle(adopting: raw)
        return cache(of: path) ?? scanned.contents
    }

    /// Removes the cache files of the folder from every writable cache folder.
    ///
    /// Only files in the format of this fontconfig version are removed. Other versions have their own caches in the
    /// same folders.
    package func dropCache(of directory: String) {
        _ = FcDirCacheUnlink(canonicalPath(directory), handle.raw)
    }

    /// Returns the valid cache of the folder without scanning, or nil if there is none.
    package func cache(of directory: String) -> FolderCache? {
        cacheHandle(of: directory)?.contents
    }

    /// Returns the names of the files in which fontconfig found fonts; nil if the folder has no valid cache.
    package func files(cachedIn directory: String) -> Set<String>? { cacheHandle(of: directory)?.files }

    private func cacheHandle(of directory: String) -> CacheHandle? {
        FcDirCacheLoad(canonicalPath(directory), handle.raw, nil).map { CacheHandle(adopting: $0) }
    }
}
