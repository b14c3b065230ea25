/// What the user lets providers do that come by the bus.
///
/// The user's own `fontctl`, and programs that use this library themselves, are bound by none of it: they could change
/// the store and the policy as well.
public struct FontPolicy: Sendable, Hashable {
    /// Whether a provider may register fonts.
    public enum Install: String, Sendable, Hashable, CaseIterable {
        case allow
        /// The consent hook is asked each time; without one it is refused.
        case ask
        case deny
    }

    /// Whether a provider may look fonts up and be told of changes.
    public enum Use: String, Sendable, Hashable, CaseIterable {
        case allow, deny
    }

    /// Whether a request of a provider may activate fonts that are not there.
    ///
    /// The corresponding Apple type is `CTFontManagerAutoActivationSetting`.
    public enum Activation: String, Sendable, Hashable, CaseIterable {
        /// As for providers of its kind, and in the end always.
        case inherit
        case never, always
    }

    /// Whether a program acts with the user's authority over the bus, as `fontctl` does.
    public enum Manage: String, Sendable, Hashable, CaseIterable {
        case allow
        /// The consent hook is asked when the program wishes it, and what it answers is kept; without one it is refused.
        case ask
        case deny
    }

    /// How much is allowed.
    public enum Limit: Sendable, Hashable {
        case unlimited
        case atMost(Int)

        /// The number; nil if there is no limit.
        public var number: Int? { if case .atMost(let number) = self { number } else { nil } }
    }

    /// What the user has said of one provider, or of all of a kind; nil for what was not said.
    public struct Entry: Sendable, Hashable {
        public var install: Install?
        public var use: Use?
        /// Registrations.
        public var maxFonts: Limit?
        /// Bytes of their files.
        public var maxBytes: Limit?
        public var activation: Activation?
        public var manage: Manage?
        /// What a newer version, or a person, has written beside it.
        var others: [String: PolicyValue] = [:]

        public init() {}

        /// Whether nothing is said.
        public var isEmpty: Bool { self == Entry() }
    }

    /// Who is asked where ``Install/ask`` or ``Manage/ask`` holds.
    public enum Consent: Sendable, Hashable {
        /// A program, by absolute path, with its arguments.
        case program([String])
        /// A name on the session bus.
        case busName(String)
    }

    /// For programs that no sandbox confines.
    public var unconfined = Entry()
    /// For programs in a sandbox.
    public var sandboxed = Entry()
    /// By provider's id.
    public var providers: [String: Entry] = [:]
    /// Who is asked for consent.
    public var consent: Consent?
    /// How long a request waits for a provider, in seconds; nil for ``standardRequestDeadline``.
    public var requestDeadline: Double?
    /// What a newer version, or a person, has written beside it.
    var others: [String: PolicyValue] = [:]

    /// A policy of which nothing was said.
    public init() {}

    /// Seconds that a request waits for a provider when nothing was said.
    public static let standardRequestDeadline = 0.05
    /// The longest that may be set, in seconds.
    public static let longestRequestDeadline = 60.0

    /// What holds for a provider.
    public struct Rules: Sendable, Hashable {
        public var install: Install
        public var use: Use
        /// Registrations; nil for as many as it likes.
        public var maxFonts: Int?
        /// Bytes of their files; nil for as many as it likes.
        public var maxBytes: Int?
        /// Whether its requests activate fonts; never ``Activation/inherit``.
        public var activation: Activation
        /// Whether it acts for the user: lists, changes and removes everything.
        public var manage: Manage = .deny

        /// For the registrar.
        package var quota: FontQuota? {
            maxFonts == nil && maxBytes == nil ? nil : FontQuota(fonts: maxFonts, bytes: maxBytes)
        }
    }

    /// What holds where nothing was said: unconfined programs may do what they like, sandboxed ones register 5,000 fonts
    /// and 2 GiB, if the user agrees; only unconfined ones may ask to act for the user.
    static func standard(isSandboxed: Bool) -> Rules {
        isSandboxed
            ? Rules(install: .ask, use: .allow, maxFonts: 5_000, maxBytes: 2 << 30, activation: .always, manage: .deny)
            : Rules(install: .allow, use: .allow, maxFonts: nil, maxBytes: nil, activation: .always, manage: .ask)
    }

    /// What holds for a provider; nil for any of the kind.
    ///
    /// ``Manage`` is said of single programs only; for an interpreter it is always ``Manage/deny``.
    public func rules(for id: String?, isSandboxed: Bool) -> Rules {
        let own = id.flatMap { providers[$0] } ?? Entry()
        let kind = isSandboxed ? sandboxed : unconfined
        let standard = Self.standard(isSandboxed: isSandboxed)
        // What is inherited at last is what holds for programs in general.
        let activation = [own, kind, unconfined].compactMap(\.activation).first { $0 != .inherit }
        return Rules(
            install: own.install ?? kind.install ?? standard.install, use: own.use ?? kind.use ?? standard.use,
            maxFonts: (own.maxFonts ?? kind.maxFonts).map(\.number) ?? standard.maxFonts,
            maxBytes: (own.maxBytes ?? kind.maxBytes).map(\.number) ?? standard.maxBytes,
            activation: activation ?? standard.activation,
            manage: Interpreters.contains(id ?? "") ? .deny : own.manage ?? standard.manage)
    }

    /// How long a request waits for a provider.
    public var deadline: Duration { .seconds(requestDeadline ?? Self.standardRequestDeadline) }
}
