public import FontModel
import Synchronization

/// Puts fonts into fontconfig's *current* configuration.
///
/// That is what GTK, Qt and WebKitGTK read in this process; nobody outside the process sees it.
///
/// Fonts that other parts of the process added stay: fontconfig can only remove all of them at once, so the bridge puts
/// the others' back. What is there is looked up at every call, so the bridge notices a configuration that was replaced
/// (`FcInitReinitialize` drops application fonts in 2.14…2.18) and fonts that someone else cleared.
///
/// - Important: fontconfig changes the set of application fonts without a lock (fontconfig-facts §7). Call
///   ``synchronize(_:)`` on the thread that uses fontconfig, usually the main thread of a toolkit, or before other
///   threads begin to. The bridge's own state is locked. Pango needs `pango_fc_font_map_config_changed` afterwards.
///
/// Several bridges in a process disturb each other; have one.
public final class CurrentConfigurationBridge: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// What was asked for last and could be added.
        var applied: [String] = []
        /// Those of the application fonts that this bridge added: the ones it may remove.
        var own: Set<String> = []

        /// Records what was asked for and added; reports the first failure.
        mutating func complete(_ wanted: [String], added: [String], failed: [String]) throws(FontError) {
            applied = wanted.filter { !failed.contains($0) }
            own.formUnion(added)
            own.subtract(failed)
            if let first = failed.first { throw FontconfigFailure.noFont(first) }
        }
    }

    /// Makes a bridge that has put nothing yet; does not start fontconfig.
    public init() {}

    /// The fonts that were asked for last, without those that could not be added.
    public var appliedPaths: [String] { state.withLock { $0.applied } }

    /// Makes the application fonts be exactly these files, beside those that others added.
    ///
    /// They come before fonts of the system that have the same name and fit a request as well, of whatever revision. A file
    /// someone else added already is left to them. With nothing to do it costs a look at each application font.
    /// - Parameter paths: Absolute paths of font files.
    /// - Returns: Whether anything was changed: then tell the toolkit.
    /// - Throws: 104, 101 or 102 with the first file that could not be added, after all others were; 301 if there is
    ///   no configuration.
    ///
    /// The corresponding C functions are `FcConfigReference`, `FcConfigGetFonts`, `FcConfigAppFontClear` and
    /// `FcConfigAppFontAddFile`.
    @discardableResult
    public func synchronize(_ paths: [String]) throws(FontError) -> Bool {
        try state.withLock { (state) throws(FontError) in
            let config = try ConfigHandle.current()
            let wanted = paths.withoutRepetition()
            let present = Set(ApplicationFonts.paths(in: config))
            let unwanted = state.own.intersection(present).subtracting(wanted)
            let missing = wanted.filter { !present.contains($0) }
            state.own.formIntersection(wanted)
            if !unwanted.isEmpty { ApplicationFonts.remove(unwanted, from: config) }
            let failed = ApplicationFonts.add(missing, to: config)
            let isPreferred = ApplicationFonts.prefer(state.own.union(missing), in: config)
            try state.complete(wanted, added: missing, failed: failed)
            return !unwanted.isEmpty || !missing.isEmpty || isPreferred
        }
    }

    /// Loads the configuration and all fonts anew, with application fonts, and makes the result current in one step.
    ///
    /// The old configuration stays valid for whoever holds a reference, and the new one is complete before anyone can
    /// see it; application fonts of others come along, unlike with `FcInitReinitialize` of fontconfig 2.14…2.18.
    /// - Parameter paths: As in ``synchronize(_:)``.
    /// - Throws: As ``synchronize(_:)``; the new configuration is current also when a file could not be added.
    ///
    /// The corresponding C functions are `FcInitLoadConfig`, `FcConfigBuildFonts`, `FcConfigAppFontAddFile` and
    /// `FcConfigSetCurrent`.
    public func reinitialize(_ paths: [String]) throws(FontError) {
        try state.withLock { (state) throws(FontError) in
            let config = try FontConfiguration.loadHandle(file: nil)
            guard config.buildFonts() else { throw FontconfigFailure.noConfiguration }
            let wanted = paths.withoutRepetition()
            let others = ApplicationFonts.paths(in: try ConfigHandle.current()).filter { !state.own.contains($0) }
            _ = ApplicationFonts.add(others, to: config)
            let missing = wanted.filter { !others.contains($0) }
            let failed = ApplicationFonts.add(missing, to: config)
            _ = ApplicationFonts.prefer(Set(missing), in: config)
            guard config.makeCurrent() else { throw FontconfigFailure.noConfiguration }
            state.own = []
            try state.complete(wanted, added: missing, failed: failed)
        }
    }
}

extension [String] {
    /// The elements in order, each once.
    fileprivate func withoutRepetition() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
