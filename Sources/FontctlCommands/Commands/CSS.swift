import ArgumentParser
import DesktopSettings
import FontAdvice
import FontRegistry
import ReaderFonts

struct CSS: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "css", _superCommandName: "fontctl",
        abstract: "Print style sheets by which pages and toolkits show families.",
        discussion: """
            For families it prints rules `@font-face`, by which a web page shows the very files that fontd found. With \
            roles (interface, body, heading, code) it adds the style sheet of a reader, which uses them. A role has a \
            family, or a key with stand-ins: \(FamilyKey.reading.map(\.key).joined(separator: ", ")).

            Pages from files load files; pages from other origins need --inline, which puts the fonts into the rules. With \
            --text the families are a chain: each is used for the characters that those before it lack.

            Examples:
              fontctl css Literata > literata.css
              fontctl css --role body=literata --role code=monospace --inline
              fontctl css Literata "Klee One" --text "Aあ"
              fontctl css --role body=literata --format gtk
            """)

    @Argument(help: ArgumentHelp("Families.", valueName: "family"), completion: .families)
    var families: [NameArgument] = []

    @Option(help: ArgumentHelp("A role and its font: ROLE=FAMILY or ROLE=KEY.", valueName: "role=font"))
    var role: [RoleArgument] = []

    @Option(name: .shortAndLong, help: "The reader of the style sheet: css, gtk or pango.")
    var format = StyleSheetFormat.css

    @Flag(help: "Put the fonts into the rules.")
    var inline = false

    @Option(help: ArgumentHelp("Only what this text needs.", valueName: "text"))
    var text: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !families.isEmpty || !role.isEmpty else {
            throw ValidationError("Name a family, or a role and its font: fontctl css --role body=literata")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> StyleSheetReport {
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        let desktop = role.isEmpty ? DesktopAppearance() : await context.desktop()
        let sheet = try await manager.styleSheet(
            of: families.map(\.text), roles: role.map(\.font), format: format.format,
            as: inline ? .data : .file, limitedTo: text, desktop: desktop)
        var report = StyleSheetReport(sheet: sheet)
        report.suggestions = await manager.nearNames(
            to: sheet.fonts.missing, in: families.map(\.text), areFamilies: true)
        return report
    }
}
