import ArgumentParser
import FontRegistry
import Foundation

struct Tag: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "tag", abstract: "Collect fonts in named collections.",
        discussion: """
            A tag names a collection of registered fonts; enable, disable, list and unregister select it with --tag. \
            A font can be in several collections. A collection exists as long as it contains a font.

              add TAG FONT…     put fonts into a collection
              remove TAG FONT…  take fonts out of it, or all with --all
              rename TAG NEW    give a collection another name
              list              list the collections and the number of their fonts
              list TAG          list the fonts in a collection

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
        case add, remove, rename, list
    }

    @Argument(help: "add, remove, rename or list.")
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
        guard action == .list || tag != nil else { throw ValidationError("Specify a tag.") }
        switch action {
        case .list:
            guard fonts.isEmpty, !whole.all else { throw ValidationError("`tag list` takes at most one tag.") }
        case .rename:
            guard fonts.count == 1, family == nil, !whole.all else {
                throw ValidationError("`tag rename` takes the tag and its new name: fontctl tag rename talk lecture")
            }
        case .add, .remove:
            if !fonts.isEmpty, whole.all { throw ValidationError("--all cannot be combined with names of fonts.") }
            guard !fonts.isEmpty || family != nil || whole.all else {
                throw ValidationError("Specify fonts, or --family or --all.")
            }
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager(provider: provider.provider?.text)
        var selection = SelectedProperties(family: family?.text, scope: filter.scope?.scope)
        if action == .rename || action != .add && fonts.isEmpty { selection.tag = tag?.text }
        if action == .list { return try await list(manager, selection, in: context) }
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

    /// Returns the fonts of a collection that gets another name.
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
        guard selection.tag != nil else { return TagList(registrations, order: context.nameOrder) }
        guard !registrations.isEmpty else { throw selection.nothing() }
        var list = RegistrationList(generation: generation, registrations: registrations)
        list.sandboxes = context.sandboxFolders()
        list.addFaults(in: context)
        list.form = context.terminal.map { .families($0) } ?? .lines
        return list
    }
}

/// The collections with their numbers of fonts.
struct TagList: Report {
    struct Entry: Sendable, Hashable {
        var tag: String
        var fonts = 0
        var disabled = 0
        var families: Set<String> = []
    }

    var entries: [Entry]

    /// Creates the list, sorted by tag.
    ///
    /// - Parameter order: The locale by whose rules the tags are sorted.
    init(_ registrations: [Registration], order: Locale = Locale(identifier: "en_001")) {
        var entries: [String: Entry] = [:]
        for registration in registrations {
            for tag in registration.tags {
                entries[tag, default: Entry(tag: tag)].fonts += 1
                if !registration.isEnabled { entries[tag]?.disabled += 1 }
                entries[tag]?.families.formUnion(registration.faces.map(\.family))
            }
        }
        let comparator = FamilyNameComparator(locale: order)
        self.entries = entries.values.sorted { comparator.compare($0.tag, $1.tag) == .orderedAscending }
    }

    var json: JSON {
        [
            "tags": .array(
                entries.map { entry in
                    [
                        "tag": .string(entry.tag), "fonts": JSON(entry.fonts), "families": JSON(entry.families.count),
                        "disabled": JSON(entry.disabled),
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            entries.map { entry in
                [
                    entry.tag, counted(entry.fonts, "font file"), counted(entry.families.count, "family", "families"),
                    entry.disabled == 0
                        ? "" : entry.disabled == entry.fonts ? "disabled" : "\(entry.disabled) disabled",
                ]
            })
    }

    var hint: String? { "There are no collections. `fontctl tag add TAG FONT` creates one." }
}
