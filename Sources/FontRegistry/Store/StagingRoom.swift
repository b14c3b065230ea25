import FontModel
import Synchronization

/// Bounds how many bytes of files each provider has on their way into the store at once, through however many
/// registrations: they take up the disk whether or not anything is registered in the end.
final class StagingRoom: Sendable {
    private let limit: Int
    private let taken = Mutex<[String: Int]>([:])

    /// - Parameter limit: Bytes for each provider.
    init(limit: Int) { self.limit = limit }

    fileprivate func take(_ bytes: Int, for provider: String, file: String) throws(FontError) {
        let present = taken.withLock { taken in
            let present = taken[provider, default: 0]
            if present + bytes <= limit { taken[provider] = present + bytes }
            return present
        }
        guard present + bytes > limit else { return }
        throw FontError(
            .exceededResourceLimit,
            "\(provider) has \(present) bytes on their way into the registry already, of the \(limit) that one may have at once. Register this file when they are done, and fewer files in one batch.",
            file: file)
    }

    fileprivate func giveBack(_ bytes: Int, of provider: String) {
        taken.withLock { taken in
            let rest = taken[provider, default: 0] - bytes
            taken[provider] = rest > 0 ? rest : nil
        }
    }

    /// What one registration takes, given back with the value.
    final class Share: Sendable {
        private let room: StagingRoom
        private let provider: String
        private let taken = Atomic(0)

        init(_ room: StagingRoom, provider: String) { (self.room, self.provider) = (room, provider) }

        deinit { room.giveBack(taken.load(ordering: .relaxed), of: provider) }

        /// - Throws: 106 if the provider has too much on its way.
        func take(_ bytes: Int, file: String) throws(FontError) {
            try room.take(bytes, for: provider, file: file)
            taken.add(bytes, ordering: .relaxed)
        }

        /// Of a file that has gone again.
        func giveBack(_ bytes: Int) {
            taken.subtract(bytes, ordering: .relaxed)
            room.giveBack(bytes, of: provider)
        }
    }
}
