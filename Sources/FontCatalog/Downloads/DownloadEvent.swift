package import FontModel

/// How far a download is.
package struct DownloadProgress: Sendable, Hashable {
    /// The bytes that have arrived; never fewer than before.
    package var received: Int64
    /// The bytes to fetch.
    package var total: Int64
}

/// What happens during a download.
package enum DownloadEvent: Sendable {
    /// Another process downloads a file of the family; its result is used.
    case waiting(family: String)
    /// Bytes arrived, at least 1 % of all since the last report, or the last ones.
    case progress(family: String, DownloadProgress)
    /// A server failed; the file is asked for again after a pause, or elsewhere.
    case retrying(family: String, after: Duration, FontError)
}

/// What a download of a family did.
package struct DownloadResult: Sendable {
    /// A file that was fetched.
    package struct Fetched: Sendable, Hashable {
        /// The SHA-256 of the font.
        package var sha256: String
        /// The address that served it.
        package var address: String
        /// The bytes that were fetched now; fewer than the size if a part was there.
        package var bytes: Int64
    }

    /// The recorded origin; nil if all fonts were registered by others before.
    package var origin: DownloadOrigin?
    /// The outcome of each font that was registered; none if all were present.
    package var outcomes: [FontOutcome]
    /// The number by which the user can undo the registration; nil if nothing was registered, or not for a person.
    package var operation: Int64?
    package var fetched: [Fetched]
}
