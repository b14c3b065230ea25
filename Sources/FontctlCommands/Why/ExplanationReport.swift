import FontAdvice
import FontRegistry

/// The condition of one font.
struct ExplanationReport: Report {
    var explanation: FontExplanation
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    var json: JSON { document(explanation.explained()) }

    /// Returns the document of the font, or of the family that it represents.
    func document(_ explained: ExplainedFont) -> JSON {
        var document = JSON(explained)
            .inserting("fileChanged", .bool(explanation.isFileChanged), after: "file")
            .inserting("findings", JSON(explanation.findings), after: "suggestions")
        if explanation.facts?.isKept == true { document = document.inserting("kept", .bool(true), after: "command") }
        return document.adding(
            ("fonts", explanation.archivedFonts.map { JSON($0) }),
            ("unusableFiles", explanation.unusableFiles == 0 ? nil : JSON(explanation.unusableFiles)))
    }

    // MARK: Text

    var text: TextOutput { TextOutput(tr(summary), facts, explanation.remedy, columns: columns) }

    /// Returns a path as it was typed.
    private func shown(_ path: String) -> String { FontctlContext.current.given.shown(path) }

    var name: String { explanation.face?.postscriptName ?? explanation.query }

    private var summary: Message {
        switch explanation.situation {
        case .shown where explanation.isReplaced, .system where explanation.isReplaced:
            replaced
        case .shown: "\(name) is registered, and programs see it."
        case .disabled:
            !explanation.unrecorded.isEmpty
                ? "\(name) is registered and disabled, but programs see it from a file that is in no record of fontd."
                : explanation.owner == nil
                    ? "\(name) is registered and disabled: programs do not see it."
                    : "\(name) is registered for all users and disabled: programs do not see it."
        case .rejected: "\(name) is registered, but fontconfig's configuration rejects it: programs do not see it."
        case .folderNotConfigured:
            "\(name) is registered, but fontconfig does not search its folder: programs do not see it."
        case .shadowed where explanation.isOtherStyleShown:
            explanation.registration == nil
                ? "\(name) is not shown: programs see another style of its family."
                : "\(name) is registered, but programs see another style of its family."
        case .shadowed:
            explanation.registration == nil
                ? "\(name) is not shown: programs see another font of its family and style."
                : "\(name) is registered, but programs see another font of its family and style."
        case .damaged:
            "\(name) is registered. \((explanation.facts?.fault ?? .damaged).sentence(on: name))"
        case .sessionEnded: "\(name) was registered in a session that has ended: programs do not see it."
        case .system:
            if explanation.package != nil {
                "\(name) is a font of the system, and programs see it."
            } else if explanation.others.isEmpty {
                "\(name) is not registered, and programs see it."
            } else {
                "Programs see \(name), but from a file outside of the registry."
            }
        case .hidden:
            explanation.hiding == nil
                ? FontctlContext.current.isOfAllUsers
                    ? "\(name) is a font of the system that you have hidden from all users: programs do not see it."
                    : "\(name) is a font of the system that you have hidden: your programs do not see it."
                : "\(name) is a font of the system that the administrator has hidden from all users: programs do not see it."
        case .notRegistered: "\(name) is not registered: programs do not see it."
        case .invalid: "\(shown(explanation.query)) cannot be registered."
        case .gone:
            goneText
        case .archive, .folder: contents
        case .generic: "“\(explanation.query)” is a generic family, for which programs show \(substituteName)."
        case .notFound:
            if !explanation.unrecorded.isEmpty {
                "\(name) is not registered, but programs see it from a file in fontd's font folder."
            } else if explanation.substitution?.reason.alias != nil {
                "No font is named “\(explanation.query)”; programs show \(substituteName) in its place."
            } else {
                "No font is named “\(explanation.query)”."
            }
        }
    }

    private var goneText: Message {
        let (path, count) = (shown(explanation.query), explanation.others.count)
        return Message(
            for: count, one: "\(path) no longer exists; \(count) font file from it is registered.",
            many: "\(path) no longer exists; \(count) font files from it are registered.")
    }

    /// The fonts in an archive or a folder that `register` reads, as sentences.
    private var contents: Message {
        let (path, others, otherForms) = (
            shown(explanation.query), explanation.unusableFiles, explanation.otherForms
        )
        let kind: Message =
            switch (explanation.situation == .folder, explanation.archivedFonts) {
            case (false, nil): "\(path) is an archive."
            case (true, nil): "\(path) is a folder."
            case (false, let fonts?) where others == 0: "\(path) is an archive with \(counted(fonts, "font"))."
            case (true, let fonts?) where others == 0: "\(path) is a folder with \(counted(fonts, "font"))."
            case (false, let fonts?): "\(path) is an archive with \(counted(fonts + others, "file"))."
            case (true, let fonts?): "\(path) is a folder with \(counted(fonts + others, "file"))."
            }
        var sentences = [kind]
        if others > 0 {
            sentences.append(
                Message(
                    for: others, one: "\(others) file cannot be registered.",
                    many: "\(others) files cannot be registered."))
        }
        let registered = explanation.others.count
        if registered > 0 {
            sentences.append(
                Message(
                    for: registered, one: "\(registered) of its fonts is registered.",
                    many: "\(registered) of its fonts are registered."))
        }
        if otherForms > 0 {
            let text: Message = "Not needed: \(counted(otherForms, "other form")) of the same fonts."
            sentences.append(text)
        }
        return Message(sentences)
    }

