import FontAdvice
import FontRegistry

/// The outcomes of registering, unregistering, enabling or disabling fonts.
struct SummaryReport: Report {
    /// The operation, which determines the members that are printed.
    enum Operation: Sendable, Hashable {
        case register(RegisterAdvice)
        case change
        /// Fonts are taken out of collections.
        case untag
    }

    var operation: Operation
    var summary: FontSummary
    /// Whether nothing was changed: the outcomes are those that the operation would have.
    var isDryRun = false
    /// The files outside of fontd's folders with a font of the same PostScript name, by the id of a disabled
    /// registration.
    var copies: [String: [String]] = [:]
    /// Such files in fontd's font folder that no registration shows.
    var unrecorded: [String: [String]] = [:]
    /// The registrations for all users that show these files, by path.
    var owners: [String: SystemRegistration] = [:]
    /// The files of hidden fonts that programs see nevertheless.
    var stillSeen: Set<String> = []
    /// The changes that show a font in place of the enabled ones that have a name of it, by the name in the request.
    var switches: [String: FontSwitch] = [:]
    /// The explanations of targets that were not found, but are fonts that are disabled for all users.
    var explanations: [String: Message] = [:]
    /// The fonts of families that were not enabled with the others, or remain hidden, with the reason.
    var notEnabled: [String] = []
    /// Similar names for targets that were not found.
    var suggestions: [String: [String]] = [:]
    /// What running programs show after the change.
    var programs = ProgramEffects()
    /// The collections that are gone, because no font is in them any more.
    var goneTags: [String] = []
    /// How programs treat the registered fonts.
    var views = ProgramViews()
    /// The signal that asked the program to end.
    var signal: Int32?
    /// Whether the fonts are those of all users, who have no login at which files are removed.
    var isOfAllUsers = false
    /// The terminal, on which the outcomes of many items are printed by family; nil if every line is needed.
    var terminal: FittedTable.Terminal?
    /// Whether fonts are named with their collections, as after a collection was renamed.
    var namesTags = false
    /// The change of collections, or of families without registered fonts in one.
    var collectionStep = CollectionStep.changed
    /// The command that reverses the operation: undo or redo.
    var reversal = "undo"
    /// Whether the operation is an undo or a redo.
    var isReversal = false

    /// What the fonts were registered with; nil for another operation.
    var registering: RegisterAdvice? { if case .register(let advice) = operation { advice } else { nil } }

    /// The number of outcomes above which a terminal gets one line for each family.
    private static let most = 20

    var json: JSON { document(isChanged: !changes.isEmpty) }

    /// Returns the document.
    ///
    /// - Parameter isChanged: Whether the store, the policy or files were changed.
    func document(isChanged: Bool) -> JSON {
        let results = summary.outcomes.map { outcome in
            switch operation {
            case .register: registerResult(outcome)
            case .change, .untag:
                changeResult(outcome).adding(("suggestions", suggestions[outcome.item].map { JSON($0) }))
            }
        }
        let document: JSON = [
            "generation": JSON(summary.generation), "stopped": JSON(summary.wasStopped),
            "changed": .bool(isChanged), "operation": summary.operation.map { JSON($0) },
            "results": .array(results), "dryRun": isDryRun ? .bool(true) : nil,
            "restart": programs.toRestart.isEmpty ? nil : JSON(programs.toRestart.flatMap(\.roots).map(\.user)),
            "programs": programs.running.isEmpty && programs.users.isEmpty
                ? nil : (programs.running + programs.users).json,
        ]
        guard registering != nil else { return document }
        return document.adding(("skipped", skipped.counts), ("unread", skipped.unreadArchives))
    }

    private func registerResult(_ outcome: FontOutcome) -> JSON {
        let other: Message? = outcome.takenInstead.map { "Another form of \($0)." }
        return result(outcome, ["file": .string(outcome.item)], message: outcome.error?.advised ?? other)
            .inserting("enabled", outcome.registration.map { .bool($0.isEnabled) } ?? .null, after: "provider")
            .adding(
                ("takenInstead", outcome.takenInstead.map(JSON.string)), ("keptFor", keptFor(outcome)),
                ("lacking", outcome.lacking.isEmpty ? nil : JSON(outcome.lacking)),
                ("enabledAgain", outcome.isEnabledAgain ? .bool(true) : nil),
                ("tagged", outcome.isTagged ? .bool(true) : nil)
            ).adding(views.members(outcome.registration?.id))
    }

