import ArgumentParser
import FontAdvice
import FontRegistry
import Foundation

struct List: StoreCommand {
    static let configuration = CommandConfiguration(
        "list", abstract: "List registered fonts.",
        discussion: """
            On a terminal it prints one line for each family; with --long, and for other programs, one line for each \
            face: PostScript name, family, style, weight, scope, provider, whether it is disabled or hidden from \
            programs by another font or a rule, the id of its registration, and the file as it was specified. System \
            fonts that you have hidden are at the end.

            A stored file that is missing, or has another size than the registered one, is reported. Damage that does \
            not change the size is found by `fontctl doctor`, which reads all files, and by `fontctl why FONT`.

            Examples:
              fontctl list
              fontctl list --long 'Noto Sans*'
              fontctl list --disabled --tag talk
              fontctl list --json --scope session
            """)

    @Argument(help: .registeredFonts, completion: .registeredNames())
    var fonts: [TargetArgument] = []

    @OptionGroup var selection: SelectionOptions

    @Option(
        help: ArgumentHelp("Only fonts registered by this provider.", valueName: "id"), completion: .providers)
    var provider: NameArgument?

    @Flag var state: State?

    @Flag var form: Form?

    @OptionGroup var options: StoreOptions

    /// The form of the list.
    enum Form: String, EnumerableFlag {
        case long, quiet

        static func name(for value: Form) -> NameSpecification { value == .quiet ? .shortAndLong : .long }

        static func help(for value: Form) -> ArgumentHelp? {
            switch value {
            case .long: "One line for each face, also on a terminal."
            case .quiet: "Only PostScript names."
            }
        }
    }

    /// A filter on the state of registrations.
    enum State: String, EnumerableFlag {
        case enabled, disabled

        var registrations: RegistrationState { self == .enabled ? .enabled : .disabled }

        static func help(for value: State) -> ArgumentHelp? {
            switch value {
            case .enabled: "Only enabled fonts."
            case .disabled: "Only disabled and hidden fonts."
            }
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        let state = state?.registrations ?? .any
        let (scope, owner) = (selection.selected.scope, provider?.text)
        var list: RegistrationList
        let isLocalized = !context.namesLocale.isEnglish
        // With thousands of fonts each part of the list takes as long as the others.
        async let faults = form == .quiet ? [:] : RegistrationList.faults(in: context)
        if !fonts.isEmpty || selection.selected.isNarrow {
            // The generation is read first: a client that watches from it may see a change twice, but misses none.
            let generation = try await manager.generation()
            list = try await chosen(by: manager, state, generation, in: context)
        } else if output.json || isLocalized {
            let generation = try await manager.generation()
            list = RegistrationList(
                generation: generation,
                registrations: try await manager.registered(scope: scope, state: state, provider: owner))
        } else {
            list = RegistrationList(faces: try await manager.listedFaces(scope: scope, state: state, provider: owner))
        }
        if isLocalized { list.setFamilyNames(for: context.namesLocale) }
        if output.json || form != .quiet {
            list.sandboxes = context.sandboxFolders()
            list.views = await ProgramViews(of: list.faces, by: manager, in: context)
        }
        list.order = context.nameOrder
        list.add(await faults)
        if state != .enabled, scope == nil, owner == nil, selection.selected.tag == nil {
            try await addHidden(to: &list, by: manager, in: context)
        }
        list.form =
            switch form {
            case .long: .lines
            case .quiet: .names
            case nil: context.terminal.map { .families($0) } ?? .lines
            }
        if let provider = owner, list.faces.isEmpty {
            let known = try await manager.providers().map(\.id)
            if !known.contains(provider) {
                list.unknownProvider = (provider, NearNames.of(provider, among: known))
            }
        }
        return list
    }

    /// Adds the fonts of the system that the user has hidden, of those that names or options select.
    private func addHidden(
        to list: inout RegistrationList, by manager: FontManager, in context: FontctlContext
    ) async throws(FontError) {
        let family = selection.selected.family
        guard !fonts.isEmpty else {
            if let family {
                list.hidden = try await manager.hiddenFonts(meantBy: .family(family))
                if !list.hidden.isEmpty { list.nothing = nil }
            } else {
                list.hidden = try await manager.hiddenFonts()
            }
            return
        }
        for argument in fonts {
            let target = try await argument.target(in: context, by: manager)
            let found = try await manager.hiddenFonts(meantBy: target).filter { font in
                family.map { RegistrationSelection.hasFamily($0, font.face) } ?? true && !list.hidden.contains(font)
            }
            if !found.isEmpty { list.missing[target.text] = nil }
            list.hidden += found
        }
    }

    /// Returns the list of the fonts that names or options select.
    private func chosen(
        by manager: FontManager, _ state: RegistrationState, _ generation: Int64, in context: FontctlContext
    ) async throws(FontError) -> RegistrationList {
        let chosen = ChosenFonts(manager: manager, options: selection.selected, context: context)
        let selected = try await chosen.registrations(fonts)
        let registrations = selected.chosen.filter {
            state.includes($0.isEnabled) && (provider == nil || $0.provider == provider?.text)
        }
        var list = RegistrationList(generation: generation, registrations: registrations)
        list.missing = try await manager.nearRegisteredNames(to: selected.missing)
        list.explanations = context.explanations(of: selected.missing)
        let joined = [(selected.joined, ""), (try await chosen.joinedFamily(fonts), "--family ")]
        for case (let name?, let option) in joined {
            for word in name.words where list.missing[word] != nil { list.missing[word] = [option + name.quoted] }
        }
        if selected.chosen.isEmpty, selected.missing.isEmpty, selection.selected.isNarrow {
            list.nothing = selection.selected.nothing()
        }
        return list
    }
}
