import ArgumentParser
import FontRegistry

struct List: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "fontctl",
        abstract: "List registered fonts.",
        discussion: """
            One line for each face: PostScript name, family, style, weight, scope, provider, whether it is disabled, the \
            id of its registration, and the file as it was specified.

            Examples:
              fontctl list
              fontctl list --disabled
              fontctl list --json --scope session
            """)

    @OptionGroup var filter: ScopeFilter

    @Option(help: ArgumentHelp("Only fonts registered by this provider.", valueName: "id"))
    var provider: NameArgument?

    @Flag var state: State?

    @OptionGroup var output: OutputOptions

    /// A filter on the state of registrations.
    enum State: String, EnumerableFlag {
        case enabled
        case disabled

        static func help(for value: State) -> ArgumentHelp? {
            switch value {
            case .enabled: "Only fonts that programs see."
            case .disabled: "Only fonts that are hidden."
            }
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> RegistrationList {
        let manager = try await context.manager()
        let state: RegistrationState =
            switch state {
            case nil: .any
            case .enabled: .enabled
            case .disabled: .disabled
            }
        let (scope, owner) = (filter.scope?.scope, provider?.text)
        var list: RegistrationList
        if output.json {
            // The generation is read first: a client that watches from it may see a change twice, but misses none.
            let generation = try await manager.generation()
            list = RegistrationList(
                generation: generation,
                registrations: try await manager.registered(scope: scope, state: state, provider: owner))
            list.sandboxes = context.sandboxFolders()
        } else {
            list = RegistrationList(faces: try await manager.listedFaces(scope: scope, state: state, provider: owner))
        }
        if let provider = owner, list.faces.isEmpty {
            let known = try await manager.providers().map(\.id)
            if !known.contains(provider) {
                list.unknownProvider = .init(id: provider, near: NearNames.of(provider, among: known))
            }
        }
        return list
    }
}
