import FontRegistry

/// The registered fonts that a command line selects.
struct ChosenFonts {
    let manager: FontManager
    let options: SelectedProperties
    let context: FontctlContext

    /// Returns the targets of a change.
    ///
    /// A text that the registrar takes as it is, such as an id, is passed on; so is one that means nothing, for its
    /// message.
    /// - Parameters:
    ///   - command: The words of the command, for advice.
    ///   - isDryRun: Whether nothing will be changed, so that nothing is asked.
    ///   - allowsMissing: Whether a text that means nothing among the selected fonts is left out.
    ///   - meansSystem: Whether a family means its fonts of the system, too, which can be hidden and shown.
    /// - Throws: `insufficientInfo` (303) if a text is ambiguous, `notRegistered` (201) if the options select nothing,
    ///   `cancelledByUser` (304) if the user does not confirm a change of all fonts.
    func targets(
        _ arguments: [TargetArgument], _ whole: WholeOptions, command: [String], isDryRun: Bool,
        allowsMissing: Bool = false, meansSystem: Bool = false
    ) async throws(FontError) -> [Target] {
        // Advice keeps all that limits the change.
        let limited = { (options: SelectedProperties) in
            command + options.words(includesTag: command[1] != "tag") + (isDryRun ? ["--dry-run"] : [])
        }
        var others = options
        others.family = nil
        let (command, familyCommand) = (limited(options), limited(others))
        guard !arguments.isEmpty else {
            var chosen = try await selected()
            let families = meansSystem ? try await familiesOfCollection() : []
            if !families.isEmpty {
                chosen.removeAll { registration in
                    families.contains { RegistrationSelection.hasFamily($0, registration) }
                }
                return families.map { Target(.family($0)) } + chosen.map(Target.init)
            }
            if let family = options.family, options.tag == nil, meansSystem || chosen.isEmpty,
                try await isPartlyOfSystem(family, chosen)
            {
                return [Target(.family(family))]
            }
            guard !chosen.isEmpty else { throw options.nothing() }
            if !options.isNarrow, !isDryRun { try confirm(chosen, whole, command) }
            return chosen.map(Target.init)
        }
        var targets: [Target] = []
        var seen: Set<String> = []
        let selections = try await selections(arguments)
        if let joined = try await joinedFamily(arguments) { throw joined.error(familyCommand + ["--family"]) }
        if let joined = try await joinedName(selections, includesSystem: true) { throw joined.error(command) }
        try await refuseUnknownStyles(selections, allowsMissing: allowsMissing)
        for (target, selection) in selections {
            if selection.readings.count > 1 { throw ambiguity(target.text, selection, command, familyCommand) }
            if selection.readings.isEmpty, options.isNarrow {
                guard allowsMissing else { throw options.nothing(named: target.text) }
                continue
            }
            if !isDryRun, selection.readings.first?.kind == .pattern, !NamePattern.isExplicit(target.text) {
                // A pattern that means all fonts may be a forgotten quotation mark.
                let all = try await selected()
                if all.count > 1, selection.all.count == all.count { try confirm(all, whole, command) }
            }
            // A registration that several texts mean is one target.
            let new = selection.all.filter { seen.insert($0.id).inserted }
            if meansSystem, !options.isNarrow, selection.readings.map(\.kind) == [.family],
                try await isPartlyOfSystem(target.text, selection.all)
            {
                targets.append(Target(.family(target.text)))
            } else if !options.isNarrow, isExact(target, selection) {
                if selection.readings.isEmpty || !new.isEmpty { targets.append(Target(target)) }
            } else {
                targets += new.map(Target.init)
            }
        }
        return targets
    }

    /// A target and the name with which its outcome is reported.
    struct Target {
        var target: FontTarget
        var item: String

        init(_ target: FontTarget) { (self.target, item) = (target, target.text) }

        init(_ registration: Registration) { (target, item) = (.registration(registration), registration.file) }
    }

    /// Returns the families of the selected collection that have fonts of the system, which are a target with the
    /// registered ones; none if other options select fonts, too.
    private func familiesOfCollection() async throws(FontError) -> [String] {
        guard let tag = options.tag, options.family == nil, options.scope == nil,
            let collection = try await manager.collections().first(where: { $0.name == tag })
        else { return [] }
        guard !collection.families.isEmpty else { return [] }
        // One query for all: a collection may have thousands of families.
        let queries = collection.families.map { FontQuery(family: $0) }
        let system = try await manager.fonts(matching: FontQuerySet(including: queries)).filter {
            $0.origin == .system
        }
        let faces = (system + (try await manager.hiddenFonts())).map(\.face)
        let names = Set(faces.flatMap(\.familyNames).map(LookupName.fold))
        return collection.families.filter { names.contains(LookupName.fold($0)) }
    }

