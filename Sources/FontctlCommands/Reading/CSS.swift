import ArgumentParser
import DesktopSettings
import FontAdvice
import FontRegistry
import ReaderFonts

struct CSS: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "css", _superCommandName: "fontctl",
        abstract: "Print style sheets for web pages and toolkits.",
        discussion: """
            For families it prints `@font-face` rules, with which a web page uses exactly the files that fontd found. \
            With roles (interface, body, heading, code) it adds the style sheet of a reader app, which uses these \
            rules. The font of a role is a family, or a key with alternatives: \
            \(FamilyKey.reading.map(\.key).joined(separator: ", ")).

            Pages that are opened as files can load font files. Pages from other origins need --inline, which embeds \
            the fonts in the rules. With --text the families form a chain: each is used for the characters that the \
            previous ones lack.

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

    @Option(name: .shortAndLong, help: "Output format: css, gtk or pango.")
    var format = WordArgument(FamilyStyleSheet.Format.css)

    @Flag(help: "Embed the fonts in the rules.")
    var inline = false

    @Option(help: ArgumentHelp("Limit the style sheet to the characters of this text.", valueName: "text"))
    var text: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !families.isEmpty || !role.isEmpty else {
            throw ValidationError("Specify a family, or a role and its font: fontctl css --role body=literata")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> StyleSheetReport {
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        let desktop = role.isEmpty ? DesktopAppearance() : await context.desktop()
        let check = await StoredFileCheck(manager, in: context)
        let sheet = try await manager.styleSheet(
            of: families.map(\.text), roles: role.map(\.font), format: format.value,
            as: inline ? .data : .file, limitedTo: text, desktop: desktop, without: check.unusable)
        var report = StyleSheetReport(sheet: sheet)
        report.failures = check.failures
        report.unusableNames = check.unusableNames
        report.suggestions = await manager.nearNames(
            to: sheet.fonts.missing, in: families.map(\.text), areFamilies: true)
        return report
    }
}

/// A typed role with its font, such as `body=literata`.
struct RoleArgument: ExpressibleByArgument, Sendable, Hashable {
    var font: FamilyStyleSheet.RoleFont

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let role = ReaderStyleSheet.Role(rawValue: parts[0].lowercased()) else { return nil }
        font = .init(role, String(parts[1]))
    }
}
