public import FontModel
import Foundation

/// A font registry for Linux that registers, enables, replaces, finds and removes fonts, and reports changes.
///
/// A manager works for one provider on one user's store. Several managers, processes and the daemon may use the store
/// at the same time. All methods may be called from any task. Methods that write wait for other writers.
///
/// Fonts in process scope belong to the process, not to the manager: all managers of a process on one store see them,
/// and each provider unregisters its own. They and the system's fonts do not need the store, which may be damaged,
/// unreadable or of a later release.
///
/// ```swift
/// let fonts = try FontManager(provider: "org.example.Reader", context: .user())
/// let outcome = try await fonts.register(URL(filePath: "/home/me/Lora-Regular.ttf"), scope: .persistent)
/// let lora = try await fonts.resolve("Lora-Regular").match
/// ```
///
/// The corresponding Apple interface is `CTFontManager`.
public final class FontManager: Sendable {
    /// The authority of the caller.
    public typealias Authority = FontAuthority

    /// The provider with its rights.
    let caller: Caller
    /// The state of the process that its managers share.
    let processState: ProcessFontState
    /// The backend of session and persistent scope.
    package let backend: any RegistryBackend
    /// The fonts of process scope alone, with calls that work on the calling thread.
    public let process: ProcessFontManager
    /// The manager's own queue, for work that may block.
    let queue: WorkQueue
    let supplier: FontSupplier?
    /// The families of the last menu in the process; nil for a service, whose memory they would fill, and a command.
    let families: FamilyCache?

    /// Creates a manager without reading or writing anything.
    ///
    /// - Parameters:
    ///   - provider: The provider that owns the registrations, such as the application's reverse-DNS id.
    ///   - authority: The authority of the caller.
    ///   - context: The paths of the store and the font folders.
    public convenience init(provider: String, authority: Authority = .provider, context: RegistryContext) {
        self.init(Caller(provider: provider, authority: authority, isThisProgram: true), on: .shared(context))
    }

    /// Creates a manager for a caller on an opened store.
    ///
    /// - Parameter supplier: Requests missing fonts; nil for a manager that finds those of the store only.
    package convenience init(_ caller: Caller, on store: RegistryStore, supplier: FontSupplier? = nil) {
        // The process of a command ends before a second menu.
        self.init(
            caller, LocalBackend(store, caller), store.processState, supplier: supplier,
            keepsFamilies: !store.processState.context.isOfCommand)
    }

    /// Creates a manager that reaches the registry through a backend.
    package init(
        _ caller: Caller, _ backend: any RegistryBackend, _ processState: ProcessFontState,
        supplier: FontSupplier? = nil, keepsFamilies: Bool = true
    ) {
        self.caller = caller
        self.processState = processState
        self.backend = backend
        process = ProcessFontManager(caller, processState, backend)
        queue = process.queue
        self.supplier = supplier
        families = keepsFamilies ? processState.families.value : nil
    }

    /// Returns a manager on the same store for another caller.
    ///
    /// It is for a service: the managers share what they have read of the store and of the system's fonts, but blocking
    /// work of one caller does not delay the others.
    ///
    /// - Parameter isUser: Whether the user acts with the rights of the provider; then the user can undo it.
    package func acting(
        as provider: String, authority: Authority = .provider, quota: FontQuota? = nil, facts: ProviderFacts? = nil,
        isUser: Bool = false
    ) -> FontManager {
        let caller = Caller(
            provider: provider, authority: authority, quota: quota, facts: facts, isUser: isUser)
        return FontManager(caller, backend.acting(for: caller), processState, keepsFamilies: false)
    }

    /// The id of the provider that is the user: fonts that the user registers are not those of a program, and stay when
    /// one is removed.
    public static var userProvider: String { Caller.userProvider }

    /// The provider that owns the registrations.
    public var provider: String { caller.provider }

    var authority: Authority { caller.authority }

    /// The location of the store; nil if the manager uses the service.
    package var storeContext: RegistryContext? { serviceAnswers == nil ? processState.context : nil }

    /// The answers of the service; nil if the manager uses the store directly.
    package var serviceAnswers: (any ServiceAnswers)? { backend.answers }

    /// The backends in the order of their scopes' priority.
    var backends: [any FontBackend] { [process.backend, backend] }

    /// Returns the backend of a scope.
    func backend(of scope: FontScope) -> any FontBackend { scope == .process ? process.backend : backend }

    /// Returns a manager with the user's authority, which sees, enables, disables and removes the fonts of every
    /// provider.
    ///
    /// Through the service, the consent program asks the user, if there is one (`fontctl policy --consent-program`),
    /// and the answer remains valid. Through the store, the user is not asked. If the user revokes the permission
    /// later, both this manager and the returned one fail with ``FontError/Code/missingEntitlement`` (302).
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the user's policy does not let
    ///   the program manage fonts, which is the default in a sandbox; ``FontError/Code/cancelledByUser`` (304) if the
    ///   user did not agree; ``FontError/Code/registrationFailed`` (301) if there is no service.
    public func requestManagement() async throws(FontError) -> FontManager {
        try await backend.requestManagement()
        var user = caller
        user.authority = .user
        return FontManager(user, backend.acting(for: user), processState, supplier: supplier)
    }

    // MARK: Changes

    /// Returns the store's generation.
    ///
    /// Every operation that changes something increases it by one; an operation that was rolled back increases it by
    /// two.
    public func generation() async throws(FontError) -> Int64 {
        try await backend.generation()
    }

    /// The changes from now on, made by this process and by others, with those of the system's fonts; see
    /// ``FontChanges``.
    public var changes: FontChanges { changes(since: nil) }

    /// Returns the changes after a generation, followed by further ones as they happen.
    ///
    /// - Parameters:
    ///   - generation: The generation to start after; nil for the present one. If the log does not reach back that far,
    ///     the first event is a snapshot.
    ///   - includesSystemFonts: Whether ``FontChangeEvent/system(generation:change:)`` is reported, for which the
    ///     process watches fontconfig's folders.
    public func changes(since generation: Int64?, includesSystemFonts: Bool = true) -> FontChanges {
        process.changes(since: generation, includesSystemFonts: includesSystemFonts)
    }

    /// Returns the changes since a generation without waiting for more.
    ///
    /// - Returns: The generation that the answer reaches, and the changes; nil if the log does not reach back that far.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func history(since generation: Int64) async throws(FontError) -> (Int64, [FontChange]?) {
        try await backend.history(since: generation)
    }
}

extension FontconfigBridge {
    /// Creates a bridge that shows the present process fonts and applies later changes.
    ///
    /// - Parameters:
    ///   - manager: The manager whose process scope is shown.
    ///   - perform: Runs work on the thread that uses fontconfig.
    ///   - didChange: Called on that thread after each change, including the initial one, to notify the toolkit.
    public convenience init(
        for manager: FontManager,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        didChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        self.init(
            for: manager.processState.process,
            changes: { manager.changes(since: nil, includesSystemFonts: false) },
            isOfSharedFonts: { event in
                switch event {
                case .change(let change): change.scope != .process && change.kind != .collections
                case .snapshot, .system: true
                case .policy, .announcements: false
                }
            }, perform: perform, didChange: didChange)
    }
}
