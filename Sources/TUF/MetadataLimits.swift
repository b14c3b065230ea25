/// The greatest sizes and counts of metadata.
public enum MetadataLimits {
    /// The bytes of a root.
    public static let root = 512_000
    /// The bytes of a timestamp.
    public static let timestamp = 16_384
    /// The bytes of a snapshot that does not state its length.
    public static let snapshot = 2_000_000
    /// The bytes of targets that do not state their length.
    public static let targets = 5_000_000
    /// The roots that one update follows.
    public static let rootSteps = 256
    /// The roles that one search for a target visits.
    public static let visitedRoles = 32
}
