import ArgumentParser
import FontAdvice
import FontRegistry

struct Adopt: ChangingCommand {
    static let configuration = CommandConfiguration(
        "adopt", abstract: "Register fonts that were copied into font folders by hand.",
        discussion: """
            Registers the fonts in ~/.local/share/fonts and ~/.fonts, including those that font-manager and KDE put \
            there, so that you can disable and unregister them. The original files are then moved to the trash; \
            `fontctl undo` restores them.

            License texts in subfolders are copied for `fontctl licenses`; the originals stay where they are.

            Files with the same contents are registered once. If several fonts have the same name, only one is \
            enabled: the one that is registered already, or else the one with the most styles, or else the newest. \
            Fonts that KDE has disabled, and files that you have hidden as a whole, by `fontctl disable` or by a rule of \
            fontconfig, stay disabled. Collections that you have hidden in part, links, files of other users, archives, \
            damaged files and files in other formats stay where they are. `fontctl register` reads archives.

            Examples:
              fontctl adopt --dry-run
              fontctl adopt
              fontctl adopt --yes ~/.local/share/fonts/Unsorted
            """)

    @Argument(
        help: ArgumentHelp("Folders in your home. (default: the font folders)", valueName: "folder"),
        completion: .directory)
    var folders: [PathArgument] = []

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        let folders = try context.absolute(folders)
        if !yes || isDryRun {
            let plan = report(try await manager.adopt(in: folders, isDryRun: true), in: context)
            if isDryRun || plan.report.fonts.isEmpty { return plan }
            try confirm(plan, in: context)
        }
        return report(try await manager.adopt(in: folders, isDryRun: false), in: context)
    }

    private func report(_ report: AdoptionReport, in context: FontctlContext) -> AdoptReport {
        let unknown = report.left.filter { $0.code == .unrecognizedFormat }.compactMap(\.file)
        return AdoptReport(
            report: report, isDryRun: isDryRun, terminal: context.terminal,
            archives: Set(unknown.filter(PackedFile.isReadable)))
    }

    /// Shows what would be done, and asks.
    private func confirm(_ plan: AdoptReport, in context: FontctlContext) throws(FontError) {
        if context.console.isErrorTerminal {
            var shown = plan
            shown.isDryRun = true
            shown.terminal = .init(columns: context.console.errorColumns(), isColored: false)
            context.console.writeError(context.console.shown(shown.text.document))
        }
        let count = counted(plan.report.fonts.reduce(0) { $0 + $1.files.count }, "file")
        let question: Message = "Register these fonts, and move \(count) to the trash?"
        let advice: Message =
            "Preview the change with `fontctl adopt --dry-run`, and confirm it with `fontctl adopt --yes`."
        try context.confirm(question, affecting: count, advice: advice)
    }
}

/// The fonts of font folders that were adopted, with their duplicates.
struct AdoptReport: Report {
    var report: AdoptionReport
    /// Whether nothing was changed: the report says what would be done.
    var isDryRun = false
    /// The terminal; nil if the paths are not cut.
    var terminal: FittedTable.Terminal?
    /// The paths of archives that stay where they are.
    var archives: Set<String> = []

    var json: JSON {
        let results = report.fonts.map { font -> JSON in
            let registration = font.registration
            let document: JSON = [
                "status": font.wasRegistered ? "already-registered" : "registered",
                "enabled": .bool(registration.isEnabled), "reason": JSON(font.reason?.word),
                "id": .string(registration.id), "path": JSON(registration.path),
                "revision": .number(font.revision), "faces": JSON.faces(registration),
                "files": .array(font.files.map(Self.file)),
                "inUseBy": JSON(font.inUseBy),
            ]
            guard case .nameTaken(let name, let file, let revision) = font.reason else { return document }
            return document.adding(
                ("other", ["file": .string(file), "postscriptName": .string(name), "revision": .number(revision)]))
        }
        return [
            "generation": JSON(report.generation), "changed": .bool(isChanged),
            "operation": report.operation.map { JSON($0) }, "results": .array(results),
            "left": .array(report.left.map(SkippedFiles.document)), "dryRun": isDryRun ? .bool(true) : nil,
        ]
    }

