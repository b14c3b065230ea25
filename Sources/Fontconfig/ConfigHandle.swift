import CFontconfig
import FontModel

/// One reference to a configuration of fontconfig.
///
/// A configuration is shared between threads only when nobody changes it any more, which the owner of the handle sees
/// to.
final class ConfigHandle: Sendable {
    // The pointer never changes, and fontconfig counts references to configurations with atomic operations (since
    // 2.10.91). What it points to is only read once the owner shares the handle; see the types that hold one.
    nonisolated(unsafe) let raw: OpaquePointer  // <FcConfig>

    /// Takes over a reference that the caller owns (+1).
    init(adopting raw: OpaquePointer) { self.raw = raw }

    /// The process's current configuration; the first use loads it, with its fonts.
    ///
    /// "If config is NULL, the current configuration is used. In that case this function will be similar to
    /// FcConfigGetCurrent() except that it increments the reference count" (FcConfigReference).
    static func current() throws(FontError) -> ConfigHandle {
        guard let raw = FcConfigReference(nil) else { throw FontconfigFailure.noConfiguration }
        return ConfigHandle(adopting: raw)
    }

    deinit { FcConfigDestroy(raw) }

    /// Reads a configuration file and what it includes; false if that fails.
    func parse(_ file: String) -> Bool {
        // With `complain` false the answer is FcTrue even when there is no such file (2.14.1, fcxml.c).
        FcConfigParseAndLoad(raw, file, FcTrue) == FcTrue
    }

    /// Loads the fonts of the configured folders; false if there is no memory.
    func buildFonts() -> Bool { FcConfigBuildFonts(raw) == FcTrue }

    /// Makes this the process's current configuration.
    ///
    /// fontconfig takes a reference of its own ("since 2.12.0", FcConfigSetCurrent).
    func makeCurrent() -> Bool { FcConfigSetCurrent(raw) == FcTrue }

    /// Calls `body` with each pattern of the system's or the application's fonts, valid during the call only.
    ///
    /// "This font set is owned by the library and must not be modified or freed" (FcConfigGetFonts).
    func forEachPattern(in set: FcSetName, _ body: (PatternView) -> Void) {
        Fontconfig.forEachPattern(in: FcConfigGetFonts(raw, set), body)
    }

    /// The strings that one of fontconfig's list functions answers about this configuration.
    func strings(_ list: (OpaquePointer?) -> OpaquePointer?) -> [String] { readStringList(list(raw)) }
}

/// Reads a string list to its end and frees it.
///
/// The strings belong to the set behind the list, so they are copied before the list goes.
/// - Parameter list: An `FcStrList`, owned (+1), or nil where fontconfig had no memory for one.
/// - Returns: Copies of the strings.
func readStringList(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let next = FcStrListNext(list) { strings.append(String(cString: next)) }
    return strings
}

/// The form of a path that fontconfig derives cache names from.
///
/// It is absolute, without `//`, `/./`, `/../` or a slash at the end; symbolic links stay.
///
/// fontconfig puts configured folders into this form, but takes the folder given to its cache functions as it is
/// (2.14.1, fcdir.c): another spelling of the same folder would give another cache file, which no client ever reads.
func canonicalPath(_ path: String) -> String {
    guard let copy = FcStrCopyFilename(path) else { return path }
    defer { FcStrFree(copy) }
    return String(cString: copy)
}
