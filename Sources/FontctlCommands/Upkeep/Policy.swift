import ArgumentParser
import FontAdvice
import FontRegistry
import Glibc

struct Policy: StoreCommand {
    static let configuration = CommandConfiguration(
        "policy", abstract: "Set the permissions of programs that register fonts.",
        discussion: """
            Applies to programs on the bus: `fontctl providers` lists them. Sandboxed programs require consent to \
            register or download, and are limited to 5,000 fonts and 2 GiB; others have full access to their own fonts, \
            and require consent to manage those of others. A permission that is not set for a provider defaults to that \
            of its kind. Without options it shows the policy, or with an id the permissions of that provider.

            The settings in /etc/fontd/policy.json, which `sudo fontctl --system policy` changes, apply to all users \
            where their own policies set nothing.

            Examples:
              fontctl policy
              fontctl policy flatpak:org.example.Reader --install allow --max-fonts 100
              fontctl policy --sandboxed --install deny
              fontctl policy /usr/bin/font-settings --manage allow
              fontctl policy --consent-program /usr/local/bin/ask-me
              fontctl policy flatpak:org.example.Reader --reset
            """)

    @Argument(
        help: ArgumentHelp("The id of a provider.", valueName: "provider"), completion: .providers)
    var provider: NameArgument?

    @Flag var kind: Kind?

    @Option(help: "Whether it may register fonts; ask: with the consent of the hook.")
    var install: FontPolicy.Install?

    @Option(help: "Whether it may look up fonts.")
    var use: FontPolicy.Use?

    @Option(help: ArgumentHelp("The maximum number of registered fonts, or none for no limit.", valueName: "n"))
    var maxFonts: LimitArgument?

    @Option(help: ArgumentHelp("The maximum size of its fonts in bytes, or none for no limit.", valueName: "n"))
    var maxBytes: LimitArgument?

    @Option(help: "Whether its requests activate missing fonts.")
    var activation: FontPolicy.Activation?

    @Option(help: "Whether its requests download fonts from catalogues; ask: with the consent of the hook.")
    var download: FontPolicy.Download?

    @Option(
        help: "Whether it may see and change everything, as a settings panel does; ask: with the consent of the hook.")
    var manage: FontPolicy.Manage?

