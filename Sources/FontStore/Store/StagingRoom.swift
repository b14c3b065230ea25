import FontModel
import Synchronization

/// A limit for the bytes of files that each provider is registering, over all of its registrations.
///
/// The files use disk space whether or not they are registered in the end.
final class StagingRoom: Sendable {
    private let limit: Int
    private let taken = Mutex<[String: Int]>([:])

    /// Creates a limit.
    ///
    /// - Parameter limit: The limit in bytes for each provider.
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
            "\(provider) is already registering \(present) bytes, and the limit for simultaneous registrations is \(limit). Register this file when those registrations are complete, and register fewer files in one batch.",
            file: file)
    }

    fileprivate func giveBack(_ bytes: Int, of provider: String) {
        taken.withLock { taken in
            let rest = taken[provider, default: 0] - bytes
            taken[provider] = rest > 0 ? rest : nil
        }
    }

    /// The bytes of one registration, which are released with the value.
    final class Share: Sendable {
        private let room: StagingRoom
        private let provider: String
        private let taken = Atomic(0)

        init(_ room: StagingRoom, provider: String) { (self.room, self.provider) = (room, provider) }

        deinit { room.giveBack(taken.load(ordering: .relaxed), of: provider) }

        /// Takes bytes from the limit.
        ///
        /// - Throws: `exceededResourceLimit` (106) if the provider reached the limit.
        func take(_ bytes: Int, file: String) throws(FontError) {
            try room.take(bytes, for: provider, file: file)
            taken.add(bytes, ordering: .relaxed)
        }

        /// Returns the bytes of a file that was removed.
        func giveBack(_ bytes: Int) {
            taken.subtract(bytes, ordering: .relaxed)
            room.giveBack(bytes, of: provider)
        }
    }
}