    private func changeResult(_ outcome: FontOutcome) -> JSON {
        let item: JSON = ["query": .string(outcome.item), "file": JSON(Self.file(outcome))]
        let shown = outcome.registration.map { (copies[$0.id] ?? []) + (unrecorded[$0.id] ?? []) } ?? []
        return result(outcome, item, message: outcome.error?.advised).adding(
            ("keptFor", keptFor(outcome)), ("stillShown", shown.isEmpty ? nil : JSON(shown)),
            ("systemFonts", outcome.systemFonts.isEmpty ? nil : JSON(outcome.systemFonts)))
    }

    /// Returns the members of an outcome that all operations have.
    private func result(_ outcome: FontOutcome, _ item: JSON, message: Message?) -> JSON {
        let registration = outcome.registration
        return item.adding(
            ("status", .string(outcome.status.rawValue)), ("code", JSON(outcome.error?.code.rawValue)),
            ("message", JSON(message?.description)), ("conflict", outcome.error?.conflict.map { JSON($0) } ?? .null),
            ("id", JSON(registration?.id)), ("path", JSON(registration?.path)),
            ("scope", JSON(registration?.scope.rawValue)), ("provider", JSON(registration?.provider)),
            ("faces", registration.map(JSON.faces) ?? []), ("inUseBy", JSON(outcome.inUseBy)))
    }

    private func keptFor(_ outcome: FontOutcome) -> JSON? { outcome.keptFor.isEmpty ? nil : JSON(outcome.keptFor) }

    var text: TextOutput {
        if isReversal, summary.outcomes.isEmpty {
            let change: Message =
                switch (reversal == "redo", isDryRun) {
                case (true, true): "The change of the policy for providers would be undone."
                case (true, false): "The change of the policy for providers was undone."
                case (false, true): "The change of the policy for providers would be redone."
                case (false, false): "The change of the policy for providers was redone."
                }
            return TextOutput([[tr(change)]])
        }
        let done = summary.outcomes.filter(\.isSuccess)
        guard let terminal, done.count > Self.most else { return lines(done) }
        return table(done, on: terminal)
    }

    private func lines(_ outcomes: [FontOutcome]) -> TextOutput {
        // On a terminal the two paths of another form would make all lines too long.
        let omitted = terminal == nil ? [] : outcomes.filter { $0.takenInstead != nil }
        let rows = outcomes.compactMap { outcome -> [String]? in
            let registration = outcome.registration
            if let taken = outcome.takenInstead {
                return terminal == nil
                    ? [tr("another form"), tr("of \(FontctlContext.current.given.shown(taken))"), outcome.item] : nil
            }
            let faces = registration?.faces ?? outcome.systemFonts.map(\.face)
            let tags = namesTags && outcome.status == .tagged ? registration?.tags ?? [] : []
            let isHidden = views.hidden(registration?.id).map { $0.reason != .sameContents } ?? false
            let isRepeated = registering != nil && outcome.status == .alreadyRegistered
            // The file with the same contents that was registered before this one.
            let equal = isRepeated && !(registration?.file).hasBytes(of: outcome.item) ? registration?.file : nil
            return [
                tr(isHidden ? Message([words(outcome), "hidden"], separator: ", ") : words(outcome))
                    + (tags.isEmpty ? "" : " " + tags.joined(separator: ", ")),
                faces.namesText,
                equal == nil ? Self.place(outcome) : outcome.item,
                equal.map { tr("same as \(FontctlContext.current.given.shown($0))") } ?? "",
            ]
        }
        let forms = Dictionary(grouping: omitted) { $0.takenInstead ?? "" }.sorted { $0.key < $1.key }.map {
            [tr("not needed"), $1.map { Self.name($0.item) }.text(first: 3), tr("other forms of \(Self.name($0))")]
        }
        return TextOutput(rows + forms)
    }

    /// Returns where the fonts of an outcome are: the file of the registration, the files of fonts of the system, or else
    /// the item.
    private static func place(_ outcome: FontOutcome) -> String {
        if let file = file(outcome) { return file }
        let files = Set(outcome.systemFonts.compactMap(\.path)).sorted()
        guard let first = files.first else { return outcome.item }
        return files.count == 1 ? first : tr("\(first) and \(files.count - 1) more")
    }

