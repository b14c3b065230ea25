import ArgumentParser
import FontRegistry

struct Policy: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", _superCommandName: "fontctl",
        abstract: "Say what programs that register fonts may do.",
        discussion: """
            Binds programs that come by the bus: `fontctl providers` shows who has. Sandboxed ones ask before they \
            register, and may have 5,000 fonts and 2 GiB; others may do all with their own fonts, and ask before they manage \
            those of others. What is not said of a provider is as for its kind. Without an option the policy is shown.

            Examples:
              fontctl policy
              fontctl policy org.example.Reader --install allow --max-fonts 100
              fontctl policy --sandboxed --install deny
              fontctl policy /usr/bin/font-settings --manage allow
              fontctl policy --consent-program /usr/local/bin/ask-me
              fontctl policy org.example.Reader --reset
            """)

    @Argument(
        help: ArgumentHelp("Whom it is about: a provider's id.", valueName: "provider"), completion: .providers)
    var provider: NameArgument?

    @Flag var kind: Kind?

    @Option(help: "Whether it may register fonts; ask: if the consent hook agrees.")
    var install: WordArgument<FontPolicy.Install>?

    @Option(help: "Whether it may look fonts up.")
    var use: WordArgument<FontPolicy.Use>?

    @Option(help: ArgumentHelp("How many fonts it may have registered, or none for no limit.", valueName: "n"))
    var maxFonts: LimitArgument?

    @Option(help: ArgumentHelp("How many bytes of fonts, or none for no limit.", valueName: "n"))
    var maxBytes: LimitArgument?

    @Option(help: "Whether its requests activate fonts that are not there.")
    var activation: WordArgument<FontPolicy.Activation>?

    @Option(help: "Whether it may see and change everything, as a settings panel does; ask: if the hook agrees.")
    var manage: WordArgument<FontPolicy.Manage>?

    @Flag(help: "Forget what was said of it.")
    var reset = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The program that is asked: it gets the wish, register or manage, as JSON on standard input, and agrees by ending with 0; to manage only if it writes the line manage as well.",
            valueName: "program"),
        completion: .file())
    var consentProgram: [PathArgument] = []

    @Option(help: ArgumentHelp("The bus name that is asked.", valueName: "name"))
    var consentBusName: NameArgument?

    @Flag(help: "Ask nobody: what must be asked is refused.")
    var noConsent = false

    @Option(help: ArgumentHelp("How long a request waits for a provider.", valueName: "seconds"))
    var requestDeadline: Double?

    @OptionGroup var output: OutputOptions

    /// All providers of a kind.
    enum Kind: String, EnumerableFlag {
        case `default`
        case sandboxed

        static func help(for value: Kind) -> ArgumentHelp? {
            switch value {
            case .default: "It is about all programs outside of sandboxes."
            case .sandboxed: "It is about all sandboxed programs."
            }
        }
    }

    private var isSaid: Bool {
        install != nil || use != nil || maxFonts != nil || maxBytes != nil || activation != nil
            || manage != nil
    }

    func validate() throws {
        if provider != nil, kind != nil {
            throw ValidationError("Give a provider, --default or --sandboxed, not two of them.")
        }
        if provider == nil, kind == nil, isSaid || reset {
            throw ValidationError("Say whom it is about: a provider, --default or --sandboxed.")
        }
        if manage != nil, provider == nil {
            throw ValidationError("Say which program may manage fonts: --manage takes a provider, not a kind of them.")
        }
        if let manage, manage.value != .deny, let id = provider?.text, Interpreters.contains(id) {
            throw ValidationError(Interpreters.advice(id))
        }
        if reset, isSaid { throw ValidationError("--reset forgets what was said; give nothing new with it.") }
        if [!consentProgram.isEmpty, consentBusName != nil, noConsent].count(where: \.self) > 1 {
            throw ValidationError("Give one of --consent-program, --consent-bus-name and --no-consent.")
        }
        if let name = consentBusName?.text, !FontPolicy.isBusName(name) {
            throw ValidationError("\(name) is no bus name, such as org.example.Consent.")
        }
        if let requestDeadline, !(0...FontPolicy.longestRequestDeadline).contains(requestDeadline) {
            throw ValidationError("The deadline is a number of seconds from 0 to 60.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> PolicyReport {
        let file = PolicyFile(try context.registry().paths)
        var consent: FontPolicy.Consent? = consentBusName.map { .busName($0.text) }
        if let program = consentProgram.first {
            let path = try context.absolute(program.text)
            guard AbsolutePath.isFile(path) else {
                throw FontError(.fileNotFound, "There is no such program. Check the path.", file: path)
            }
            consent = .program([path] + consentProgram.dropFirst().map(\.text))
        }
        var comment: String?
        if let provider = provider?.text {
            try CallerText.checkProvider(provider)
            let known = await KnownProviders.ids(in: context)
            if !known.contains(provider) {
                let question = NearNames.question(NearNames.of(provider, among: known))
                comment =
                    "No provider “\(provider)” has registered fonts here so far.\(question) `fontctl providers` lists those that have."
            }
        }
        let isChange = isSaid || reset || noConsent || consent != nil || requestDeadline != nil
        if isChange { try context.registry().paths.refuseForeign() }
        let policy =
            !isChange
            ? try file.read()
            : try file.change { policy in
                if let provider = provider?.text {
                    change(&policy.providers[provider, default: .init()])
                    if reset { policy.providers[provider] = nil }
                } else if let kind {
                    change(&policy[kind])
                }
                if let consent { policy.consent = consent }
                if noConsent { policy.consent = nil }
                if let requestDeadline { policy.requestDeadline = requestDeadline }
            }
        return PolicyReport(file: file.path, policy: policy, provider: provider?.text, comment: comment)
    }

    private func change(_ entry: inout FontPolicy.Entry) {
        if reset { entry = .init() }
        entry.install = install?.value ?? entry.install
        entry.use = use?.value ?? entry.use
        entry.maxFonts = maxFonts?.limit ?? entry.maxFonts
        entry.maxBytes = maxBytes?.limit ?? entry.maxBytes
        entry.activation = activation?.value ?? entry.activation
        entry.manage = manage?.value ?? entry.manage
    }
}

extension FontPolicy {
    fileprivate subscript(kind: Policy.Kind) -> Entry {
        get { kind == .default ? unconfined : sandboxed }
        set { if kind == .default { unconfined = newValue } else { sandboxed = newValue } }
    }
}
