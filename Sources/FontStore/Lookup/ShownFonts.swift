import CLinux
import FontModel
import Fontconfig
import Glibc

/// The registered fonts by name, of which fontconfig's configuration lets programs see some.
///
/// The user's configuration may reject fonts in the projection (`<selectfont>`), or lack the folder. Lookups do not
/// return fonts that programs do not see. All that is known is of one state of the store and of the configuration, and
/// is dropped as soon as either is another.
package final class ShownFonts: Sendable {
    private struct State {
        /// The state of the store before anything was read.
        var stamp: StoreStamp?
        /// The time of the last look at the configuration.
        var lastLook: Int64 = 0
        var answers: [String: [RegisteredMatch]] = [:]
        /// Whether all files at which ``knownMatch(_:)`` looks are on disks or in the memory of this machine.
        var isLocal: Bool?
        var selected: SelectedFonts?
        /// The last scan of the folders and the configuration because of a hidden font, and the state of the places of
        /// the user's rules before it.
        var scan: (time: Int64, places: [Fingerprint?])?
        /// The times of the last repairs that left files missing, by path.
        var vainRepairs: [String: Int64] = [:]
    }

    /// The maximum number of cached results, after which they are dropped.
    private static let capacity = 4_096

    /// The number of fonts up to which an answer without reading looks at their files.
    private static let largestKnownMatch = 4

    /// The time for which a look at the configuration remains valid, in milliseconds.
    private static let trust: Int64 = 1_000

    private let registrar: Registrar
    private let now: @Sendable () -> Int64
    private let state = SleepingLock(State())

    /// - Parameter now: Returns the time in milliseconds since any moment.
    package init(_ registrar: Registrar, now: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds }) {
        self.registrar = registrar
        self.now = now
    }

    // MARK: Names

    /// Returns the enabled registered fonts that a name means and programs see, all with an existing file; nil if there
    /// are none.
    ///
    /// If programs see none of the fonts that match by one kind of name, the next kind counts.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read.
    package func find(_ name: String) throws(FontError) -> RegisteredMatch? {
        for match in try matches(name) {
            var fonts = match.fonts
            if !fonts.allSatisfy(Self.isThere) {
                repair(fonts.filter { !Self.isThere($0) }.compactMap(\.path))
                fonts = try matches(name).first { $0.kind == match.kind }?.fonts.filter(Self.isThere) ?? []
            }
            fonts = filter(fonts)
            if !fonts.isEmpty { return RegisteredMatch(kind: match.kind, fonts: fonts) }
        }
        return nil
    }

    /// Returns what ``find(_:)`` would, if that is known without reading and without waiting for a lock.
    ///
    /// It looks at the state of few files, all on disks of this machine, so that a task's thread may do it.
    package func knownMatch(_ name: String) -> RegisteredMatch? {
        let stamp = StoreStamp(registrar.paths)
        let known = state.withLockIfAvailable { state -> (match: RegisteredMatch, selected: SelectedFonts)? in
            guard state.stamp == stamp, now() - state.lastLook < Self.trust,
                state.isLocal ?? false, let match = state.answers[name]?.first, let selected = state.selected
            else { return nil }
            return (match, selected)
        }
        guard let (match, selected) = known ?? nil, match.fonts.count <= Self.largestKnownMatch,
            match.fonts.allSatisfy({ font in
                Self.isThere(font) && selected.isKnownToBeVisible(font.path ?? "", face: font.face.index)
            })
        else { return nil }
        return match
    }

    /// Restores files that were deleted from outside from their objects, or removes their registrations.
    ///
    /// In a read-only store nothing can be repaired, but missing fonts are still left out. Callers may ask for such a font
    /// as often as they want, and a repair looks at all files, so it is repeated only after some time if it did not help.
    private func repair(_ missing: [String]) {
        let isVain = withPresent { state in
            missing.allSatisfy { path in state.vainRepairs[path].map { now() - $0 < Self.trust } ?? false }
        }
        guard !isVain else { return }
        _ = try? registrar.restoreMissingFiles()
        let left = missing.filter { access($0, R_OK) != 0 }
        state.withLock { state in
            let time = now()
            state.vainRepairs = state.vainRepairs.filter { time - $0.value < Self.trust }
            for path in left { state.vainRepairs[path] = time }
        }
    }

    private static func isThere(_ font: FontDescriptor) -> Bool {
        font.path.map { access($0, R_OK) == 0 } ?? false
    }

    /// Returns the enabled registered fonts that match a name, by each kind of name, in the resolver's order.
    private func matches(_ name: String) throws(FontError) -> [RegisteredMatch] {
        let paths = registrar.paths
        let (stamp, known, isKnownLocal) = withPresent { ($0.stamp, $0.answers[name], $0.isLocal) }
        if let known { return known }
        let folders = [paths.store, paths.persistentProjection, paths.sessionRoot, paths.sessionProjection]
        let isLocal =
            isKnownLocal
            ?? folders.compactMap(\.self).allSatisfy { access($0, F_OK) != 0 || clx_is_local_filesystem($0) != 0 }
        let found = try registrar.read { database, session in
            try database?.matches(name, session: session, paths: paths) ?? []
        }
        state.withLock { state in
            guard state.stamp == stamp else { return }
            if state.answers.count >= Self.capacity { state.answers = [:] }
            state.isLocal = isLocal
            state.answers[name] = found
        }
        return found
    }

    // MARK: Visibility

    /// Removes enabled registered fonts that programs do not see.
    package func filter(_ fonts: [FontDescriptor]) -> [FontDescriptor] {
        guard fonts.contains(where: Self.concerns) else { return fonts }
        func isHidden(_ font: FontDescriptor, by selected: SelectedFonts) -> Bool {
            guard Self.concerns(font), let path = font.path else { return false }
            return selected.concealment(of: path, face: font.face.index) != nil
        }
        guard let known = selected(), fonts.contains(where: { isHidden($0, by: known) }),
            // Rescan the folders before a font is reported as hidden, because it may be new.
            let selected = rescanned()
        else { return fonts }
        return fonts.filter { !isHidden($0, by: selected) }
    }

    /// Parses the configuration, unless that is done.
    package func prepare() { _ = selected() }

    /// Whether programs see every font in font folders; false if that is not certain.
    package func showsAll(in folders: [String]) -> Bool {
        guard !folders.isEmpty else { return true }
        guard let selected = selected() else { return false }
        return folders.allSatisfy(selected.showsAll)
    }

    /// Returns the reason that programs see no face of an enabled registration; `nil` if they see one.
    package func concealment(of registration: Registration) -> UnusableFont.Reason? {
        guard registration.isEnabled, let path = registration.path, let selected = selected() else { return nil }
        let reasons = registration.faces.map { selected.concealment(of: path, face: $0.index) }
        return reasons.contains(nil) ? nil : reasons.first ?? nil
    }

    private static func concerns(_ font: FontDescriptor) -> Bool {
        font.path != nil && font.isEnabled && font.scope != nil && font.scope != .process
    }

    /// Returns the fonts that programs see now; `nil` if fontconfig cannot be used.
    private func selected() -> SelectedFonts? {
        withPresent { state in
            if state.selected == nil { state.selected = registrar.context.fontConfiguration.map(SelectedFonts.init) }
            return state.selected
        }
    }

    /// Returns the fonts that programs see, from the folders and the configuration as they are now.
    ///
    /// Callers may ask for a hidden font as often as they want, and a scan takes longer than all else. It is repeated if
    /// the store or the known files of the configuration have changed, or after some time.
    private func rescanned() -> SelectedFonts? {
        // The places of the user's rules, which fontconfig names only if they exist (its file `50-user.conf`).
        let folder = registrar.paths.configHome + "/fontconfig"
        let scan = (
            time: now(), places: [folder, folder + "/fonts.conf", folder + "/conf.d"].map(Fingerprint.init(of:))
        )
        let known = withPresent { state -> SelectedFonts? in
            guard let last = state.scan, scan.time - last.time < Self.trust, scan.places == last.places,
                state.selected?.configuration.isCurrent ?? false
            else { return nil }
            return state.selected
        }
        if let known { return known }
        // fontconfig does not name a file that was created later; a command has just read them all.
        if !registrar.context.isOfCommand { FontConfigurationCache.shared.forget(registrar.context.fontconfigFile) }
        state.withLock { $0 = State() }
        let selected = selected()
        state.withLock { $0.scan = scan }
        return selected
    }

    // MARK: State

    /// Makes the next query check whether the configuration has changed.
    package func lookAgain() { state.withLock { $0.lastLook = -Self.trust } }

    /// Calls a function with what is known of the present state of the store and of the configuration.
    private func withPresent<Value>(_ body: (inout State) -> Value) -> Value {
        // Taken before anything is read, so that a concurrent change causes another look.
        let stamp = StoreStamp(registrar.paths)
        return state.withLock { state in
            let now = now()
            let isDue = now - state.lastLook >= Self.trust
            if state.stamp != stamp || isDue && !(state.selected?.configuration.isCurrent ?? true) {
                state = State(stamp: stamp, lastLook: now)
            }
            if isDue { state.lastLook = now }
            return body(&state)
        }
    }
}
