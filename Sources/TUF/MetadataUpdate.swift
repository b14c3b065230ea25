/// An update of metadata, step by step: the caller fetches the file that ``next`` names and hands its bytes over.
///
/// The update does no I/O. Of the copies that were stored at earlier updates it makes use as the specification says:
/// they may have expired, and still later documents must not be older.
///
/// ```swift
/// var update = try MetadataUpdate(root: root, stored: stored, now: now)
/// while let request = update.next {
///     let bytes = try fetch(request.fileName, atMost: request.limit)   // nil: there is no such file
///     if let accepted = try update.supply(bytes) { try store(accepted) }
/// }
/// ```
public struct MetadataUpdate: Sendable {
    /// Metadata that was accepted earlier, byte for byte.
    public struct Stored: Sendable {
        public var timestamp: [UInt8]?
        public var snapshot: [UInt8]?
        public var targets: [UInt8]?

        public init(timestamp: [UInt8]? = nil, snapshot: [UInt8]? = nil, targets: [UInt8]? = nil) {
            self.timestamp = timestamp
            self.snapshot = snapshot
            self.targets = targets
        }
    }

    /// A file that the update needs.
    public struct Request: Sendable, Hashable {
        /// The name below the folder of metadata, in the form of an address.
        public let fileName: String
        /// The greatest number of bytes.
        public let limit: Int
        /// Whether the file may be absent, as the next root is until there is one.
        public let isOptional: Bool
    }

    /// Metadata to store: it replaces the copy of the role.
    public struct Accepted: Sendable {
        /// The role: `root`, `timestamp`, `snapshot` or `targets`.
        public let role: String
        public let bytes: [UInt8]
    }

    private enum Step: Sendable {
        case root, timestamp, snapshot, targets, done
    }

    /// What is trusted so far.
    public private(set) var trusted: TrustedMetadata
    private let stored: Stored
    private var step = Step.root
    private var roots = 0

    /// Begins an update.
    ///
    /// - Parameters:
    ///   - root: The trusted root: the newest that was stored, or the one that came with the address.
    ///   - stored: The other metadata of the last update.
    ///   - now: The time, with which dates of expiry are compared.
    public init(root: [UInt8], stored: Stored = Stored(), now: Timestamp) throws(TrustError) {
        trusted = try TrustedMetadata(root: root, now: now)
        self.stored = stored
    }

    /// The next file to fetch; nil if the update is complete.
    public var next: Request? {
        switch step {
        case .root:
            Request(fileName: "\(trusted.rootVersion + 1).root.json", limit: MetadataLimits.root, isOptional: true)
        case .timestamp: Request(fileName: "timestamp.json", limit: MetadataLimits.timestamp, isOptional: false)
        case .snapshot: trusted.snapshotFile
        // A snapshot without `targets` is not accepted.
        case .targets: try? trusted.file(of: "targets")
        case .done: nil
        }
    }

    /// Takes the bytes of the file that ``next`` names.
    ///
    /// - Parameter bytes: The file; nil if there is none.
    /// - Returns: Metadata to store before the next step; nil if the trusted one stays.
    /// - Throws: The reason for which it is refused. What was accepted before stays so; the update is at its end.
    public mutating func supply(_ bytes: [UInt8]?) throws(TrustError) -> Accepted? {
        guard let request = next else { return nil }
        guard let bytes else {
            guard request.isOptional else { throw .missing(name: request.fileName) }
            endRoots()
            return nil
        }
        guard bytes.count <= request.limit else { throw .tooLong(name: request.fileName, limit: request.limit) }
        switch step {
        case .root:
            try trusted.update(root: bytes)
            roots += 1
            if roots == MetadataLimits.rootSteps { endRoots() }
            return Accepted(role: "root", bytes: bytes)
        case .timestamp:
            let isNew = try trusted.update(timestamp: bytes)
            beginSnapshot()
            return isNew ? Accepted(role: "timestamp", bytes: bytes) : nil
        case .snapshot:
            try trusted.update(snapshot: bytes, isStored: false)
            beginTargets()
            return Accepted(role: "snapshot", bytes: bytes)
        case .targets:
            try trusted.update(targets: bytes, of: "targets", delegatedBy: "root")
            step = .done
            return Accepted(role: "targets", bytes: bytes)
        case .done: return nil
        }
    }

    /// Ends the search for roots, and takes the stored timestamp: if it is not valid any more, it still tells which ones
    /// are older.
    ///
    /// No step from one role to the next may fail, or what was accepted would not be stored.
    private mutating func endRoots() {
        step = .timestamp
        if let bytes = stored.timestamp { _ = try? trusted.update(timestamp: bytes) }
    }

    private mutating func beginSnapshot() {
        step = .snapshot
        guard let bytes = stored.snapshot else { return }
        do { try trusted.update(snapshot: bytes, isStored: true) } catch { return }
        beginTargets()
    }

    private mutating func beginTargets() {
        step = .targets
        guard let bytes = stored.targets else { return }
        do { try trusted.update(targets: bytes, of: "targets", delegatedBy: "root") } catch { return }
        step = .done
    }
}