    /// Returns the file of an outcome: the one that was moved, which is not always that of the registration which keeps its
    /// bytes, or that of the registration; nil without either.
    private static func file(_ outcome: FontOutcome) -> String? {
        switch outcome.status {
        case .movedToTrash, .broughtBack: outcome.item
        default: outcome.registration?.file
        }
    }

    private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    var diagnostics: [String] {
        var lines = remarks + notEnabled
        let failed = summary.outcomes.count { $0.status == .failed }
        if failed > 0 { lines += failureLines }
        let undone = summary.outcomes.count { $0.status == .skipped && !$0.isSuccess }
        if summary.wasStopped {
            lines.append(
                isAtomic
                    ? tr("Stopped: nothing was registered. Run the same command again to register all.")
                    : tr("Stopped: \(counted(undone, "file")) not processed. Run the same command again to continue."))
        } else if undone > 0 {
            let option = isAtomic ? "--atomic" : "--exact"
            lines.append(
                isDryRun
                    ? tr(
                        "Nothing would be changed, because of \(option). Correct or omit the failed files, and run the command again."
                    )
                    : tr(
                        "Nothing was changed, because of \(option). Correct or omit the failed files, and run the command again."
                    ))
        } else if failed > 0, summary.outcomes.count > 1 {
            lines.append(
                isDryRun
                    ? tr("\(failed) of \(summary.outcomes.count) would fail. Nothing was changed.")
                    : failed == summary.outcomes.count
                        ? tr("All \(failed) failed. Nothing was changed.")
                        : tr("\(failed) of \(summary.outcomes.count) failed; the others are done."))
        }
        lines += goneTags.map { name in
            // Programs in a sandbox cannot undo.
            summary.operation == nil
                ? tr("The collection “\(name)” is empty now and was removed.")
                : tr("The collection “\(name)” is empty now and was removed. `fontctl \(reversal)` restores it.")
        }
        if summary.outcomes.contains(where: { !$0.inUseBy.isEmpty || !$0.keptFor.isEmpty }) {
            lines += usersLines + kept
        }
        if !programs.running.isEmpty { lines += runningLines }
        return summary.passedOver.isEmpty && summary.unread.isEmpty ? lines : lines + skipped.lines
    }

    /// The line that says why files are hidden instead of removed.
    private var kept: [String] {
        let files = summary.outcomes.filter { !$0.keptFor.isEmpty }
        let programs = Set(files.flatMap(\.keptFor).map(\.program)).sorted()
        guard !programs.isEmpty else { return [] }
        let (count, names) = (files.count, programs.listText)
        let text: Message =
            switch (isOfAllUsers, count == 1) {
            case (false, true):
                "The file is hidden while these programs run: \(names). It is removed after they have ended, or at the next login."
            case (false, false):
                Message(
                    for: count,
                    one:
                        "\(count) file is hidden while these programs run: \(names). It is removed after the programs have ended, or at the next login.",
                    many:
                        "\(count) files are hidden while these programs run: \(names). They are removed after the programs have ended, or at the next login."
                )
            case (true, true):
                "The file is hidden while these programs run: \(names). It is removed by the first change of the fonts of all users after they have ended, or after the machine is restarted."
            case (true, false):
                Message(
                    for: count,
                    one:
                        "\(count) file is hidden while these programs run: \(names). It is removed by the first change of the fonts of all users after the programs have ended, or after the machine is restarted.",
                    many:
                        "\(count) files are hidden while these programs run: \(names). They are removed by the first change of the fonts of all users after the programs have ended, or after the machine is restarted."
                )
            }
        // Only a disabled font can be named again; one that was unregistered or replaced is no longer registered.
        let isNamedAgain = !isReversal && files.allSatisfy { $0.status == .disabled }
        let advice: Message? = isNamedAgain ? "Run the command again with --now to remove at once." : nil
        return [tr(Message([text, advice].compactMap(\.self)))]
    }

    private var skipped: SkippedFiles {
        SkippedFiles(passedOver: summary.passedOver, unread: summary.unread, unwraps: registering != nil)
    }

    private var isAtomic: Bool { registering?.options.isAtomic ?? false }

    var exitStatus: Int32 {
        if let signal { return ExitStatus.ended(by: signal) }
        if summary.isSuccess, !summary.wasStopped {
            return stillSeen.isEmpty ? ExitStatus.done : ExitStatus.failed
        }
        let errors = summary.errors
        return !errors.isEmpty && errors.allSatisfy { $0.storeFault != nil }
            ? ExitStatus.unavailable : ExitStatus.failed
    }
}
