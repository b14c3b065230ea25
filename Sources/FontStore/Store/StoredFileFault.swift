/// A fault of the files of a registration.
package enum StoredFileFault: String, Sendable, Hashable, CaseIterable {
    /// The stored file does not exist.
    case missing
    /// The stored file has other bytes than the registered ones.
    case damaged
    /// The font folder lacks the file, or has another one in its place.
    case notShown = "not-shown"
}
