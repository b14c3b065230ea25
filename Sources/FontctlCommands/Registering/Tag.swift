import ArgumentParser
import FontRegistry
import Foundation

struct Tag: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "tag", abstract: "Collect fonts in named collections.",
        discussion: """
            A collection holds families, registered or of the system, and single registered fonts, which have its name \
            as a tag; enable, disable, list and unregister select it with --tag. A font can be in several collections. A \
            collection exists as long as it contains a font; one that was created, put in order or given a family of the \
            system is kept until it is deleted. The collection favourites always exists.

              add TAG FONT…      put fonts into a collection, also families of the system
              remove TAG FONT…   take fonts out of it, or all with --all
              create TAG         create an empty collection
              delete TAG         delete a collection; its fonts stay
              rename TAG NEW     give a collection another name
              order TAG…         put collections before the others, in this order
              arrange TAG FONT…  put families in it before its others, in this order
              list               list the collections and the number of their fonts
              list TAG           list the fonts in a collection

            Examples:
              fontctl tag add talk Lora 'Noto Sans*'
              fontctl tag list
              fontctl tag list talk
              fontctl tag remove talk Lora
              fontctl tag rename talk lecture
              fontctl disable --tag talk
            """)

    /// An action on collections.
    enum Action: String, WordArgument {
        case add, remove, create, delete, rename, order, arrange, list
    }

    @Argument(help: "add, remove, create, delete, rename, order, arrange or list.")
    var action: Action

    @Argument(help: "The collection.", completion: .tags)
    var tag: NameArgument?

    @Argument(help: .registeredFonts, completion: .registeredNames())
    var fonts: [TargetArgument] = []

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only fonts of this family, in any language.", valueName: "family"),
        completion: .registeredFamilies)
    var family: NameArgument?

    @OptionGroup var filter: ScopeFilter
    @OptionGroup var whole: WholeOptions
    @OptionGroup var provider: ProviderOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    var changesStore: Bool { action != .list }

    func validate() throws {
        guard action == .list || tag != nil else { throw ValidationError(message: "Specify a tag.") }
        switch action {
        case .list:
            guard fonts.isEmpty, !whole.all else { throw ValidationError(message: "`tag list` takes at most one tag.") }
        case .rename:
            guard fonts.count == 1, family == nil, !whole.all else {
                throw ValidationError(
                    message: "`tag rename` takes the tag and its new name: fontctl tag rename talk lecture")
            }
        case .create, .delete, .order, .arrange:
            guard isWhole, provider.provider == nil else {
                throw ValidationError(
                    message: "`tag \(action.rawValue)` concerns whole collections of the user. Omit the options.")
            }
            if [.create, .delete].contains(action), !fonts.isEmpty {
                throw ValidationError(message: "`tag \(action.rawValue)` takes one tag.")
            }
            if action == .arrange, fonts.isEmpty { throw ValidationError(message: "Specify families.") }
        case .add, .remove:
            if !fonts.isEmpty, whole.all {
                throw ValidationError(message: "--all cannot be combined with names of fonts.")
            }
            guard !fonts.isEmpty || family != nil || whole.all else {
                throw ValidationError(message: "Specify fonts, or --family or --all.")
            }
        }
    }

    /// Whether no option limits the fonts.
    private var isWhole: Bool { family == nil && filter.scope == nil && !whole.all }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager(provider: provider.provider?.text)
        var selection = SelectedProperties(family: family?.text, scope: filter.scope?.scope)
        if action == .rename || action != .add && fonts.isEmpty { selection.tag = tag?.text }
        if action == .list { return try await list(manager, selection, in: context) }
        if let change = try await collectionChange(manager, selection, in: context) {
            return try await report(change, by: manager, in: context)
        }
        let (tag, new) = (tag?.text ?? "", fonts.first?.text ?? "")
        let added = action == .add ? [tag] : action == .rename ? [new] : []
        let removed = action == .add || tag == added.first ? [] : [tag]
        let targets =
            try await action == .rename
            ? renamed(to: new, by: manager, selection)
            : ChosenFonts(manager: manager, options: selection, context: context).targets(
                fonts, whole, command: provider.command("tag", action.rawValue, tag), isDryRun: isDryRun)
        let summary = try await manager.change(
            RegistrationChange(
                .tag(adding: added, removing: removed), targets.map(\.target), scope: selection.scope,
                isDryRun: isDryRun))
        var report = await SummaryReport.change(
            summary.named(targets), removing: action == .remove ? removed : [], isDryRun: isDryRun, by: manager,
            in: context)
        if action == .remove { report.operation = .untag }
        report.namesTags = action == .rename
        return report
    }

    /// Returns the fonts of a provider, or of a scope, in a collection that gets another name.
    private func renamed(
        to new: String, by manager: FontManager, _ selection: SelectedProperties
    ) async throws(FontError) -> [ChosenFonts.Target] {
        let registered = try await manager.registered()
        let chosen = registered.filter(selection.matches)
        guard !chosen.isEmpty else { throw selection.nothing() }
        guard selection.tag == new || !registered.contains(where: { $0.tags.contains(new) }) else {
            throw FontError(
                .insufficientInfo,
                "A collection “\(new)” already exists. Nothing was changed. Choose another name.")
        }
        return chosen.map(ChosenFonts.Target.init)
    }

    private func list(
        _ manager: FontManager, _ selection: SelectedProperties, in context: FontctlContext
    ) async throws(FontError) -> any Report {
        // The generation is read first, as by `list`.
        let generation = try await manager.generation()
        let registrations = try await manager.registered(scope: selection.scope).filter(selection.matches)
        let collections = isWhole ? try await manager.collections() : []
        guard let tag = selection.tag else {
            return TagList(registrations, collections: collections, order: context.nameOrder)
        }
        let collection = collections.first { $0.name == tag }
        guard !registrations.isEmpty || collection != nil else { throw selection.nothing() }
        var list = RegistrationList(generation: generation, registrations: registrations)
        list.sandboxes = context.sandboxFolders()
        list.add(await RegistrationList.faults(in: context))
        list.form = context.terminal.map { .families($0) } ?? .lines
        if let collection { list.show(collection) }
        return list
    }
}