    @Flag(help: "Reset its permissions to the defaults.")
    var reset = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The consent program. It reads the request (register, download or manage) as JSON from standard input and agrees by exiting with 0; to agree to download or manage, it also writes that word as a line.",
            valueName: "program"),
        completion: .file())
    var consentProgram: [PathArgument] = []

    @Option(help: ArgumentHelp("The bus name of the consent service.", valueName: "name"))
    var consentBusName: NameArgument?

    @Flag(help: "Remove the consent hook: the application Fonts asks, or requests that require consent are refused.")
    var noConsent = false

    @Option(help: ArgumentHelp("The time that a request waits for a provider.", valueName: "seconds"))
    var requestDeadline: Double?

    @Option(
        help:
            "Whether a helper makes running GTK programs follow changes on desktops without a settings daemon; off takes effect with the next change, on with the next login."
    )
    var desktopHelper: FontPolicy.DesktopHelper?

    @OptionGroup var options: StoreOptions

    /// All providers of a kind.
    enum Kind: String, EnumerableFlag {
        case `default`, sandboxed

        static func help(for value: Kind) -> ArgumentHelp? {
            switch value {
            case .default: "Apply to all programs outside of sandboxes."
            case .sandboxed: "Apply to all sandboxed programs."
            }
        }
    }

    private var changesPermissions: Bool {
        install != nil || use != nil || maxFonts != nil || maxBytes != nil || activation != nil
            || download != nil || manage != nil
    }

    func validate() throws {
        if let word = provider?.text.lowercased(), let kind = Kind(rawValue: word) {
            throw ValidationError(
                message:
                    "“\(word)” is no provider. Specify --\(kind.rawValue) for the permissions of all programs of this kind."
            )
        }
        if provider != nil, kind != nil {
            throw ValidationError(message: "Specify only one of a provider, --default and --sandboxed.")
        }
        if provider == nil, kind == nil, changesPermissions || reset {
            throw ValidationError(message: "Specify a provider, --default or --sandboxed.")
        }
        if manage != nil, provider == nil {
            throw ValidationError(
                message:
                    "Specify the program that may manage fonts: --manage requires a provider, not --default or --sandboxed."
            )
        }
        if let manage, manage != .deny, let named = provider?.text {
            if Interpreters.contains(named) { throw ValidationError(message: Interpreters.advice(named)) }
            let id = ProviderID.inPolicy(named)
            guard id == named else {
                throw ValidationError(
                    message:
                        "Specify the program that may manage fonts with its kind: \(id) for the Flatpak, app-\(named).service for an application that the desktop started outside of a sandbox."
                )
            }
        }
        if reset, changesPermissions {
            throw ValidationError(message: "--reset cannot be combined with other permissions.")
        }
        if [!consentProgram.isEmpty, consentBusName != nil, noConsent].count(where: \.self) > 1 {
            throw ValidationError(
                message: "Specify only one of --consent-program, --consent-bus-name and --no-consent.")
        }
        if let name = consentBusName?.text, !FontPolicy.isBusName(name) {
            throw ValidationError(message: "\(name) is not a bus name. Specify a name such as org.example.Consent.")
        }
        if let requestDeadline, !(0...FontPolicy.longestRequestDeadline).contains(requestDeadline) {
            throw ValidationError(message: "The deadline must be a number of seconds from 0 to 60.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let registry = try context.registry()
        let file = PolicyFile(registry.paths)
        var consent: FontPolicy.Consent? = consentBusName.map { .busName($0.text) }
        if let program = consentProgram.first {
            let path = try context.absolute(program.text)
            try Self.checkProgram(path)
            consent = .program([path] + consentProgram.dropFirst().map(\.text))
        }
        var comments: [String] = []
        let provider = provider.map { ProviderID.inPolicy($0.text) }
        if let provider, let named = self.provider?.text {
            try ProviderID.checkInPolicy(provider)
            if changesPermissions, ProviderID.kind(of: provider) == .executable { try Self.checkProgram(provider) }
            let known = await context.knownProviders()
            if known.isDisjoint(with: [provider, named]) {
                let question = NearNames.question(NearNames.of(named, among: known))
                comments.append(
                    tr(
                        "No provider “\(named)” has registered fonts.\(question) `fontctl providers` lists the providers that have registered fonts."
                    ))
                let isInstalled = InstalledPrograms.contains(provider, registry.paths)
                if changesPermissions, !isInstalled,
                    context.ask(tr("No provider “\(named)” is known.\(question) Set its permissions? [y/N] ")) == false
                {
                    throw FontError(.cancelledByUser, "Nothing was changed.")
                }
            }
            if ProviderID.kind(of: named) == nil, changesPermissions || provider != named {
                comments.append(
                    provider == named
                        ? tr(
                            "“\(named)” was taken for the name that a program outside of a sandbox gives itself. For another kind specify a snap (snap:NAME), a unit (NAME.service) or the path of a program."
                        )
                        : tr(
                            "“\(named)” was taken for the Flatpak application \(provider). For another kind specify a snap (snap:NAME), a unit (NAME.service) or the path of a program."
                        )
                )
            }
        }
        var changed: (policy: FontPolicy, isChanged: Bool, isRecorded: Bool)?
        if changesPermissions || reset || noConsent || consent != nil || requestDeadline != nil || desktopHelper != nil
        {
            try registry.paths.refuseForeign()
            changed = try Registrar(registry).changePolicy { policy in
                if let provider {
                    change(&policy.providers[provider, default: .init()])
                    if reset { policy.providers[provider] = nil }
                } else if kind == .default {
                    change(&policy.unconfined)
                } else if kind == .sandboxed {
                    change(&policy.sandboxed)
                }
                if let consent { policy.consent = consent }
                if noConsent { policy.consent = nil }
                if let requestDeadline { policy.requestDeadline = requestDeadline }
                if let desktopHelper { policy.desktopHelper = desktopHelper }
            }
        }
        return PolicyReport(
            file: file.path, policy: try file.read(), provider: provider, comments: comments,
            machine: file.machinePath, changed: changed)
    }

    /// Checks that a path is that of a program.
    ///
    /// - Throws: `fileNotFound` (101) or `invalidFilePath` (306).
    private static func checkProgram(_ path: String) throws(FontError) {
        if AbsolutePath.isFolder(path) {
            throw FontError(.invalidFilePath, "This is a folder. Specify the path of a program in it.", file: path)
        }
        guard AbsolutePath.isFile(path) else {
            throw FontError(.fileNotFound, "The program does not exist. Check the path.", file: path)
        }
        guard GivenPath.with(path, { access($0, X_OK) }) == 0 else {
            throw FontError(
                .invalidFilePath, "This file is not executable, so it is no program. Specify the path of a program.",
                file: path)
        }
    }

    private func change(_ entry: inout FontPolicy.Entry) {
        if reset { entry = .init() }
        entry.install = install ?? entry.install
        entry.use = use ?? entry.use
        entry.maxFonts = maxFonts?.limit ?? entry.maxFonts
        entry.maxBytes = maxBytes?.limit ?? entry.maxBytes
        entry.activation = activation ?? entry.activation
        entry.download = download ?? entry.download
        entry.manage = manage ?? entry.manage
    }
}

/// A number, or `none`.
struct LimitArgument: ExpressibleByArgument, Sendable, Hashable {
    var limit: FontPolicy.Limit

    init?(argument: String) {
        if argument == "none" {
            limit = .unlimited
        } else if let number = Int(argument), number >= 0 {
            limit = .atMost(number)
        } else {
            return nil
        }
    }
}

extension CompletionKind {
    /// Completes ids of known providers.
    static let providers = CompletionKind.custom { _, _, word in
        await FontctlContext.current.knownProviders().filter { $0.hasPrefix(word) && !$0.contains("\n") }.sorted()
    }
}

extension FontctlContext {
    /// Returns the ids of providers that have registrations or an entry in the policy; empty if they cannot be read.
    func knownProviders() async -> Set<String> {
        let registered = (try? await manager().providers().map(\.id)) ?? []
        let named = (try? PolicyFile(registry().paths).read().providers.keys).map(Array.init) ?? []
        return Set(registered + named)
    }
}