    /// Whether a font was registered or a file was moved.
    private var isChanged: Bool {
        !isDryRun && report.fonts.contains { !$0.wasRegistered || $0.files.contains(where: \.isMoved) }
    }

    private static func file(_ file: AdoptedFont.File) -> JSON {
        [
            "file": .string(file.path), "moved": .bool(file.isMoved), "code": JSON(file.error?.code.rawValue),
            "message": JSON(file.error?.advisedMessage),
        ]
    }

    var text: TextOutput {
        guard !report.fonts.isEmpty else { return TextOutput([[tr("No fonts to adopt were found.")]]) }
        var rows: [(status: String, names: String, path: String, remark: String)] = []
        for font in report.fonts {
            let status: FontOutcome.Status = font.wasRegistered ? .alreadyRegistered : .registered
            let words = SummaryReport.words(status, isDryRun: isDryRun)
            rows.append(
                (
                    tr(font.registration.isEnabled ? words : Message([words, "disabled"], separator: ", ")),
                    font.registration.faces.namesText, font.files[0].path, font.remark
                ))
            rows += font.files.dropFirst().map { ("  " + tr("same bytes"), "", $0.path, "") }
        }
        // The name of the file remains in a narrow terminal.
        let cells = rows.map { row -> [String] in
            guard terminal != nil else { return [row.status, row.names, row.path, row.remark] }
            let file = row.path.split(separator: "/").last.map(String.init) ?? row.path
            return [row.status, row.names, file, row.remark, String(row.path.dropLast(file.count + 1))]
        }
        let header = [tr("STATUS"), tr("FONT"), tr("FILE"), tr("REMARK"), tr("FOLDER")]
        var text = TextOutput(cells, under: header, on: terminal)
        let moved = report.fonts.reduce(0) { $0 + $1.files.count(where: \.isMoved) }
        if moved > 0 { text.paragraph(tr(.filesMoved(moved)), columns: terminal?.columns) }
        return text
    }

    /// The errors of files that could not be moved.
    private var failed: [FontError] { report.fonts.flatMap { $0.files.compactMap(\.error) } }

    /// The line about archives; none without any.
    private var archivesLine: [String] {
        guard let first = archives.min() else { return [] }
        let command = ShellWords.line(["fontctl", "register"], operands: [first])
        let line = Message(
            for: archives.count, one: "\(archives.count) archive stays where it is. `\(command)` reads it.",
            many: "\(archives.count) archives stay where they are. `\(command)` reads the first of them.")
        return [tr(line)]
    }

    var diagnostics: [String] {
        let open = Dictionary(grouping: report.fonts.flatMap(\.inUseBy)) { $0 }
        let left = report.left.filter { !archives.contains($0.file ?? "") }
        return (left + failed).map(SkippedFiles.line) + archivesLine
            + open.sorted { $0.key.processIdentifier < $1.key.processIdentifier }.map { user, fonts in
                tr(
                    "\(user.program) (pid \(user.processIdentifier)) has \(counted(fonts.count, "moved file")) open. Restart it, so that it finds the font at the new path."
                )
            }
    }

    /// Files of other formats, links and files that the user hides in part are no failures.
    var exitStatus: Int32 {
        let isDone =
            failed.isEmpty
            && report.left.allSatisfy { [.unrecognizedFormat, .invalidFilePath, .insufficientInfo].contains($0.code) }
        return isDone ? ExitStatus.done : ExitStatus.failed
    }
}

extension AdoptedFont {
    /// The reason for which the font is disabled, in words.
    fileprivate var remark: String {
        guard case .nameTaken(let name, let file, let other) = reason else {
            return reason == .hidden ? tr("its file is hidden") : ""
        }
        guard other != revision else { return tr("\(file) also has the name \(name)") }
        let (own, theirs) = (decimal(revision, places: 3), decimal(other, places: 3))
        return other > revision
            ? tr("older revision \(own) of \(name); \(theirs) is enabled: \(file)")
            : tr("newer revision \(own) of \(name); \(theirs) is enabled: \(file)")
    }
}

extension Message {
    /// The number of files that are in the trash now.
    static func filesMoved(_ count: Int) -> Message {
        Message(
            for: count, one: "\(count) file moved to the trash; `fontctl undo` restores it",
            many: "\(count) files moved to the trash; `fontctl undo` restores them")
    }
}
