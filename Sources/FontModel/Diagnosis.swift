/// The result of a self-check.
public struct Diagnosis: Sendable, Hashable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// A function does not work.
        case error
        /// A function may surprise the user or is slow.
        case warning
        /// Information for the user.
        case note
    }

    /// A single finding.
    public struct Finding: Sendable, Hashable, Codable {
        /// A stable name for scripts, such as `object-missing`.
        public var id: String
        public var severity: Severity
        /// The message and the advice with their values, which can be translated.
        package var text: Message
        package var adviceText: Message
        /// All files that the finding concerns, if the message names only some of them.
        public var files: [String]
        /// Whether the problem was repaired.
        public var isRepaired: Bool

        /// The description of the problem, in English.
        public var message: String { text.description }
        /// The advice for solving the problem, in English.
        public var advice: String { adviceText.description }

        /// The ``message`` in the language of this process, for people; see ``Message/localized``.
        public var localizedMessage: String { text.localized }
        /// The ``advice`` in the language of this process, for people; see ``Message/localized``.
        public var localizedAdvice: String { adviceText.localized }

        /// Whether a repair would solve the problem, or try to.
        public var isRepairable: Bool { !isRepaired && advice.contains("`fontctl doctor --repair`") }

        package init(
            id: String, severity: Severity, message: Message, advice: Message, files: [String] = [],
            isRepaired: Bool = false
        ) {
            self.id = id
            self.severity = severity
            text = message
            adviceText = advice
            self.files = files
            self.isRepaired = isRepaired
        }
    }

    /// A check, or a group of checks.
    public enum Check: String, Sendable, Hashable, Codable, CaseIterable {
        case filesAndPermissions = "files-and-permissions"
        case fontFolders = "font-folders"
        case database
        case storedFiles = "stored-files"
        case shownFiles = "shown-files"
        case configuration
        case visibleFonts = "visible-fonts"
        case sandboxes
        case service
    }

    /// The findings in the order of the checks.
    public var findings: [Finding]
    /// The checks that were made.
    public var checks: [Check]

    /// Whether no unrepaired finding is an error.
    public var isHealthy: Bool { !findings.contains { $0.severity == .error && !$0.isRepaired } }

    package init(findings: [Finding] = [], checks: [Check] = []) {
        self.findings = findings
        self.checks = checks
    }
}

extension Diagnosis.Finding: FieldRecord {
    package init() { self.init(id: "", severity: .note, message: "", advice: "") }

    package static let fields: [Field<Diagnosis.Finding>] = [
        .text("id", \.id),
        .word("severity", \.severity),
        .message("message", \.text, isSound: isDisplayedMessage),
        .message("advice", \.adviceText, isSound: isDisplayedMessage),
        .texts("files", \.files, isStated: true),
        .flag("repaired", \.isRepaired),
    ]
}

extension Diagnosis: FieldRecord {
    package init() { self.init(findings: []) }

    package static let fields: [Field<Diagnosis>] = [
        .derived("healthy", .flag) { .flag($0.isHealthy) },
        .records("findings", \.findings),
        .words("checked", \.checks),
    ]
}
