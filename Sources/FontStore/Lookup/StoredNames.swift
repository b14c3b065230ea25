import CLinux
import FontModel
import GRDB
import Glibc
import Synchronization

/// A cache of the registered fonts by name, valid until the store changes.
package final class StoredNames: Sendable {
    private struct State {
        var stamp: StoreStamp?
        var answers: [String: [RegisteredMatch]] = [:]
        /// Whether the store and the font folders are on disks of this machine; see ``areLocal(_:)``.
        var isLocal = false
    }

    /// The maximum number of cached results, after which the cache is cleared.
    private static let capacity = 4_096

    /// The number of fonts up to which an answer without reading looks at their files.
    private static let largestKnownMatch = 4

    private let registrar: Registrar
    private let state = Mutex(State())

    package init(_ registrar: Registrar) { self.registrar = registrar }

    /// Returns the enabled registered fonts that a name means, all with an existing file; nil if there are none.
    ///
    /// - Parameter visible: Leaves out fonts that programs do not see. The next kind of name counts if none is left.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read.
    package func find(
        _ name: String, visible: ([FontDescriptor]) -> [FontDescriptor]
    ) throws(FontError) -> RegisteredMatch? {
        for match in try matches(name) {
            var fonts = match.fonts
            if !fonts.allSatisfy(Self.isThere) {
                // A file that was deleted from outside is restored from its object, or its registration is removed. In a
                // read-only store nothing can be repaired, but missing fonts are still left out.
                _ = try? registrar.mendVanished()
                fonts = try matches(name).first { $0.kind == match.kind }?.fonts.filter(Self.isThere) ?? []
            }
            fonts = visible(fonts)
            if !fonts.isEmpty { return RegisteredMatch(kind: match.kind, fonts: fonts) }
        }
        return nil
    }

    /// Returns what ``find(_:visible:)`` would, if that is known without reading and without waiting for a lock.
    ///
    /// It looks at the state of few files, all on disks of this machine, so that a task's thread may do it.
    package func knownMatch(_ name: String, shown: ShownFonts) -> RegisteredMatch? {
        let stamp = StoreStamp(registrar.paths)
        let known = state.withLockIfAvailable { state in
            state.isLocal && state.stamp == stamp ? state.answers[name]?.first : nil
        }
        guard let match = known ?? nil, match.fonts.count <= Self.largestKnownMatch,
            match.fonts.allSatisfy(Self.isThere), shown.areKnownToBeVisible(match.fonts, at: stamp)
        else { return nil }
        return match
    }

    /// Whether all files at which ``knownMatch(_:shown:)`` looks are on disks or in the memory of this machine.
    private static func areLocal(_ paths: FontPaths) -> Bool {
        let folders = [paths.store, paths.persistentProjection, paths.sessionRoot, paths.sessionProjection]
        return folders.compactMap(\.self).allSatisfy { access($0, F_OK) != 0 || clx_is_local_filesystem($0) != 0 }
    }

    private static func isThere(_ font: FontDescriptor) -> Bool {
        font.path.map { access($0, R_OK) == 0 } ?? false
    }

    /// Returns the enabled registered fonts that match a name, by each kind of name, in the resolver's order.
    private func matches(_ name: String) throws(FontError) -> [RegisteredMatch] {
        let paths = registrar.paths
        // Taken before the query, so that a concurrent change invalidates the result.
        let stamp = StoreStamp(paths)
        let (known, isNew) = state.withLock { ($0.stamp == stamp ? $0.answers[name] : nil, $0.stamp != stamp) }
        if let known { return known }
        let isLocal = isNew ? Self.areLocal(paths) : nil
        let found = try registrar.read { database, session in
            try database?.matches(name, session: session, paths: paths) ?? []
        }
        state.withLock { state in
            if state.stamp != stamp || state.answers.count >= Self.capacity { state.answers = [:] }
            if let isLocal { state.isLocal = isLocal }
            state.stamp = stamp
            state.answers[name] = found
        }
        return found
    }
}

extension Database {
    /// Returns the enabled registered fonts that match a name, by each kind of name, session scope first.
    fileprivate func matches(_ name: String, session: String?, paths: FontPaths) throws -> [RegisteredMatch] {
        var matches: [RegisteredMatch] = []
        for found in try fonts(named: name, session: session)
        where !found.kind.wantsRegular || found.face.isMeant(byFamily: name) {
            let font = found.registration.registration(faces: [], paths: paths)
                .descriptor(of: found.face, instance: found.instance)
            if matches.last?.kind == found.kind {
                matches[matches.count - 1].fonts.append(font)
            } else {
                matches.append(RegisteredMatch(kind: found.kind, fonts: [font]))
            }
        }
        return matches
    }
}
