/// What a self-check found.
public struct Diagnosis: Sendable, Hashable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// Something does not work.
        case error
        /// Something will surprise, or costs time.
        case warning
        /// Good to know.
        case note
    }

    /// One thing found.
    public struct Finding: Sendable, Hashable, Codable {
        /// A stable name for scripts, such as `object-missing`.
        public var id: String
        public var severity: Severity
        /// What is wrong.
        public var message: String
        /// What to do about it.
        public var advice: String
        /// Whether it has been put right.
        public var isRepaired: Bool

        public init(id: String, severity: Severity, message: String, advice: String, isRepaired: Bool = false) {
            self.id = id
            self.severity = severity
            self.message = message
            self.advice = advice
            self.isRepaired = isRepaired
        }
    }

    /// Everything found, in the order in which it was looked for.
    public var findings: [Finding]

    /// Whether nothing is left that does not work.
    public var isHealthy: Bool { !findings.contains { $0.severity == .error && !$0.isRepaired } }

    public init(findings: [Finding] = []) { self.findings = findings }
}
