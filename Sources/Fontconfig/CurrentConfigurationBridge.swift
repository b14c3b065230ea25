import CFontconfig
package import FontModel
import Synchronization

/// Adds fonts to fontconfig's *current* configuration.
///
/// GTK, Qt and WebKitGTK read the current configuration in this process. No other process sees it.
///
/// Fonts that other parts of the process added remain: fontconfig can only remove all of them at once, so the bridge
/// adds the others again. The present fonts are looked up at every call, so that the bridge notices a replaced
/// configuration (`FcInitReinitialize` drops application fonts in 2.14…2.18) and fonts that were cleared by other code.
///
/// - Important: fontconfig changes the set of application fonts without a lock. Call ``synchronize(_:)`` on the thread
///   that uses fontconfig, usually the main thread of a toolkit, or before other threads start to use it. The bridge's
///   own state is locked. Pango needs `pango_fc_font_map_config_changed` afterwards.
///
/// Use only one bridge per process, since several bridges interfere with each other.
package final class CurrentConfigurationBridge: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The fonts of the last request that could be added.
        var applied: [String] = []
        /// The application fonts that this bridge added and may remove.
        var own: Set<String> = []

        /// Records a request and its result, and throws the first failure.
        mutating func complete(_ wanted: [String], added: [String], failed: [String]) throws(FontError) {
            applied = wanted.filter { !failed.contains($0) }
            own.formUnion(added)
            own.subtract(failed)
            if let first = failed.first { throw FontconfigFailure.noFont(first) }
        }
    }

    /// Creates a bridge without fonts; does not initialize fontconfig.
    package init() {}

    /// The fonts of the last request, without those that could not be added.
    package var appliedPaths: [String] { state.withLock { $0.applied } }

    /// Sets the application fonts to exactly these files, in addition to those that other code added.
    ///
    /// These fonts precede system fonts that have the same name and match a request equally well, whatever their
    /// revision. A file that other code already added is not added again, and not removed later. If nothing changes,
    /// the cost is one look at each application font.
    ///
    /// - Parameter paths: Absolute paths of font files.
    /// - Returns: Whether anything changed, so that the toolkit must be notified.
    /// - Throws: `FontError` for the first file that could not be added, after all others were added:
    ///   ``FontError/Code/invalidFontData`` (104), ``FontError/Code/fileNotFound`` (101) or
    ///   ``FontError/Code/insufficientPermissions`` (102). ``FontError/Code/registrationFailed`` (301) if there is no
    ///   configuration.
    @discardableResult
    package func synchronize(_ paths: [String]) throws(FontError) -> Bool {
        try state.withLock { (state) throws(FontError) in
            let config = try ConfigHandle.current()
            let wanted = paths.unique
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

    /// Reloads the configuration and all fonts, adds application fonts, and makes the result current in one step.
    ///
    /// The old configuration stays valid while there are references to it, and the new one is complete before it
    /// becomes visible. The application fonts of other code are kept, unlike with `FcInitReinitialize` of fontconfig
    /// 2.14…2.18.
    ///
    /// - Parameter paths: The same as for ``synchronize(_:)``.
    /// - Throws: The same errors as ``synchronize(_:)``. The new configuration becomes current even if a file could not
    ///   be added.
    package func reinitialize(_ paths: [String]) throws(FontError) {
        try state.withLock { (state) throws(FontError) in
            let config = try FontConfiguration.readHandle(file: nil)
            guard FcConfigBuildFonts(config.raw) == FcTrue else { throw FontconfigFailure.noConfiguration }
            let wanted = paths.unique
            let others = ApplicationFonts.paths(in: try ConfigHandle.current()).filter { !state.own.contains($0) }
            _ = ApplicationFonts.add(others, to: config)
            let missing = wanted.filter { !others.contains($0) }
            let failed = ApplicationFonts.add(missing, to: config)
            _ = ApplicationFonts.prefer(Set(missing), in: config)
            // fontconfig takes its own reference ("since 2.12.0", FcConfigSetCurrent).
            guard FcConfigSetCurrent(config.raw) == FcTrue else { throw FontconfigFailure.noConfiguration }
            state.own = []
            try state.complete(wanted, added: missing, failed: failed)
        }
    }
}
