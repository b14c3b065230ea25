import ArgumentParser
import FontRegistry
import Glibc

struct Doctor: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "fontctl",
        abstract: "Check and repair the font store.",
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

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> DiagnosisReport {
        if repair, context.isOfAllUsers { try context.registry().paths.refuseForeign() }
        let repaired = try repairOwnership(in: context)
        let manager = try await context.manager()
        var diagnosis = try await manager.diagnose(repair: repair)
        diagnosis.findings.insert(contentsOf: repaired, at: 0)
        if let service = await context.serviceState() {
            if let finding = service.finding { diagnosis.findings.append(finding) }
            diagnosis.checks.append(.service)
        }
        var report = DiagnosisReport(diagnosis: diagnosis)
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
        try StoreUser.become(owner)
        return repaired
    }
}
