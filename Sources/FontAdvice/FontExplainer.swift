package import FontRegistry
import Glibc

/// The search for the condition of a font.
package struct FontExplainer {
    package let manager: FontManager
    package let context: ExplainingContext
    package let program: KnownProgram?

    package init(_ manager: FontManager, in context: ExplainingContext, for program: KnownProgram?) {
        self.manager = manager
        self.context = context
        self.program = program
    }

    /// The explanation of a font, or of a family of several styles.
    package enum Answer {
        case font(FontExplanation)
        case family(FamilyExplanation)
    }

    // MARK: Names

    /// Explains a name or the id of a registration: a family of several styles, or a font.
    ///
    /// - Throws: `registrationFailed` (301) if the store or fontconfig cannot be used.
    package func explain(text: String) async throws(FontError) -> Answer {
        // Nearly every answer needs the fonts that programs see, which are loaded while the store is read.
        async let _: Void = manager.loadProgramFonts()
        let registered = try await manager.registrations(answeringTo: text)
        if BlockingWork.hasSeveralCores, let first = registered.first {
            // The stored file and the processes are read while the fonts are; the explanation needs all of them.
            BlockingWork.start { [context] in
                _ = try? context.storedFaults?.fault(of: first)
                _ = context.runningPrograms()
            }
        }
        if var family = try await explain(family: text, among: registered) {
            let names = Set(family.styles.compactMap(\.face?.postscriptName))
            family.unrecorded = try await manager.unrecordedFiles(named: names, besides: registered).sorted()
            try await addReplacement(to: &family)
            return .family(family)
        }
        var answer = try await explain(name: text, among: registered)
        try await addUnrecorded(to: &answer)
        try await addReplacement(to: &answer)
        answer.program = program
        return .font(answer)
    }

    /// Adds the files in fontd's font folders that show the font without a registration.
    package func addUnrecorded(to answer: inout FontExplanation) async throws(FontError) {
        let faces = answer.registration?.faces ?? answer.face.map { [$0] } ?? []
        let names = faces.isEmpty ? [answer.query] : faces.map(\.postscriptName)
        // The registration of a session that has ended shows no file.
        let own = answer.situation == .sessionEnded ? nil : answer.registration
        let known = answer.others + [own].compactMap(\.self)
        answer.unrecorded = try await manager.unrecordedFiles(named: Set(names), besides: known).sorted()
        if answer.situation == .notFound, !answer.unrecorded.isEmpty {
            answer.remedy = Remedy(sentence: "To see what to do with the file:", command: "fontctl doctor")
        }
    }

    /// - Parameter registered: The registrations with the name or id.
    private func explain(
        name: String, among registered: [Registration]
    ) async throws(FontError) -> FontExplanation {
        if let chosen = registered.first(where: { $0.id == name }) {
            let named = try await manager.registrations(answeringTo: chosen.faces.first?.postscriptName ?? name)
            return try await explain(chosen, as: name, among: named)
        }
        let resolution = try await manager.resolve(name)
        if let match = resolution.match {
            guard case .registered(let id, _, _, _, _) = match.origin,
                let chosen = registered.first(where: { $0.id == id })
            else { return await explain(system: match, as: name, besides: registered) }
            return try await explain(chosen, as: name, among: registered, match)
        }
        if let unusable = resolution.unusable {
            return try await explain(unusable.registration, as: name, among: registered, unusable: unusable)
        }
        return try await explain(unknown: name)
    }

    /// Explains a font of the system that the user has hidden.
    func explain(hidden font: FontDescriptor, as query: String) -> FontExplanation {
        var answer = FontExplanation(
            query, .hidden, .fontctl("To show it to programs again:", "enable", query))
        answer.face = font.face
        answer.file = font.path
        answer.package = font.path.flatMap(context.packageOwner)
        return answer
    }

    /// Explains a font of the system that the administrator has hidden from all users.
    func explain(hidden hiding: SystemHiding, as query: String) -> FontExplanation {
        var answer = explain(hidden: hiding.font, as: query)
        answer.hiding = hiding
        answer.remedy = Remedy(sentence: "To show it to all users again:", command: hiding.showing)
        return answer
    }

    /// Explains the first font of the system that the user, or else the administrator, has hidden; nil if a target means
    /// none.
    package func explain(hiddenAs target: FontTarget, as query: String) async throws(FontError) -> FontExplanation? {
        if let font = try await manager.hiddenFonts(meantBy: target).first { return explain(hidden: font, as: query) }
        return context.systemStore?.hidden(meantBy: target).first.map { explain(hidden: $0, as: query) }
    }

    private func explain(unknown name: String) async throws(FontError) -> FontExplanation {
        if var hidden = try await explain(hiddenAs: .any(name), as: name) {
            hidden.substitution = try await manager.substitution(of: hidden.face?.family ?? name)
            return hidden
        }
        var answer = FontExplanation(
            name, .notFound, Remedy(sentence: "To show it to programs, get its file:", command: "fontctl register FILE")
        )
        answer.substitution = try await manager.substitution(of: name)
        if let (owner, face) = context.systemStore?.disabled(answeringTo: name) {
            answer.situation = .disabled
            answer.owner = owner
            answer.face = face
            answer.remedy = Remedy(sentence: "To show it to all users again:", command: owner.enabling)
            return answer
        }
        if answer.substitution != nil, FontManager.generic.contains(name.lowercased()) {
            answer.situation = .generic
            answer.remedy = .none
            return answer
        }
        if let registry = context.registry,
            let ended = try await BlockingWork.perform({ () throws(FontError) in
                try RegistrationFacts.ofEndedSessions(answeringTo: name, in: registry).first
            })
        {
            answer.situation = .sessionEnded
            answer.registration = ended
            answer.face = ended.faces.first
            if access(ended.file, R_OK) == 0 {
                answer.remedy = .fontctl("To keep it until you unregister it:", "register", ended.file)
            }
            return answer
        }
        answer.suggestions = await manager.nearNames(to: [name])[name] ?? []
        if let near = answer.suggestions.first {
            answer.remedy = .fontctl("Did you mean one of the similar names?", "why", near)
        }
        return answer
    }

    package func explain(
        system font: FontDescriptor, as query: String, besides registered: [Registration]
    ) async -> FontExplanation {
        var answer = FontExplanation(query, .system)
        answer.face = font.face.shown(as: font.instance)
        answer.isInstance = font.instance != nil
        answer.others = registered
        guard let path = font.path else { return answer }
        answer.file = path
        answer.package = context.packageOwner(path)
        answer.isShownInSandboxes = context.showsInSandboxes(path)
        if let owner = context.systemStore?.registrations(at: [path])[path] {
            answer.remedy = Remedy(sentence: Message(["Nothing needs to be done.", owner.explanation]))
        } else if answer.isShownInSandboxes == false {
            answer.remedy = .fontctl("To show a copy to programs in sandboxes, too:", "register", path)
        } else if answer.package == nil, let paths = context.registry?.paths {
            let font = ForeignFont(path: path, paths)
            if font.isUsers, let command = font.adopting {
                answer.remedy = Remedy(
                    sentence: "Nothing needs to be done. To disable and remove it like registered fonts:",
                    command: command)
            }
        }
        return answer
    }

    // MARK: Registrations

    /// - Parameters:
    ///   - registered: The registrations among which others have the same name.
    ///   - match: The face or named instance with the name, if programs can use it.
    ///   - given: The reason for which they cannot, if it is known.
    ///   - face: The face of the registration, if it is known.
    ///   - enabled: All enabled registrations, if they are known.
    ///   - views: How programs treat the registrations, if it is known.
    package func explain(
        _ registration: Registration, as query: String, among registered: [Registration],
        _ match: FontDescriptor? = nil, unusable given: UnusableFont? = nil, face known: FontFace? = nil,
        enabled: [Registration]? = nil, views: [String: ProgramView]? = nil
    ) async throws(FontError) -> FontExplanation {
        var answer = FontExplanation(query, .shown)
        let face =
            match?.face ?? known ?? registration.faces.first { LookupName.answers($0, to: query) }
            ?? registration.faces.first
        answer.registration = registration
        answer.face = face?.shown(as: match?.instance)
        answer.isInstance = match?.instance != nil
        answer.others = registered.filter { other in
            other.id != registration.id
                && other.faces.contains { LookupName.answers($0, to: face?.postscriptName ?? query) }
        }
        var unusable = given
        if match == nil, given == nil, let face {
            unusable = try await manager.unusable(face.postscriptName)
            if unusable?.registration.id != registration.id { unusable = nil }
        }
        answer.unusable = unusable
        if let registry = context.registry, let storedFaults = context.storedFaults {
            let reason = unusable?.reason
            // The stored file is read as a whole.
            answer.facts = try await BlockingWork.perform { () throws(FontError) in
                let fault = try storedFaults.fault(of: registration)
                return try RegistrationFacts(registration, with: fault, unusableFor: reason, in: registry)
            }
            answer.hasPendingTouches = StoreState.lastChange(registry.paths).hasPendingTouches
        }
        answer.isShownInSandboxes = answer.facts?.isShownInSandboxes
        if let face, registration.isEnabled, unusable == nil {
            let views = views != nil ? views : try await manager.programViews(of: [registration])
            let view = views?[registration.id]
            answer.weights = view?.weights ?? []
            // An equal copy is the same font.
            if let hidden = view?.hidden, hidden.postscriptName == face.postscriptName, hidden.reason != .sameContents {
                answer.shadow = hidden.shown
                answer.shadowReason = hidden
            }
        }
        if let path = answer.shadow?.path { answer.package = context.packageOwner(path) }
        var rivals = enabled ?? []
        if enabled == nil, !registration.isEnabled || answer.shadow != nil {
            rivals = try await manager.registered(state: .enabled)
        }
        if let path = answer.shadow?.path {
            let other = rivals.first { $0.path.hasBytes(of: path) }
            let system = try await other == nil ? manager.fonts(matching: FontQuery(file: path)) : []
            answer.shadowFaces = other?.faces ?? system.map(\.face)
        }
        judge(&answer, registration, face, enabled: rivals)
        if !answer.situation.isVisible, answer.shadow == nil, let face {
            answer.substitution = try await manager.substitution(of: face.family)
        }
        guard let changedAt = answer.facts?.changedAt, [.shown, .disabled].contains(answer.situation) else {
            return answer
        }
        // The running programs that show the last change only when they are started again.
        let running = try await BlockingWork.perform { [context] () throws(FontError) in context.runningPrograms() }
        let programs = running.groups.started(before: changedAt).following(.restart, areNotified: running.areNotified)
        answer.toRestart = programs.filter { group in program.map(group.isOf) ?? true }
        guard answer.situation == .shown else { return answer }
        if !answer.toRestart.isEmpty { answer.remedy = .restart(answer.toRestart) }
        if program?.following == .ownList { answer.remedy = context.renewal(registration) }
        return answer
    }

    /// Determines the situation and the remedy; the first cause that has to be removed comes first.
    private func judge(
        _ answer: inout FontExplanation, _ registration: Registration, _ face: FontFace?, enabled: [Registration]
    ) {
        if let fault = answer.facts?.fault {
            answer.situation = .damaged
            let isUnchanged =
                context.readsOriginals && (try? FontFile(contentsOf: registration.file))?.sha256 == registration.sha256
            answer.remedy = .repair(fault, original: isUnchanged ? registration.file : nil)
        } else if !registration.isEnabled {
            answer.situation = .disabled
            answer.remedy = .enable(
                FontSwitch(to: registration, among: enabled), isOnly: answer.others.isEmpty)
        } else if let unusable = answer.unusable {
            answer.situation = unusable.reason == .rejected ? .rejected : .folderNotConfigured
            let remedy: Remedy? =
                switch unusable.reason {
                case .rejected:
                    .accept(registration, rejectedBy: answer.facts?.rejectedBy ?? [], context.registry?.paths)
                case .folderNotConfigured:
                    context.registry.flatMap { registry in
                        registry.paths.projection(of: registration.scope).map { .configure($0, registry.paths) }
                    }
                case .disabled: nil
                }
            answer.remedy = remedy ?? Remedy(sentence: unusable.explanation)
        } else if let shadow = answer.shadow, let path = shadow.path {
            answer.situation = .shadowed
            let other = enabled.first { $0.path.hasBytes(of: path) }
            if answer.isOtherStyleForLanguage {
                // Without that font programs would take the next one for the language.
                answer.remedy = .otherStyle(of: face?.postscriptName ?? registration.id, besides: shadow)
            } else {
                answer.remedy =
                    other.map(Remedy.disable) ?? .hide(path, package: answer.package, with: answer.shadowFaces)
            }
        }
    }
}
