import FontModel
import Synchronization

/// The characters of registered fonts that were looked up before.
///
/// A registration's id depends on the content of its file, so an entry never becomes wrong.
package final class KnownCoverages: Sendable {
    private struct Key: Hashable {
        var registration: String
        var face: Int
    }

    /// The maximum number of entries, after which all are dropped.
    private static let capacity = 4_096

    private let known = Mutex<[Key: CharacterCoverage]>([:])

    package init() {}

    /// Returns the characters of a registered font, which `read` looks up if they are unknown.
    ///
    /// A font that is gone may return under the same id, so nothing is kept of it.
    package func coverage(
        of font: FontDescriptor, read: (FontDescriptor) async throws(FontError) -> CharacterCoverage?
    ) async throws(FontError) -> CharacterCoverage? {
        guard case .registered(let id, _, _, _, _) = font.origin else { return nil }
        let key = Key(registration: id, face: font.face.index)
        if let coverage = known.withLock({ $0[key] }) { return coverage }
        guard let coverage = try await read(font) else { return nil }
        known.withLock { known in
            if known.count >= Self.capacity { known = [:] }
            known[key] = coverage
        }
        return coverage
    }
}
