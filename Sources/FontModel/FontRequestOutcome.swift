/// What became of a request for one font.
public struct FontRequestOutcome: Sendable, Hashable {
    /// What became of it.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// Was there already.
        case resolved
        /// Was registered and disabled by whoever asks, and has been enabled.
        case activated
        /// A provider that announced the name supplied it, and it has been registered for whoever asked.
        ///
        /// Only the service on the bus asks providers; a manager that reaches no service knows of none.
        case provided
        /// Nobody has it.
        case notFound = "not-found"
        /// It is here but may not be activated; ``FontRequestOutcome/error`` says why.
        case declined
        /// The deadline passed before it was looked for.
        case timedOut = "timed-out"
    }

    /// The requested name.
    public var query: String
    /// What became of it.
    public var status: Status
    /// The font, if it can be used now.
    public var font: FontDescriptor?
    /// Why it was declined.
    public var error: FontError?

    public init(query: String, status: Status, font: FontDescriptor? = nil, error: FontError? = nil) {
        self.query = query
        self.status = status
        self.font = font
        self.error = error
    }
}