    /// Whether a family has fonts of the system besides registered ones, which are then a target together.
    private func isPartlyOfSystem(_ family: String, _ registered: [Registration]) async throws(FontError) -> Bool {
        // A family of the older kind, with four styles, is no target.
        guard options.scope == nil, registered.allSatisfy({ RegistrationSelection.hasFamily(family, $0) }) else {
            return false
        }
        if try await !manager.hiddenFonts(meantBy: .family(family)).isEmpty { return true }
        return try await manager.fonts(matching: FontQuery(family: family)).contains { $0.origin == .system }
    }

    /// Returns the registrations that the options select.
    private func selected() async throws(FontError) -> [Registration] {
        try await manager.registered(scope: options.scope).filter(options.matches)
    }

    /// Returns the registrations of texts, in the order of the list; those of every reading of an ambiguous text.
    ///
    /// - Returns: The registrations, the texts that mean none, and the name that some of the texts are together.
    func registrations(
        _ arguments: [TargetArgument]
    ) async throws(FontError) -> (chosen: [Registration], missing: [String], joined: JoinedName?) {
        if arguments.isEmpty { return (try await selected(), [], nil) }
        let selections = try await selections(arguments)
        var seen: Set<String> = []
        return (
            selections.flatMap(\.selection.all).filter { seen.insert($0.id).inserted },
            selections.filter(\.selection.all.isEmpty).map(\.target.text),
            try await joinedName(selections, includesSystem: false)
        )
    }

    private typealias Meaning = (target: FontTarget, selection: RegistrationSelection)

    private func selections(_ arguments: [TargetArgument]) async throws(FontError) -> [Meaning] {
        var selections: [Meaning] = []
        for argument in arguments {
            var meant: Meaning?
            let meanings = try await argument.meanings(in: context, by: manager)
            for target in meanings where meant?.selection.readings.isEmpty != false {
                let selection = try await selection(target)
                if meant == nil || !selection.readings.isEmpty { meant = (target, selection) }
            }
            if let first = meanings.first, case .file(let path) = first.kind, meanings.count > 1,
                meant?.selection.readings.isEmpty == true, !AbsolutePath.exists(path),
                try await manager.isOfSystem(argument.text)
            {
                meant?.target = .any(argument.text)
            }
            guard let meant else { continue }
            if case .file(let path) = meant.target.kind { context.given.remember(argument.text, as: path) }
            selections.append(meant)
        }
        return selections
    }

    /// Returns the name that neighbouring texts are together if one of them means nothing, as with forgotten quotation
    /// marks; nil if there is none.
    ///
    /// - Parameter includesSystem: Whether the name may also be that of a font of the system.
    private func joinedName(_ meanings: [Meaning], includesSystem: Bool) async throws(FontError) -> JoinedName? {
        let runs = JoinedName.runs(of: meanings.map { ($0.target.text, $0.selection.readings.isEmpty) })
        guard !runs.isEmpty else { return nil }
        let registered = try await selected()
        let isNamed = { (name: String) in
            RegistrationSelection(name, among: registered).readings.contains { $0.kind != .pattern }
        }
        if let run = runs.first(where: { isNamed($0.name) }) { return run }
        guard includesSystem else { return nil }
        for run in runs where try await !manager.systemFonts(answeringTo: run.name).isEmpty { return run }
        return nil
    }

    /// Returns the family that the value of `--family` is together with the texts, if there are no fonts of the family
    /// without them.
    func joinedFamily(_ arguments: [TargetArgument]) async throws(FontError) -> JoinedName? {
        guard let family = options.family, let joined = JoinedName([family] + arguments.map(\.text)) else { return nil }
        let registered = try await manager.registered(scope: options.scope)
        let isFamily = { name in registered.contains { RegistrationSelection.hasFamily(name, $0) } }
        return !isFamily(family) && isFamily(joined.name) ? joined : nil
    }

