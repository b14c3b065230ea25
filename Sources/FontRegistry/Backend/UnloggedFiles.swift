import FontModel
import Foundation
import ProcessFonts
import Synchronization

/// The files of a user whose changes programs follow although no generation counts them: the policy for providers, with
/// that of the administrator, and the announcements that outlive their suppliers' connections.
package final class UnloggedFiles: Sendable {
    private let policy: PolicyFile
    private let paths: FontPaths
    /// The announcements of the file as it was read last.
    private let known = Mutex<(file: Fingerprint, announcements: [String: Int])?>(nil)

    init(_ paths: FontPaths) {
        policy = PolicyFile(paths)
        self.paths = paths
    }

    /// The present state, which costs little while the files stay the same.
    package var state: UnloggedState {
        UnloggedState(policy: policyState, announcements: announcements)
    }

    /// A value that differs after each change of the policy, also to one that cannot be read.
    private var policyState: Int {
        do throws(FontError) { return try policy.read().hashValue } catch { return error.hashValue }
    }

    /// Calls back when a file may have changed.
    package func watch(on loop: InotifyLoop, _ didChange: @escaping @Sendable () -> Void) {
        for path in [paths.policyFile, paths.machinePolicy, paths.announcements].compactMap(\.self) {
            FileWatch.start(path, on: loop, didChange)
        }
    }

    // MARK: Announcements

    private var announcements: [String: Int] {
        guard let file = Fingerprint(of: paths.announcements) else { return [:] }
        if let known = known.withLock({ $0 }), known.file == file { return known.announcements }
        // The service replaces it as a whole; a damaged one announces nothing.
        let announcements = AnnouncementRecord.byProvider(paths.announcements).mapValues(\.hashValue)
        known.withLock { $0 = (file, announcements) }
        return announcements
    }
}
