/// What became of one item of an operation.
public struct FontOutcome: Sendable, Hashable {
    /// The result of the request.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// Registered anew.
        case registered
        /// The same content was registered already (105); nothing to do. Benign.
        case alreadyRegistered = "already-registered"
        /// Registered in place of an older file with the same PostScript name.
        case replaced
        /// Taken out of the registry.
        case unregistered
        /// Can be matched now.
        case enabled
        /// Can no longer be matched.
        case disabled
        /// Was in the requested state already. Benign.
        case unchanged
        /// Failed; ``FontOutcome/error`` says why.
        case failed
        /// Not registered: the operation was stopped or, when atomic, another item failed; or the batch has the same fonts
        /// in another form, which was taken (``FontOutcome/takenInstead``). The last is benign.
        case skipped
    }

    /// The file or the name as given.
    public var item: String
    /// The result of the request.
    public var status: Status
    /// Why it failed; for ``Status/alreadyRegistered`` the 105 that tells of the earlier registration.
    public var error: FontError?
    /// The registration after the operation (before it, for ``Status/unregistered``).
    public var registration: Registration?
    /// The programs that have the file open that is shown no longer, and go on showing it until they are started again.
    ///
    /// Looked for only where the context asks for it; incomplete by nature, since many programs read a file and close it.
    public var inUseBy: [FontUser]
    /// The file of the batch that holds the same fonts in another form and was taken instead; nil for all that was not
    /// ``Status/skipped`` for it.
    public var takenInstead: String?

    public init(
        item: String, status: Status, error: FontError? = nil, registration: Registration? = nil,
        inUseBy: [FontUser] = [], takenInstead: String? = nil
    ) {
        self.item = item
        self.status = status
        self.error = error
        self.registration = registration
        self.inUseBy = inUseBy
        self.takenInstead = takenInstead
    }

    /// Whether the requested state holds.
    public var isSuccess: Bool {
        switch status {
        case .failed: false
        case .skipped: takenInstead != nil
        case .registered, .alreadyRegistered, .replaced, .unregistered, .enabled, .disabled, .unchanged: true
        }
    }
}

/// What became of every item of an operation, in the order given.
public struct FontSummary: Sendable, Hashable {
    /// The store's generation after the operation.
    public var generation: Int64
    /// One outcome per item.
    public var outcomes: [FontOutcome]
    /// Whether the operation was stopped before its end.
    ///
    /// What was done stays done.
    public var wasStopped: Bool
    /// Files that the search of a folder passed over although there may be fonts in them, counted by kind: the raw value of
    /// a ``FontFormat`` that cannot be registered, or of an ``ArchiveFormat``.
    public var passedOver: [String: Int] = [:]

    public init(generation: Int64, outcomes: [FontOutcome], wasStopped: Bool = false) {
        self.generation = generation
        self.outcomes = outcomes
        self.wasStopped = wasStopped
    }

    /// Whether every item reached the requested state.
    public var isSuccess: Bool { outcomes.allSatisfy(\.isSuccess) }

    /// The errors, one per item that failed.
    public var errors: [FontError] { outcomes.filter { $0.status == .failed }.compactMap(\.error) }

    /// The registrations of the items that succeeded.
    public var registrations: [Registration] { outcomes.filter(\.isSuccess).compactMap(\.registration) }
}
