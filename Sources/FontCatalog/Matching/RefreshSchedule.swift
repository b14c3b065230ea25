package import TUF

/// The rule by which catalogues are refreshed: when something asks and the last refresh is a day old.
///
/// The day is up to three hours longer, by the time of the last refresh and the catalogue, so that the clients that a
/// publisher's news brought at one time do not come back at one time.
package enum RefreshSchedule {
    private static let day: Int64 = 86_400
    private static let jitter: UInt64 = 3 * 3_600

    /// Whether a catalogue is due for a refresh.
    ///
    /// - Parameter refreshed: The time of the last refresh, in seconds since 1970; nil before the first one.
    package static func isDue(_ address: CatalogAddress, refreshed: Int64?, at now: Timestamp) -> Bool {
        guard let refreshed else { return true }
        // A clock that was set back must not end the refreshes.
        guard refreshed <= now.seconds else { return refreshed - now.seconds > day }
        return now.seconds - refreshed >= day + delay(address, refreshed)
    }

    /// The part of the jitter: seconds, the same for one catalogue and one time.
    package static func delay(_ address: CatalogAddress, _ refreshed: Int64) -> Int64 {
        let digest = Digest.sha256(Array("\(address.root) \(refreshed)".utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(number % jitter)
    }
}
