import ArgumentParser
import DesktopSettings
import FontAdvice
import FontRegistry
import ReaderFonts

struct CSS: FontctlCommand {
    static let configuration = CommandConfiguration(
        "css", abstract: "Print style sheets for web pages and toolkits.",
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
    var format = FamilyStyleSheet.Format.css

    @Flag(help: "Embed the fonts in the rules.")
    var inline = false

    @Option(help: ArgumentHelp("Limit the style sheet to the characters of this text.", valueName: "text"))
    var text: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !families.isEmpty || !role.isEmpty else {
            throw ValidationError(message: "Specify a family, or a role and its font: fontctl css --role body=literata")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        let desktop = role.isEmpty ? DesktopAppearance() : await context.desktop()
        let check = await StoredFileCheck(manager, in: context)
        let sheet = try await manager.styleSheet(
            of: families.map(\.text), roles: role.map(\.font), format: format,
            as: inline ? .data : .file, limitedTo: text, desktop: desktop, without: check.unusable)
        let near = await manager.nearNames(to: sheet.fonts.missing, in: families.map(\.text), areFamilies: true)
        return StyleSheetReport(
            sheet: sheet, suggestions: near,
            failures: check.failures + sheet.fonts.unsupported.compactMap(FontError.refusal),
            unusableNames: check.unusableNames)
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

/// A style sheet that shows families.
struct StyleSheetReport: Report {
    var sheet: FamilyStyleSheet
    /// Similar names for families without fonts.
    var suggestions: [String: [String]] = [:]
    /// The errors of registered fonts whose files are damaged or missing, and of files in formats that pages do not load.
    var failures: [FontError] = []
    /// The names of which no font can be used because of that.
    var unusableNames: Set<String> = []

    var isDocument: Bool { true }

    private var fonts: PageFonts { sheet.fonts }

    var json: JSON {
        [
            "css": .string(sheet.document), "missing": JSON(fonts.missing),
            "uncovered": .string(fonts.uncovered), "restricted": JSON(fonts.restricted),
            "substituted": JSON(sheet.substitutions),
            "withheld": JSON.withheld(sheet.withheld.values.sorted { $0.name < $1.name }),
            "failures": SkippedFiles.documents(failures),
        ]
    }

    var text: TextOutput {
        var output = TextOutput()
        output.lines(sheet.document.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
        return output
    }

    var diagnostics: [String] {
        var lines = failures.failureLines
        lines += fonts.missing.filter { !unusableNames.contains($0) }.map { name in
            LicensePage.missing(name, near: suggestions[name], withheld: sheet.withheld[name])
        }
        lines += sheet.substitutions.map { item in
            let (wanted, found) = (item.wanted, item.found)
            let instead = found.family ?? found.generic.rawValue
            if found.note != .standIn, let reason = sheet.withheld[wanted.key] {
                return tr(
                    "\(wanted.role.rawValue): “\(wanted.key)” cannot be used. “\(instead)” is used instead. \(reason.explanation)"
                )
            }
            return found.note == .standIn
                ? tr("\(wanted.role.rawValue): “\(instead)” is used for \(wanted.key).")
                : tr(
                    "\(wanted.role.rawValue): no font of “\(wanted.key)” is available, so “\(instead)” is used. Register one, or specify another family."
                )
        }
        lines += fonts.restricted.map {
            tr("\($0) does not allow embedding (OS/2.fsType). Omit --inline, or use another family.")
        }
        lines += sheet.unnameable.map {
            tr("Pango cannot name the family “\($0)”, as its lists are divided at commas. Use --format gtk.")
        }
        if !fonts.uncovered.isEmpty { lines.append(tr("No font of these families has: \(fonts.uncovered)")) }
        return lines
    }

    var exitStatus: Int32 {
        let isComplete =
            failures.isEmpty && fonts.missing.isEmpty && fonts.restricted.isEmpty && sheet.unnameable.isEmpty
            && sheet.substitutions.allSatisfy { $0.found.note == .standIn }
        return isComplete ? ExitStatus.done : ExitStatus.failed
    }
}
