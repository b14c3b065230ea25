package import FontModel
import Foundation
package import TUF

/// The last refresh of a catalogue on a server, if it failed: within an hour it is not repeated unless a person asks for it,
/// so that programs which ask for fonts do not ask a server that is down again and again.
extension CatalogCopy {
    static let failed = "failed.json"
    /// The time in which a failed refresh is not repeated, in seconds.
    private static let pause: Int64 = 3_600

    /// A refresh that failed.
    private struct Failure: Codable {
        /// When, in seconds since 1970.
        var date: Int64
        var error: FontError
    }

    /// Why a refresh failed less than an hour ago; nil if none did.
    package func recentFailure(at now: Timestamp) -> FontError? {
        guard let bytes = try? trustedFile(Self.failed),
            let failure = try? JSONDecoder().decode(Failure.self, from: Data(bytes)),
            (0..<Self.pause).contains(now.seconds - failure.date)
        else { return nil }
        return failure.error
    }

    /// Notes that a refresh failed; one that was cancelled, or of a folder of this machine, may be repeated at once.
    func noteFailure(_ error: FontError, at now: Timestamp) {
        guard !address.isFolder, error.code != .cancelledByUser,
            let bytes = try? JSONEncoder().encode(Failure(date: now.seconds, error: error))
        else { return }
        // Without the note the next match tries again.
        try? keepTrusted([UInt8](bytes), Self.failed)
    }
}
