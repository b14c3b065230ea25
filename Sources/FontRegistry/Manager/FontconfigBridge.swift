public import FontModel
import Fontconfig
import Synchronization

/// Shows process-scope fonts to everything else in this process that uses fontconfig.
///
/// Opt-in. It adds the enabled process fonts to fontconfig's current configuration, takes single ones out again, leaves
/// fonts that others added alone, and puts its own back after a re-initialisation, which drops application fonts in
/// every released fontconfig. Of fonts with the same name that fit a request equally well fontconfig then takes the
/// process's, of whatever revision. A request that one of them fits better, such as for a language that only one can
/// write, leads to that one, as it does between any two fonts.
///
/// Toolkits remember what fontconfig answered. After each ``Change`` they need to be told:
///
/// | toolkit | required after a change |
/// | --- | --- |
/// | Pango, GTK | `pango_fc_font_map_config_changed` on the default font map (`pango_cairo_font_map_get_default`); then queue a resize of the widgets |
/// | Qt 5, Qt 6 | add any font with `QFontDatabase::addApplicationFont` and remove it again, then ``reinitialize()``: Qt forgets all fonts, and takes those of everybody out of fontconfig. Block the application's signals meanwhile, or who hears `fontDatabaseChanged` asks for fonts before they are back; emit it afterwards. Give widgets another font and then theirs, as they keep what Qt found for it |
/// | WebKitGTK | nothing helps: pages are laid out in a process of their own; load the font with CSS `@font-face` |
///
/// Fonts that are registered, and shown by the bridge, before a toolkit's first use of fonts need none of this. Of fonts
/// with the same family and style Qt takes any, as it lists fonts where others ask fontconfig for the best one.
/// `Examples/ProcessFonts` has programs with GTK 4 and with Qt that do what is in the table.
///
/// fontconfig does not lock its application fonts: they must be changed on the thread that uses fontconfig, usually the
/// one with the main loop. `perform` is given each piece of work and runs it there, for instance with `g_idle_add`.
/// Without it the work is done at once on the thread that registers, which is right for programs with one thread.
///
/// All process fonts are shown, whichever manager registered them: have one bridge in a process.
///
/// The corresponding C functions are `FcConfigAppFontAddFile` and `FcConfigAppFontClear`.
public final class FontconfigBridge: Sendable {
    /// A change that toolkits do not notice by themselves.
    public struct Change: Sendable, Hashable {
        /// The kind of a change.
        public enum Cause: String, Sendable, Hashable, CaseIterable {
            /// Process fonts came or went, or were put back after a re-initialisation.
            case processFonts = "process-fonts"
            /// ``FontconfigBridge/reinitialize()`` has made a new configuration.
            case reinitialization
            /// Session or persistent fonts changed, which fontconfig learns of by re-initialisation: GTK does so by itself
            /// under a settings daemon, other toolkits need ``FontconfigBridge/reinitialize()``.
            case registry
        }

        /// The kind of the change.
        public var cause: Cause
        /// The files of the process fonts that fontconfig shows now.
        public var fonts: [String]

        public init(cause: Cause, fonts: [String]) {
            self.cause = cause
            self.fonts = fonts
        }
    }

    private let manager: FontManager
    private let bridge = CurrentConfigurationBridge()
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let didChange: @Sendable (Change) -> Void
    private let failure = Mutex<FontError?>(nil)
    private let watcher = Mutex<Task<Void, Never>?>(nil)

    /// Applies the process fonts there are, and from now on every change of them.
    ///
    /// - Parameters:
    ///   - manager: Whose process scope to show.
    ///   - perform: Runs work on the thread that uses fontconfig.
    ///   - didChange: Called on that thread after each change, the fonts there are at first included; does what the
    ///     toolkit needs.
    public init(
        for manager: FontManager,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        didChange: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        self.manager = manager
        self.perform = perform
        self.didChange = didChange
        manager.process.onChange(for: self) { [weak self] in self?.scheduleSynchronization() }
        scheduleSynchronization()
        watchStore()
    }

    deinit { watcher.withLock { $0?.cancel() } }

    /// A change in the store is what makes toolkits re-initialise fontconfig, a second or two later.
    private func watchStore() {
        let task = Task(executorPreference: TaskExecution.executor) { [weak self, manager] in
            var iterator = manager.changes.makeAsyncIterator()
            while !Task.isCancelled {
                do throws(FontError) {
                    guard let event = try await iterator.next() else { return }
                    if case .change(let change) = event, change.scope == .process { continue }
                    self?.reportRegistryChange()
                } catch {
                    // What cannot be read now may be readable later.
                    try? await Task.sleep(for: Self.recoveryDelay)
                    iterator = manager.changes.makeAsyncIterator()
                }
                try? await Task.sleep(for: Self.toolkitDelay)
                self?.scheduleSynchronization()
            }
        }
        watcher.withLock { $0 = task }
    }

    /// A settings daemon waits for a quiet second after the delayed touch before it tells toolkits.
    private static let toolkitDelay = Duration.seconds(3)

    /// Between two looks at a store that cannot be read.
    private static let recoveryDelay = Duration.seconds(60)

    /// Takes the process fonts out of the configuration again.
    ///
    /// On the thread that uses fontconfig.
    public func detach() throws(FontError) { _ = try apply([]) }

    /// Brings the current configuration into line with process scope; on the thread that uses fontconfig.
    ///
    /// Cheap when nothing is to be done: call it whenever fontconfig may have been re-initialised behind our back, such
    /// as after GTK's `gtk-fontconfig-timestamp` changed.
    /// - Returns: Whether anything was changed; the callback has been called then.
    /// - Throws: 301 if fontconfig refuses a file.
    @discardableResult
    public func synchronize() throws(FontError) -> Bool { try apply(wanted) }

    /// Re-initialises fontconfig and puts the process fonts back in one step, in place of `FcInitReinitialize`; on the
    /// thread that uses fontconfig.
    public func reinitialize() throws(FontError) {
        defer { report(.reinitialization) }
        try bridge.reinitialize(wanted)
    }

    private func apply(_ fonts: [String]) throws(FontError) -> Bool {
        let hasChanged: Bool
        do throws(FontError) {
            hasChanged = try bridge.synchronize(fonts)
        } catch {
            // All other files were added.
            report(.processFonts)
            throw error
        }
        if hasChanged { report(.processFonts) }
        return hasChanged
    }

    private func report(_ cause: Change.Cause) { didChange(Change(cause: cause, fonts: bridge.appliedPaths)) }

    private func reportRegistryChange() { perform { [weak self] in self?.report(.registry) } }

    /// Why the last change could not be applied; nil if it could.
    public var lastFailure: FontError? { failure.withLock { $0 } }

    private var wanted: [String] { manager.process.registrations.filter(\.isEnabled).compactMap(\.path) }

    private func scheduleSynchronization() {
        perform { [weak self] in
            guard let self else { return }
            do throws(FontError) {
                try self.synchronize()
                self.failure.withLock { $0 = nil }
            } catch {
                self.failure.withLock { $0 = error }
            }
        }
    }
}
