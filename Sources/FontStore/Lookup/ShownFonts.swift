import CLinux
import FontModel
import Fontconfig
import Glibc
import Synchronization

/// The registered fonts that fontconfig's configuration lets programs see.
///
/// The user's configuration may reject fonts in the projection (`<selectfont>`), or lack the folder. Lookups do not
/// return fonts that programs do not see.
package final class ShownFonts: Sendable {
    private struct State {
        var stamp: StoreStamp?
        var fonts: SelectedFonts?
        var lastLook: Int64 = 0
    }

    /// The time for which a check of the configuration remains valid, in milliseconds.
    private static let trust: Int64 = 1_000

    private let paths: FontPaths
    private let configurationFile: String?
    private let state = Mutex(State())

    package init(_ context: RegistryContext) {
        paths = context.paths
        configurationFile = context.fontconfigFile
    }

    /// Removes enabled registered fonts that programs do not see.
    package func filter(_ fonts: [FontDescriptor]) -> [FontDescriptor] {
        guard fonts.contains(where: Self.concerns) else { return fonts }
        func isHidden(_ font: FontDescriptor, by selected: SelectedFonts) -> Bool {
            guard Self.concerns(font), let path = font.path else { return false }
            return selected.concealment(of: path, face: font.face.index) != nil
        }
        guard let known = current(), fonts.contains(where: { isHidden($0, by: known) }),
            // Rescan the folders before a font is reported as hidden, because it may be new.
            let selected = current(isFresh: true)
        else { return fonts }
        return fonts.filter { !isHidden($0, by: selected) }
    }

    /// Whether programs are known to see enabled registered fonts, without reading and without waiting for a lock.
    ///
    /// - Parameter stamp: The present state of the store.
    func areKnownToBeVisible(_ fonts: [FontDescriptor], at stamp: StoreStamp) -> Bool {
        let areVisible = state.withLockIfAvailable { state in
            guard let known = state.fonts, state.stamp == stamp,
                MonotonicClock.milliseconds - state.lastLook < Self.trust
            else { return false }
            return fonts.allSatisfy { font in
                guard Self.concerns(font), let path = font.path else { return false }
                return known.isKnownToBeVisible(path, face: font.face.index)
            }
        }
        return areVisible ?? false
    }

    /// Makes the next query check whether the configuration has changed.
    package func lookAgain() { state.withLock { $0.lastLook = -Self.trust } }

    /// Parses the configuration, unless that is done.
    package func prepare() { _ = current() }

    /// Whether programs see every font in font folders; false if that is not certain.
    package func showsAll(in folders: [String]) -> Bool {
        guard !folders.isEmpty else { return true }
        guard let selected = current() else { return false }
        return folders.allSatisfy(selected.showsAll)
    }

    /// Returns the reason that programs see no face of an enabled registration; `nil` if they see one.
    package func concealment(of registration: Registration) -> UnusableFont.Reason? {
        guard registration.isEnabled, let path = registration.path, let selected = current() else { return nil }
        let reasons = registration.faces.map { selected.concealment(of: path, face: $0.index) }
        guard !reasons.contains(nil), let reason = reasons.first ?? nil else { return nil }
        return switch reason {
        case .rejected: .rejected
        case .folderNotConfigured: .folderNotConfigured
        }
    }

    private static func concerns(_ font: FontDescriptor) -> Bool {
        font.path != nil && font.isEnabled && font.scope != nil && font.scope != .process
    }

    /// Returns the fonts that programs see now; `nil` if fontconfig cannot be used.
    private func current(isFresh: Bool = false) -> SelectedFonts? {
        // Taken before the folders are read, so that a concurrent change causes another scan.
        let stamp = StoreStamp(paths)
        return state.withLock { state in
            let now = MonotonicClock.milliseconds
            if !isFresh, let fonts = state.fonts, state.stamp == stamp {
                if now - state.lastLook < Self.trust { return fonts }
                if fonts.isConfigurationCurrent {
                    state.lastLook = now
                    return fonts
                }
            }
            let folders = [FontScope.session, .persistent].compactMap(paths.projection)
            // fontconfig does not name a file that was created later.
            if isFresh { FontConfigurationCache.shared.forget(configurationFile) }
            let configuration = FontConfigurationCache.shared.current(configurationFile)
            let fonts = configuration.map { SelectedFonts(in: folders, $0) }
            state = State(stamp: stamp, fonts: fonts, lastLook: now)
            return fonts
        }
    }
}
