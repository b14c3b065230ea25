import ArgumentParser
import FontRegistry

struct Doctor: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "fontctl",
        abstract: "Check the font store, and repair it.",
        discussion: """
            Compares the database, the stored files and what programs see, and looks whether the session bus has fontd. With --repair it puts right what it can: a \
            lost or damaged database is rebuilt from the stored files, and the damaged one is kept aside. Ends with \
            status 1 while something does not work.

            Examples:
              fontctl doctor
              fontctl doctor --repair
            """)

    @Flag(help: "Put right what can be.")
    var repair = false

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> DiagnosisReport {
        var diagnosis = try await context.manager().diagnose(repair: repair)
        if let finding = await context.serviceFinding() { diagnosis.findings.append(finding) }
        return DiagnosisReport(diagnosis: diagnosis)
    }
}
