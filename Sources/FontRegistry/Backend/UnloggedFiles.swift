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

    /// The part of the file that tells whether a provider's announcements changed; see `AnnouncementFile`.
    private struct Record: Decodable {
        struct Announcement: Decodable, Hashable {
            var provider: String
            var busName: String
            var names: [String]
        }

        var announcements: [Announcement]
    }

    /// The maximum size of the file in bytes, above which it is not compared.
    private static let largest = 32 << 20

    private var announcements: [String: Int] {
        guard let file = Fingerprint(of: paths.announcements), file.size <= Self.largest else { return [:] }
        if let known = known.withLock({ $0 }), known.file == file { return known.announcements }
        // The service replaces it as a whole; a damaged one announces nothing.
        let data = FileManager.default.contents(atPath: paths.announcements)
        let record = data.flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
        let announcements = Dictionary(grouping: record?.announcements ?? [], by: \.provider).mapValues(\.hashValue)
        known.withLock { $0 = (file, announcements) }
        return announcements
    }
}
