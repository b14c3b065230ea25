import ArgumentParser
import CLinux
import FontRegistry
import Glibc

struct Doctor: StoreCommand {
    static let configuration = CommandConfiguration(
        "doctor", abstract: "Check and repair the font store.",
        discussion: """
            Compares the database, the stored files and the fonts that programs see, and checks whether fontd is \
            available on the session bus. It reads all stored files, and so finds damage that does not change their size. \
            Prints the problems and the checks; the last line says “healthy”, or the number of warnings, or what would \
            be repaired. With --repair it corrects the problems: a lost or damaged database is rebuilt from the stored \
            files, and the damaged one is moved aside. Exits with status 1 if problems remain.

            Files that belong to another user, for example after `sudo` with your HOME, can be returned to you by \
            root: `sudo env HOME="$HOME" fontctl doctor --repair`.

            Examples:
              fontctl doctor
              fontctl doctor --repair
            """)

    @Flag(help: "Repair the problems that are found.")
    var repair = false

    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        if repair, context.isOfAllUsers { try context.registry().paths.refuseForeign() }
        let repaired = try repairOwnership(in: context)
        let manager = try await context.manager()
        var diagnosis = try await manager.diagnose(repair: repair)
        diagnosis.findings.insert(contentsOf: repaired, at: 0)
        if let service = await context.serviceState() {
            if let finding = service.finding { diagnosis.findings.append(finding) }
            diagnosis.checks.append(.service)
        }
        var report = DiagnosisReport(diagnosis: diagnosis, isRepair: repair)
        if report.isWell { report.registrations = try await manager.registered() }
        report.columns = context.console.textColumns
        return report
    }

    /// Returns files in another user's store to that user and continues as that user, if the process runs as root.
    ///
    /// - Returns: The findings that were repaired.
    private func repairOwnership(in context: FontctlContext) throws(FontError) -> [Diagnosis.Finding] {
        guard context.service == nil, !context.isOfAllUsers, geteuid() == 0, let registry = try? context.registry(),
            let owner = registry.paths.storeOwner, owner != 0
        else { return [] }
        let repaired = OwnershipCheck(registry.paths)?.findings(repair: repair).filter(\.isRepaired) ?? []
        try Self.become(owner)
        return repaired
    }

    /// Drops root privileges permanently and continues as the owner of a store, so that root owns no files in it.
    ///
    /// - Throws: `registrationFailed` (301) if the system refuses.
    private static func become(_ owner: UInt32) throws(FontError) {
        let entry = getpwuid(owner)
        let group = entry?.pointee.pw_gid ?? owner
        let groups = entry.map { initgroups($0.pointee.pw_name, group) } ?? setgroups(0, nil)
        guard groups == 0, setgid(group) == 0, setuid(owner) == 0 else {
            throw FontError(
                .registrationFailed,
                "This process cannot act as \(FontPaths.name(of: owner)), who owns the store. Run it as that user.",
                cause: .store(.unavailable, detail: "setuid \(owner)"))
        }
        // The session of root is not the owner's.
        var status = stat()
        if let folder = getenv("XDG_RUNTIME_DIR"), stat(folder, &status) != 0 || status.st_uid != owner {
            unsetenv("XDG_RUNTIME_DIR")
        }
    }
}

/// The findings of the self-check.
struct DiagnosisReport: Report {
    var diagnosis: Diagnosis
    /// Whether the problems were to be repaired.
    var isRepair = false
    /// The registrations, for the summary if there are no problems.
    var registrations: [Registration] = []
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    /// Whether no finding needs an action.
    var isWell: Bool { diagnosis.findings.allSatisfy { $0.isRepaired || $0.severity == .note } }

    var json: JSON {
        let findings = diagnosis.findings.map { JSON($0).adding(("repairable", JSON($0.isRepairable))) }
        return [
            "healthy": JSON(diagnosis.isHealthy), "findings": .array(findings),
            "checked": JSON(diagnosis.checks.map(\.rawValue)), "changed": .bool(!changes.isEmpty),
        ]
    }

    var changes: [String] { diagnosis.findings.filter(\.isRepaired).map { "repaired \($0.id)" } }

    var text: TextOutput {
        var text = TextOutput()
        for finding in diagnosis.findings {
            text.paragraph(Self.line(finding), columns: columns)
            guard !finding.isRepaired, !finding.advice.isEmpty else { continue }
            text.paragraph(finding.localizedAdvice, after: "  ", indent: 2, columns: columns)
        }
        text.paragraph(checked, columns: columns)
        text.line(verdict)
        return text
    }

    private static func line(_ finding: Diagnosis.Finding) -> String {
        let text = "\(finding.localizedMessage) [\(finding.id)]"
        if finding.isRepaired { return tr("repaired: \(text)") }
        return switch finding.severity {
        case .error: tr("error: \(text)")
        case .warning: tr("warning: \(text)")
        case .note: tr("note: \(text)")
        }
    }

    /// The checks that were made, and the number of fonts.
    private var checked: String {
        let checks = diagnosis.checks.map { tr($0.name) }.joined(separator: ", ")
        guard isWell else { return tr("Checked: \(checks).") }
        let faces = registrations.flatMap(\.listedFaces).styleCount
        return tr("Checked: \(checks); \(counted(registrations.count, "registration")), \(counted(faces, "face")).")
    }

    /// The last line.
    private var verdict: String {
        let repairable = diagnosis.findings.filter(\.isRepairable).map(\.id)
        let ids = Set(repairable).sorted { repairable.firstIndex(of: $0) ?? 0 < repairable.firstIndex(of: $1) ?? 0 }
        guard ids.isEmpty else {
            let names = ids.joined(separator: ", ")
            return isRepair
                ? tr("could not be repaired: \(names)") : tr("`fontctl doctor --repair` would repair: \(names)")
        }
        guard diagnosis.isHealthy else { return tr("not healthy") }
        let warnings = diagnosis.findings.count { $0.severity == .warning && !$0.isRepaired }
        return warnings == 0 ? tr("healthy") : tr("no errors, \(counted(warnings, "warning"))")
    }

    var exitStatus: Int32 { diagnosis.isHealthy ? ExitStatus.done : ExitStatus.failed }
}

extension Diagnosis.Check {
    /// The name of a check.
    fileprivate var name: Message {
        switch self {
        case .filesAndPermissions: "files and permissions"
        case .fontFolders: "font folders"
        case .database: "database"
        case .storedFiles: "stored files"
        case .shownFiles: "shown files"
        case .configuration: "configuration"
        case .visibleFonts: "visible fonts"
        case .sandboxes: "sandboxes"
        case .service: "service"
        }
    }
}
