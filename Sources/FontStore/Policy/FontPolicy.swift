/// The user's policy for providers that use the bus.
///
/// It does not restrict the user's own `fontctl` or programs that use this library directly: they could also change the
/// store and the policy.
public struct FontPolicy: Sendable, Hashable {
    /// Whether a provider may register fonts, enable those that it has registered, and announce itself as a supplier.
    public enum Install: String, Sendable, Hashable, CaseIterable {
        case allow
        /// The consent hook is asked before each registration and announcement; if there is none, they are refused.
        case ask
        case deny
    }

    /// Whether a provider may look up fonts and receive changes.
    public enum Use: String, Sendable, Hashable, CaseIterable {
        case allow, deny
    }

    /// Whether a request of a provider may activate missing fonts.
    ///
    /// The corresponding Apple type is `CTFontManagerAutoActivationSetting`.
    public enum Activation: String, Sendable, Hashable, CaseIterable {
        /// The setting for providers of its kind, else for all programs; always if none is set.
        case inherit
        case never, always
    }

    /// Whether a provider's requests download fonts from catalogues.
    public enum Download: String, Sendable, Hashable, CaseIterable {
        case never
        /// The consent hook is asked before each download; if there is none, it is refused.
        case ask
        case allow
    }

    /// Whether a program has the user's authority over the bus, as `fontctl` has.
    public enum Manage: String, Sendable, Hashable, CaseIterable {
        case allow
        /// The consent program is asked when the program requests it, and the answer is saved; if there is none, the
        /// request is refused.
        case ask
        case deny
    }

    /// Whether the desktop helper runs, which makes running programs follow changes.
    public enum DesktopHelper: String, Sendable, Hashable, CaseIterable {
        case on, off
    }

    /// A limit for registrations.
    public enum Limit: Sendable, Hashable {
        case unlimited
        case atMost(Int)

        /// The number, or nil if there is no limit.
        public var number: Int? { if case .atMost(let number) = self { number } else { nil } }
    }

    /// The settings of one provider or of a kind of providers; nil for settings that are not set.
    public struct Entry: Sendable, Hashable {
        public var install: Install?
        public var use: Use?
        /// The limit for the number of registrations.
        public var maxFonts: Limit?
        /// The limit for the bytes of registered files.
        public var maxBytes: Limit?
        public var activation: Activation?
        public var download: Download?
        public var manage: Manage?
        /// Members that are unknown to this version.
        var others: [String: PolicyValue] = [:]

        public init() {}

        /// Creates an entry that sets every member.
        package init(_ rules: Rules) {
            (install, use, activation) = (rules.install, rules.use, rules.activation)
            (download, manage) = (rules.download, rules.manage)
            maxFonts = rules.maxFonts.map(Limit.atMost) ?? .unlimited
            maxBytes = rules.maxBytes.map(Limit.atMost) ?? .unlimited
        }

        /// Whether nothing is set.
        public var isEmpty: Bool { self == Entry() }
    }

    /// The recipient of a consent request for ``Install/ask``, ``Download/ask`` or ``Manage/ask``.
    public enum Consent: Sendable, Hashable {
        /// A program, with its absolute path and arguments.
        case program([String])
        /// A name on the session bus.
        case busName(String)
    }

    /// The settings for programs outside of sandboxes.
    public var unconfined = Entry()
    /// The settings for programs in a sandbox.
    public var sandboxed = Entry()
    /// The settings by provider id, which shows the provider's kind.
    public var providers: [String: Entry] = [:]
    /// The recipient of consent requests; nil for the application `org.fontd.Fonts`, if it is on the bus or can be started.
    public var consent: Consent?
    /// The time that a request waits for a provider, in seconds; nil for ``standardRequestDeadline``.
    public var requestDeadline: Double?
    /// Whether the desktop helper runs; nil for ``DesktopHelper/on``.
    public var desktopHelper: DesktopHelper?
    /// Members that are unknown to this version.
    var others: [String: PolicyValue] = [:]
    /// The administrator's settings for providers and kinds, which apply where this policy has none.
    private(set) var machine: [FontPolicy] = []

    /// Creates a policy without any settings.
    public init() {}

