import CFontconfig
import FontModel

/// One reference to a configuration of fontconfig.
///
/// A configuration may be shared between threads only after its last change. The owner of the handle ensures this.
final class ConfigHandle: Sendable {
    // The pointer never changes, and fontconfig counts references to configurations with atomic operations (since
    // 2.10.91). The configuration is only read once the owner shares the handle; see the types that hold one.
    nonisolated(unsafe) let raw: OpaquePointer  // <FcConfig>

    /// Takes ownership of a reference (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    /// Returns the process's current configuration; the first use loads it with its fonts.
    ///
    /// "If config is NULL, the current configuration is used. In that case this function will be similar to
    /// FcConfigGetCurrent() except that it increments the reference count" (FcConfigReference).
    static func current() throws(FontError) -> ConfigHandle {
        guard let raw = FcConfigReference(nil) else { throw FontconfigFailure.noConfiguration }
        return ConfigHandle(adopting: raw)
    }

    deinit { FcConfigDestroy(raw) }

    /// Parses a configuration file and the files it includes, and returns false on failure.
    func parse(_ file: String) -> Bool {
        // With `complain` false, the result is FcTrue even if there is no such file (2.14.1, fcxml.c).
        FcConfigParseAndLoad(raw, file, FcTrue) == FcTrue
    }

    /// Makes fontconfig pass over the contents of folders, so that it does not load their caches either.
    ///
    /// A pattern has no quoting, so folders with a special character in their path are loaded nevertheless, as are those
    /// that an `<acceptfont>` rule names.
    ///
    /// - Parameter folders: Canonical paths.
    ///
    /// The corresponding C function is `FcConfigParseAndLoadFromMemory`.
    func passOver(_ folders: [String]) {
        let plain = folders.filter { folder in folder.utf8.allSatisfy { $0 >= 0x20 && !"*?[&<>".utf8.contains($0) } }
        guard !plain.isEmpty else { return }
        let globs = plain.map { "<glob>\($0)/*</glob>" }.joined()
        _ = FcConfigParseAndLoadFromMemory(
            raw, "<fontconfig><selectfont><rejectfont>\(globs)</rejectfont></selectfont></fontconfig>", FcTrue)
    }

    /// The configuration files whose rules were loaded, without those that fontconfig ignores.
    ///
    /// The corresponding C functions are `FcConfigFileInfoIterInit`, `FcConfigFileInfoIterGet` and
    /// `FcConfigFileInfoIterNext`.
    var loadedFiles: Set<String> {
        var files: Set<String> = []
        var iterator = FcConfigFileInfoIter()
        FcConfigFileInfoIterInit(raw, &iterator)
        repeat {
            var (name, description): (UnsafeMutablePointer<FcChar8>?, UnsafeMutablePointer<FcChar8>?) = (nil, nil)
            var isEnabled: FcBool = FcFalse
            guard FcConfigFileInfoIterGet(raw, &iterator, &name, &description, &isEnabled) == FcTrue else { continue }
            if let name {
                files.insert(String(cString: name))
                FcStrFree(name)
            }
            if let description { FcStrFree(description) }
        } while FcConfigFileInfoIterNext(raw, &iterator) == FcTrue
        return files
    }

    /// Loads the fonts of the configured folders, and returns false if there is no memory.
    func buildFonts() -> Bool { FcConfigBuildFonts(raw) == FcTrue }

    /// Makes this the process's current configuration.
    ///
    /// fontconfig takes its own reference ("since 2.12.0", FcConfigSetCurrent).
    func makeCurrent() -> Bool { FcConfigSetCurrent(raw) == FcTrue }

    /// Calls `body` with each pattern of the system's or the application's fonts, which is valid only during the call.
    ///
    /// "This font set is owned by the library and must not be modified or freed" (FcConfigGetFonts).
    func forEachPattern(in set: FcSetName, _ body: (PatternView) -> Void) {
        Fontconfig.forEachPattern(in: FcConfigGetFonts(raw, set), body)
    }

    /// Returns the strings of one of fontconfig's list functions for this configuration.
    func strings(_ list: (OpaquePointer?) -> OpaquePointer?) -> [String] { readStringList(list(raw)) }
}

/// Reads a string list to its end and frees it.
///
/// The strings belong to the set behind the list, so they are copied before the list is freed.
///
/// - Parameter list: An `FcStrList`, owned (+1), or nil if fontconfig had no memory for one.
/// - Returns: Copies of the strings.
func readStringList(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
    return strings
}

/// Returns the form of a path from which fontconfig derives cache names.
///
/// It is absolute, without `//`, `/./`, `/../` or a trailing slash. Symbolic links are not resolved.
///
/// fontconfig converts configured folders to this form, but takes the folder given to its cache functions as it is
/// (2.14.1, fcdir.c). Another spelling of the same folder would give another cache file, which no client reads.
func canonicalPath(_ path: String) -> String {
    guard let copy = FcStrCopyFilename(path) else { return path }
    defer { FcStrFree(copy) }
    return String(cString: copy)
}
