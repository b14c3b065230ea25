import CLinux
import FontModel
import Fontconfig
import Glibc

extension Projection {
    /// Builds the folder's cache and checks that it has every face.
    ///
    /// Under memory pressure fontconfig writes an incomplete cache without an error. A cache that stays incomplete is
    /// removed. What fails once is tried again: without a cache, the next program to scan the folder writes one, which
    /// nothing checks.
    ///
    /// - Returns: `false` if the cache stays incomplete; `true` if it is complete or no cache can be built at all.
    func confirmCache(_ folder: ProjectedFolder, path: String, _ configuration: FontConfiguration) -> Bool {
        var isIncomplete = false
        for force in [false, true] {
            guard let built = try? configuration.buildCache(of: path, force: force) else { continue }
            isIncomplete = built.patternCount < folder.patternCount
            if !isIncomplete, configuration.cache(of: path) != nil { return true }
        }
        guard isIncomplete else { return true }
        // Without a cache, programs scan the folder themselves; they would trust an incomplete cache.
        configuration.dropCache(of: path)
        return false
    }

    /// Touches the parent folder, for programs that poll, after the caches below it are ready, and schedules the
    /// delayed touches.
    func touch(_ root: String, _ scope: FontScope) {
        clx_touch(root)
        // The names of fontd's folders are numbers.
        let folders = (try? folderEntries(root))?.filter { $0.allSatisfy(\.isWholeNumber) } ?? []
        buildCache(root, holding: folders.count)
        DelayedTouch.schedule(root, of: scope == .session ? "session" : nil, context: context)
    }

    /// Builds the cache of a parent folder that has just been touched, and removes a cache that lacks subfolders,
    /// because it would hide them.
    ///
    /// The build is forced, because a fontconfig that compares whole seconds may accept the existing cache as valid. A
    /// cache that cannot be written only costs programs time; `doctor` reports it.
    ///
    /// - Parameter count: The minimum number of subfolders.
    func buildCache(_ folder: String, holding count: Int) {
        guard let configuration = context.fontConfiguration else { return }
        for _ in 1...2 {
            guard let cache = try? configuration.buildCache(of: folder, force: true) else { return }
            if cache.folderCount >= count { return }
        }
        configuration.dropCache(of: folder)
    }

    /// Touches the folders above the font folders that are dated in the future, as far as fontd may touch them.
    func resetFutureDates() {
        for folder in FutureDates.touchable(context.paths) where FutureDates.isAhead(folder) {
            clx_touch(folder)
            switch folder {
            case context.paths.userFonts:
                buildCache(folder, holding: 1)
                DelayedTouch.schedule(folder, of: "parent", context: context)
            case context.paths.sessionProjection: touch(folder, .session)
            case context.paths.persistentProjection: touch(folder, .persistent)
            default: buildCache(folder, holding: 1)
            }
        }
    }
}