    /// Returns the policy with those settings of the administrator that it does not set itself.
    func above(_ machine: FontPolicy) -> FontPolicy {
        guard machine != FontPolicy() else { return self }
        var policy = self
        policy.machine = [machine]
        policy.consent = consent ?? machine.consent
        policy.requestDeadline = requestDeadline ?? machine.requestDeadline
        policy.desktopHelper = desktopHelper ?? machine.desktopHelper
        return policy
    }

    /// The ids of the providers with settings of their own, the user's or the administrator's.
    package var providersWithSettings: Set<String> { Set(([self] + machine).flatMap(\.providers.keys)) }

    /// Returns the effective values of those members that are set for a provider.
    package func settings(of id: String) -> Entry {
        let own = ([self] + machine).compactMap { $0.providers[id] }
        let whole = Entry(rules(for: id, isSandboxed: ProviderID.isSandboxed(id)))
        let unset = Entry.fields.filter { field in own.allSatisfy { field.value($0)?.isAbsent ?? true } }
        return Entry().changed(by: whole, removing: Set(unset.map(\.name)))
    }

    /// The default time that a request waits for a provider, in seconds.
    public static let standardRequestDeadline = 0.05
    /// The longest time that a request may wait for a provider, in seconds.
    public static let longestRequestDeadline = 60.0

    /// The rules that apply to a provider.
    public struct Rules: Sendable, Hashable {
        public var install: Install
        public var use: Use
        /// The limit for the number of registrations, or nil if there is none.
        public var maxFonts: Int?
        /// The limit for the bytes of registered files, or nil if there is none.
        public var maxBytes: Int?
        /// Whether its requests activate fonts; never ``Activation/inherit``.
        public var activation: Activation
        /// Whether its requests download fonts from catalogues.
        public var download: Download
        /// Whether it acts for the user, who lists, changes and removes everything.
        public var manage: Manage = .deny

        /// The limits for the registrar, or nil if there are none.
        package var quota: FontQuota? {
            maxFonts == nil && maxBytes == nil ? nil : FontQuota(fonts: maxFonts, bytes: maxBytes)
        }
    }

    /// Returns the default rules.
    ///
    /// Programs outside of sandboxes have no limits and may request the user's authority. Sandboxed programs may
    /// register 5,000 fonts and 2 GiB and download fonts if the user agrees, and may not request the user's authority.
    static func standard(isSandboxed: Bool) -> Rules {
        isSandboxed
            ? Rules(
                install: .ask, use: .allow, maxFonts: 5_000, maxBytes: 2 << 30, activation: .always, download: .ask,
                manage: .deny)
            : Rules(
                install: .allow, use: .allow, maxFonts: nil, maxBytes: nil, activation: .always, download: .allow,
                manage: .ask)
    }

    /// Returns the rules for a provider, or for any provider of the kind if the id is nil.
    ///
    /// ``Manage`` is set for single programs only; it is always ``Manage/deny`` for an interpreter.
    public func rules(for id: String?, isSandboxed: Bool) -> Rules {
        let standard = Self.standard(isSandboxed: isSandboxed)
        // A setting of the user, also for all programs of the kind, overrides one of the administrator, also for a single
        // provider.
        let policies = [self] + machine
        let owns = policies.map { policy in id.flatMap { policy.providers[$0] } ?? Entry() }
        let entries = zip(policies, owns).flatMap { [$1, isSandboxed ? $0.sandboxed : $0.unconfined] }
        // The last setting to inherit is that of programs outside of sandboxes.
        let activation = (entries + policies.map(\.unconfined)).compactMap(\.activation).first { $0 != .inherit }
        func first<Value>(_ member: (Entry) -> Value?) -> Value? { entries.lazy.compactMap(member).first }
        return Rules(
            install: first(\.install) ?? standard.install, use: first(\.use) ?? standard.use,
            maxFonts: first(\.maxFonts).map(\.number) ?? standard.maxFonts,
            maxBytes: first(\.maxBytes).map(\.number) ?? standard.maxBytes,
            activation: activation ?? standard.activation, download: first(\.download) ?? standard.download,
            manage: Interpreters.contains(id ?? "")
                ? .deny : owns.lazy.compactMap(\.manage).first ?? standard.manage)
    }

    /// The time that a request waits for a provider.
    public var deadline: Duration { .seconds(requestDeadline ?? Self.standardRequestDeadline) }
}