    private var facts: FactLines {
        var facts = FactLines(columns: columns)
        if let face = explanation.face { facts.add(tr("font"), tr("\(face.fullName), of the family \(face.family)")) }
        if let registration = explanation.registration { add(registration, to: &facts) }
        facts.add(tr("file"), explanation.file.map(shown))
        if explanation.situation == .invalid || explanation.situation == .notRegistered {
            facts.add(tr("check"), findingsText)
        }
        facts.add(tr("package"), explanation.package)
        facts.add(
            tr("sandboxes"),
            explanation.isShownInSandboxes.map {
                $0 ? tr("visible in sandboxes, too") : tr("not visible in sandboxes")
            })
        facts.add(
            tr("shadowed"),
            explanation.shadowReason?.shownInstead
                ?? explanation.shadow.map { tr("by \($0.path ?? $0.postscriptName)") })
        if !explanation.weights.isEmpty { facts.add(tr("weights"), ProgramView.weightsText(explanation.weights)) }
        addSubstitution(to: &facts)
        facts.add(tr("similar"), explanation.suggestions.joined(separator: ", "))
        Self.addUnrecorded(explanation.unrecorded, to: &facts)
        for other in explanation.others.prefix(Self.mostOthers) { facts.add(tr("also"), otherText(other)) }
        if explanation.others.count > Self.mostOthers {
            facts.add(tr("also"), tr(counted(explanation.others.count - Self.mostOthers, "more registration")))
        }
        addPrograms(to: &facts)
        return facts
    }

    /// Adds the files in fontd's font folders that show fonts without a registration.
    static func addUnrecorded(_ files: [String], to facts: inout FactLines) {
        for file in files {
            facts.add(
                tr("also"), tr("\(file), which is in no record of fontd; `fontctl doctor` says what to do with it"))
        }
    }

    /// Adds when programs show the font.
    func addPrograms(to facts: inout FactLines) {
        if explanation.hasPendingTouches { facts.add(tr("pending"), tr(StatusReport.pendingText)) }
        if explanation.situation.isVisible || explanation.situation == .disabled {
            facts.add(tr("programs"), explanation.program.map(programText))
        }
        if !explanation.toRestart.isEmpty {
            facts.add(tr("restart"), tr("\(explanation.toRestart.listText), started before the change"))
        }
    }

    /// The maximum number of other registrations in the text.
    private static let mostOthers = 5

    private func add(_ registration: Registration, to facts: inout FactLines) {
        let time = timeText(registration.registeredAt)
        facts.add(
            tr("registered"),
            time.isEmpty
                ? tr("by \(registration.provider) as \(registration.id)")
                : tr("by \(registration.provider) at \(time) as \(registration.id)"))
        if registration.scope == .session { facts.add(tr("scope"), tr("session, until you log out")) }
        facts.add(tr("tags"), registration.tags.joined(separator: ", "))
        let file = shown(registration.file)
        facts.add(
            tr("from"), explanation.isFileChanged ? tr("\(file), whose contents have changed since then") : file)
        if !registration.isEnabled {
            let answer =
                switch explanation.unusable?.disabledBy {
                case .user: tr("no, disabled by the user")
                case .provider: tr("no, disabled by its provider")
                case nil: tr("no")
                }
            facts.add(tr("enabled"), answer)
        } else if explanation.situation != .sessionEnded {
            facts.add(tr("enabled"), tr("yes"))
        }
        if let known = explanation.facts {
            if known.isKept {
                facts.add(tr("kept"), tr("its file, hidden from new programs until running ones have ended"))
            }
            let stored =
                switch known.fault {
                case nil: tr("intact")
                case .missing: tr("missing")
                case .damaged: tr("damaged: its contents differ from the registered ones")
                case .notShown: tr("intact, but missing in the font folder")
                }
            facts.add(tr("stored"), stored)
        }
        switch explanation.situation {
        case .rejected:
            let files = explanation.facts?.rejectedBy ?? []
            facts.add(
                tr("visible"),
                files.isEmpty
                    ? tr("no: rejected by a <rejectfont> rule")
                    : tr("no: rejected by \(files.joined(separator: ", "))"))
        case .folderNotConfigured:
            facts.add(tr("visible"), tr("no: its folder is in no <dir> of the configuration"))
        case .shown: facts.add(tr("visible"), registration.path)
        default: break
        }
    }

    /// The worst findings of a file in one line.
    private var findingsText: String {
        let errors = explanation.findings.filter { $0.severity == .error }
        if let error = errors.first {
            let more = errors.count > 1 ? " " + tr("This is the first of \(errors.count) errors.") : ""
            return error.localizedMessage + more
        }
        let warnings = explanation.findings.count
        return warnings == 0 ? tr("valid") : tr("valid, with \(counted(warnings, "warning"))")
    }

    private func otherText(_ other: Registration) -> String {
        let (id, provider, scope, file) = (other.id, other.provider, other.scope.rawValue, shown(other.file))
        return other.isEnabled
            ? tr("\(id), by \(provider), \(scope), \(file)")
            : tr("\(id), by \(provider), \(scope), disabled, \(file)")
    }

    private func programText(_ program: KnownProgram) -> String {
        guard program.engine == .flatpak, explanation.isShownInSandboxes == false else { return tr(program.rule) }
        return tr("\(program.rule) Programs in a Flatpak do not see the folder of this font.")
    }

    var exitStatus: Int32 { explanation.isVisible ? ExitStatus.done : ExitStatus.failed }
}

extension TextOutput {
    /// Creates the text of an explanation.
    init(_ summary: String, _ facts: FactLines, _ remedy: Remedy, columns: Int?) {
        self.init()
        paragraph(summary, columns: columns)
        lines(facts.lines)
        paragraph(tr(remedy.sentence), columns: columns)
        // On a line of its own and never wrapped, so that it can be copied.
        if let command = remedy.command { line("  " + command) }
    }
}