    /// Refuses a family that is followed by a text without a meaning, which is rather a style that it lacks than a font.
    ///
    /// A font of the system has its own outcome.
    /// - Parameter allowsMissing: Whether a text without a meaning is a font that may be missing, unless it is the name of
    ///   a style.
    private func refuseUnknownStyles(_ meanings: [Meaning], allowsMissing: Bool) async throws(FontError) {
        for (family, word) in zip(meanings, meanings.dropFirst()) {
            guard word.selection.readings.isEmpty, !word.target.text.contains("/"),
                !allowsMissing || StyleName(word.target.text).isPlain,
                family.selection.readings.map(\.kind) == [.family]
            else { continue }
            if try await manager.isOfSystem(word.target.text) { continue }
            let list = ShellWords.line(["fontctl", "list"], operands: [family.target.text])
            throw FontError(
                .insufficientInfo,
                "No registered font is named “\(family.target.text) \(word.target.text)”, and “\(family.target.text)” is a whole family. Nothing was changed. Specify only the family, or a font that `\(list)` shows.",
                file: word.target.text)
        }
    }

    /// Returns what a text means among the fonts that the options select.
    ///
    /// The registrations with the text as a name are looked up first; all are read only if there are none.
    private func selection(_ target: FontTarget) async throws(FontError) -> RegistrationSelection {
        func select(_ registrations: [Registration]) -> RegistrationSelection {
            let matching = registrations.filter(options.matches)
            if case .file(let path) = target.kind {
                return RegistrationSelection(path: path, among: matching, resolving: AbsolutePath.resolver())
            }
            return RegistrationSelection(target.text, among: matching)
        }
        let named = select(try await manager.registered(named: target.text))
        if !named.readings.isEmpty { return named }
        return select(try await manager.registered(scope: options.scope))
    }

    /// Whether the registrar finds the same by the text, or nothing.
    private func isExact(_ target: FontTarget, _ selection: RegistrationSelection) -> Bool {
        switch selection.readings.first?.kind {
        case nil, .id: true
        case .file: selection.all.contains { $0.file.hasBytes(of: target.text) || $0.path.hasBytes(of: target.text) }
        case .postscriptName:
            selection.all.contains { registration in
                registration.faces.contains { face in
                    face.postscriptName == target.text || face.instances.contains { $0.postscriptName == target.text }
                }
            }
        case .folder, .fullName, .family, .pattern: false
        }
    }

    private func confirm(_ chosen: [Registration], _ whole: WholeOptions, _ command: [String]) throws(FontError) {
        if whole.yes { return }
        let count = counted(chosen.count, "font file")
        let words = ShellWords.line(command + ["--all", "--yes"])
        let question: Message = "\(ShellWords.line(command)): this affects \(count). Continue?"
        let advice: Message = "Confirm with `\(words)`."
        try context.confirm(question, affecting: count, advice: advice)
    }

    /// Returns the error that lists what a text means, with the command for each meaning.
    private func ambiguity(
        _ text: String, _ selection: RegistrationSelection, _ command: [String], _ familyCommand: [String]
    ) -> FontError {
        func meaning(_ reading: RegistrationSelection.Reading) -> Message {
            let count = counted(reading.registrations.count, "font file")
            let line = ShellWords.line(command + reading.registrations.map(\.id))
            switch reading.kind {
            case .family:
                let line = ShellWords.line(familyCommand + ShellWords.option("--family", text))
                return "For the family of \(count), run `\(line)`."
            case .fullName(let family): return "For the full name in the family \(family), run `\(line)`."
            default: return "For the PostScript name of \(count), run `\(line)`."
            }
        }
        let fact: Message = "This name is ambiguous."
        return FontError(.insufficientInfo, Message([fact] + selection.readings.map(meaning)), file: text)
    }
}

extension FontctlContext {
    /// Asks before a change.
    ///
    /// - Throws: `cancelledByUser` (304) if the answer is no, or if there is no terminal, with advice.
    func confirm(_ question: Message, affecting count: Message, advice: Message) throws(FontError) {
        guard let isConfirmed = ask(tr("\(question) [y/N] ")) else {
            let fact: Message = "This affects \(count), and confirmation requires a terminal. Nothing was changed."
            throw FontError(.cancelledByUser, Message([fact, advice]))
        }
        guard isConfirmed else { throw FontError(.cancelledByUser, "Nothing was changed.") }
    }
}
