import ArgumentParser
import FontRegistry

/// The options that select registered fonts besides their names.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only fonts of this family, in any language.", valueName: "family"),
        completion: .registeredFamilies)
    var family: NameArgument?

    @Option(help: ArgumentHelp("Only fonts in this collection.", valueName: "tag"), completion: .tags)
    var tag: NameArgument?

    @OptionGroup var filter: ScopeFilter

    var selected: SelectedProperties {
        SelectedProperties(family: family?.text, tag: tag?.text, scope: filter.scope?.scope)
    }
}

/// The properties of registered fonts that a command line selects besides names.
struct SelectedProperties: Sendable, Hashable {
    var family: String?
    var tag: String?
    var scope: FontScope?

    /// Whether fonts are selected by a property of their own.
    var isNarrow: Bool { family != nil || tag != nil }

    /// The options that select these properties, for advice.
    ///
    /// - Parameter includesTag: Whether the command has the option `--tag`.
    func words(includesTag: Bool) -> [String] {
        (family.map { ShellWords.option("--family", $0) } ?? [])
            + (includesTag ? tag.map { ShellWords.option("--tag", $0) } ?? [] : [])
            + (scope.map { ["--scope", $0.rawValue] } ?? [])
    }

    /// Returns whether a registration has the selected properties.
    func matches(_ registration: Registration) -> Bool {
        (scope == nil || registration.scope == scope) && (tag.map { registration.tags.contains($0) } ?? true)
            && (family.map { RegistrationSelection.hasFamily($0, registration) } ?? true)
    }

    /// Returns the error for options that select nothing.
    func nothing(named name: String? = nil) -> FontError {
        let properties = properties(named: name)
        let fact: Message =
            properties.isEmpty
            ? "No font is registered." : "No registered font matches: \(Message(properties, separator: ", "))."
        guard tag != nil else { return FontError(.notRegistered, fact) }
        let advice: Message =
            "A collection exists as long as it contains a font, unless it was created: `fontctl tag list` lists them, and `fontctl undo --list` the changes that can be undone."
        return FontError(.notRegistered, Message([fact, advice]))
    }

    private func properties(named name: String?) -> [Message] {
        let properties: [Message?] = [
            name.map { "name “\($0)”" }, family.map { "family “\($0)”" }, tag.map { "collection “\($0)”" },
            scope.map { "scope \($0.rawValue)" },
        ]
        return properties.compactMap(\.self)
    }
}

/// The options of a change that can concern all fonts.
struct WholeOptions: ParsableArguments {
    @Flag(help: "All registered fonts, or all of the scope or provider; asks for confirmation.")
    var all = false

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation, with --all or a pattern without letters.")
    var yes = false
}

extension FontSummary {
    /// Returns the summary with the names of the targets as they were chosen.
    func named(_ targets: [ChosenFonts.Target]) -> FontSummary {
        let items = Dictionary(
            targets.map { (ExactText($0.target.text), $0.item) }, uniquingKeysWith: { first, _ in first })
        var summary = self
        for place in summary.outcomes.indices {
            let item = summary.outcomes[place].item
            let chosen = items[ExactText(item)] ?? item
            summary.outcomes[place].item = chosen
            if let file = summary.outcomes[place].error?.file, file.hasBytes(of: item) {
                summary.outcomes[place].error?.file = chosen
            }
        }
        return summary
    }
}

/// The scopes that outlive a command.
enum ScopeArgument: String, WordArgument {
    case session, persistent

    var scope: FontScope { self == .session ? .session : .persistent }
}

/// A filter on the scope.
struct ScopeFilter: ParsableArguments {
    @Option(help: "Only fonts in this scope.")
    var scope: ScopeArgument?
}

/// The provider for which a command acts.
struct ProviderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act as this provider, which sees and changes only its own fonts. (default: yourself, with all permissions)",
            valueName: "id"), completion: .providers)
    var provider: NameArgument?

    /// Returns the words of a command line with this option, for advice.
    func command(_ words: String...) -> [String] {
        ["fontctl"] + words + (provider.map { ShellWords.option("--provider", $0.text) } ?? [])
    }
}

/// The option to remove files although running programs may open them again.
struct RemovalOption: ParsableArguments {
    @Flag(help: "Remove the file at once, even if running programs can then no longer show text in the font.")
    var now = false
}

/// The options that select the fonts of a change.
struct TargetOptions: ParsableArguments {
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var whole: WholeOptions
    @OptionGroup var provider: ProviderOption
}

/// A command that enables, disables or unregisters fonts.
protocol TargetingCommand: StoreCommand, ChangingCommand {
    var fonts: [TargetArgument] { get }
    var targeting: TargetOptions { get }
}

extension TargetingCommand {
    func validate() throws {
        let (selected, all) = (targeting.selection.selected, targeting.whole.all)
        if !fonts.isEmpty, all { throw ValidationError(message: "--all cannot be combined with names of fonts.") }
        guard fonts.isEmpty, !all, selected == SelectedProperties(), targeting.provider.provider == nil else { return }
        throw ValidationError(message: "Specify fonts, or --family, --tag, --scope, --provider or --all.")
    }

    /// Makes a change of the selected fonts.
    ///
    /// - Parameters:
    ///   - allowsMissing: Whether fonts that are not registered are left out.
    ///   - meansSystem: Whether a family means its fonts of the system, too.
    func perform(
        _ verb: RegistrationVerb, removesAtOnce: Bool = false, allowsMissing: Bool = false,
        meansSystem: Bool = false, in context: FontctlContext
    ) async throws(FontError) -> (FontManager, [ChosenFonts.Target], FontSummary) {
        let (selected, provider) = (targeting.selection.selected, targeting.provider)
        let manager = try await context.manager(provider: provider.provider?.text)
        var targets: [ChosenFonts.Target] = []
        do throws(FontError) {
            targets = try await ChosenFonts(manager: manager, options: selected, context: context).targets(
                fonts, targeting.whole, command: provider.command(Self._commandName), isDryRun: isDryRun,
                allowsMissing: allowsMissing, meansSystem: meansSystem)
        } catch {
            guard allowsMissing, error.code == .notRegistered else { throw error }
        }
        let change = RegistrationChange(
            verb, targets.map(\.target), scope: selected.scope, isDryRun: isDryRun, removesAtOnce: removesAtOnce)
        return (manager, targets, try await manager.change(change).named(targets))
    }
}
