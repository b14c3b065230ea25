import ArgumentParser
import FontAdvice
import FontRegistry
import Glibc

struct Register: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "register", abstract: "Register font files.",
        discussion: """
            Copies the files into your font store and makes them visible to every program immediately. A folder is \
            searched recursively for TrueType and OpenType files and collections. The original files are not needed \
            afterwards.

            Archives (.zip, .7z, .tar and compressed .tar) are read in a sandboxed process, whether they are \
            specified or found in a folder. Their fonts are listed as ARCHIVE/PATH. A damaged or incomplete archive \
            is refused as a whole; in a folder it is only reported.

            Registering the same content again changes nothing, but enables the font if it is disabled. Another font \
            with the same PostScript name is refused unless you pass --replace, and an older revision of it unless \
            you pass --allow-downgrade, too. Running programs that may open the replaced file again can use it until \
            they end; it is hidden from other programs.

            Many folders contain a family in two forms: a variable file, and static files of its styles. Only one \
            form is registered, the variable file unless you pass --prefer static; the other files are reported as \
            another form. If the static files lack some of the styles, the variable file is registered in any case. \
            Of an .otf and a .ttf file with the same faces, the newer one is registered; if neither is newer, the \
            .ttf file.

            The license texts in a folder or an archive are kept with its fonts, for `fontctl licenses`. For a single \
            file, the texts beside it are kept if its folder contains only texts and fonts of one family, according \
            to their file names.

            With --unwrap, files packed for the web (.woff, .woff2) are unwrapped in a sandboxed process.

            Ctrl-C stops the command: completed files stay registered, and the exit status is 130.

            Examples:
              fontctl register ~/Downloads/Lora
              fontctl register ~/Downloads/Lora.zip
              fontctl register --replace Lora-Regular.ttf Lora-Bold.ttf
              fontctl register --scope session --tag talk Slides.otf
            """)

    @Argument(help: ArgumentHelp("Font files, archives, or folders to search.", valueName: "file-or-folder"))
    var files: [PathArgument]

    @Option(help: "Lifetime: until you log out (session), or until you unregister the font (persistent).")
    var scope = ScopeArgument.persistent

    @OptionGroup var provider: ProviderOption

    @Flag(help: "Register without showing the fonts to programs; `fontctl enable` does that later.")
    var disabled = false

    @Flag(help: "Replace registered fonts with the same PostScript name.")
    var replace = false

    @Flag(help: "With --replace: accept fonts with a lower revision.")
    var allowDowngrade = false

    @OptionGroup var removal: RemovalOption

    @Flag(help: "Register all files or none.")
    var atomic = false

    @Flag(help: "Unwrap files packed for the web (WOFF, WOFF2).")
    var unwrap = false

    @Option(help: "The form to register if a family has a variable file and static files.")
    var prefer = FontForm.variable

    @Option(
        help: ArgumentHelp(
            "A collection for the fonts; with --replace it takes the place of earlier tags.",
            valueName: "tag"), completion: .tags)
    var tag: String?

    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func validate() throws {
        if allowDowngrade, !replace {
            throw ValidationError(message: "--allow-downgrade requires --replace.")
        }
        if removal.now, !replace { throw ValidationError(message: "--now requires --replace.") }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        // An invalid URL fails without affecting the other files.
        let sources = try files.map { file throws(FontError) -> FontSource in
            if let url = PathArgument.url(file.text) { .url(url) } else { .path(try context.absolute(file.text)) }
        }
        let manager = try await context.manager(provider: provider.provider?.text)
        if geteuid() == 0, context.service == nil, !context.isOfAllUsers,
            try context.registry().paths.storeOwner == 0, let user = context.variables["SUDO_USER"],
            !["", "root"].contains(user)
        {
            context.warn(
                tr("These fonts are registered for root, not for \(user). To register them for \(user), omit sudo."))
        }
        var options = RegistrationOptions(
            isEnabled: !disabled, tag: tag, replaces: replace, allowsDowngrade: allowDowngrade, isAtomic: atomic,
            preferredForm: prefer, unwraps: unwrap, isDryRun: isDryRun)
        options.removesAtOnce = removal.now
        let signals = context.signals([SIGINT, SIGTERM])
        let batch = manager.register(sources, scope: scope.scope, options: options)
        let arrived = ArrivedSignal()
        let stop = arrived.follow(signals) { batch.stop() }
        defer { stop.cancel() }
        var progress = ProgressLine(context)
        for await event in batch {
            switch event {
            case .prepared(_, let completed, let total), .failed(_, let completed, let total):
                progress?.update(completed: completed, total: total)
            case .finished: break
            }
        }
        progress?.clear()
        let advice = RegisterAdvice(options: options, scope: scope.scope, provider: provider.provider?.text)
        var report = SummaryReport(
            operation: .register(advice), summary: try await batch.summary(), isDryRun: isDryRun,
            signal: arrived.number, terminal: context.terminal)
        report.addRunningPrograms(in: context)
        if !isDryRun {
            report.views = await ProgramViews(
                of: report.summary.registrations.flatMap(\.listedFaces), by: manager, in: context)
            if !output.json, !isQuiet, context.terminal != nil {
                MatplotlibLists(context.variables).offerRemoval(for: report.summary, in: context)
            }
        }
        return report
    }
}

/// A progress bar on the terminal for operations that take longer than a second.
struct ProgressLine {
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(100)

    private let context: FontctlContext
    private let start: ContinuousClock.Instant
    private var drawn: ContinuousClock.Instant?

    /// - Returns: Nil if standard error is not a terminal.
    init?(_ context: FontctlContext) {
        guard context.console.isErrorTerminal else { return nil }
        self.context = context
        start = context.now()
    }

    /// Updates the progress bar.
    mutating func update(completed: Int, total: Int) {
        guard total > 1 else { return }
        let time = context.now()
        guard time - start > Self.patience, drawn.map({ time - $0 >= Self.interval }) ?? true else { return }
        drawn = time
        let bar = Self.bar(completed, total, columns: context.console.errorColumns())
        context.console.writeError(Array("\r\(bar)\u{1B}[K".utf8))
    }

    /// Removes the progress bar.
    mutating func clear() {
        if drawn != nil { context.console.writeError(Array("\r\u{1B}[K".utf8)) }
        drawn = nil
    }

    static func bar(_ completed: Int, _ total: Int, columns: Int) -> String {
        let count = "\(completed)/\(total)"
        // One column is left free, since a full line wraps on some terminals.
        let width = min(40, columns - count.count - 5)
        guard width >= 4 else { return String(count.prefix(max(0, columns - 1))) }
        let filled = min(width, width * completed / max(1, total))
        return "[\(String(repeating: "#", count: filled))\(String(repeating: " ", count: width - filled))] \(count)"
    }
}
