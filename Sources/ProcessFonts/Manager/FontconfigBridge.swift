public import FontModel
import Fontconfig
import Synchronization

/// Shows process-scope fonts to all other code in this process that uses fontconfig.
///
/// The bridge is opt-in. It adds the enabled process fonts to fontconfig's current configuration, removes single ones
/// again, leaves application fonts of other code alone, and restores its own after a re-initialisation, which drops
/// application fonts in every released fontconfig. If fonts with the same name match a request equally well, fontconfig
/// then takes the process's font, regardless of its revision. If one of them matches better, such as for a language
/// that only one supports, fontconfig takes that one, as it does between any two fonts.
///
/// Toolkits cache the results of fontconfig. After each ``Change`` they must be notified:
///
/// | toolkit | required after a change |
/// | --- | --- |
/// | Pango, GTK | `pango_fc_font_map_config_changed` on the default font map (`pango_cairo_font_map_get_default`); then queue a resize of the widgets |
/// | Qt 5, Qt 6 | add any font with `QFontDatabase::addApplicationFont` and remove it again, then ``reinitialize()``: Qt forgets all fonts and removes all application fonts from fontconfig. Block the application's signals meanwhile, as code that receives `fontDatabaseChanged` would look up fonts before they are restored; emit the signal afterwards. Give widgets another font and then their own, as they cache the fonts that Qt found |
/// | WebKitGTK | not possible: a separate process lays out the pages; load the font with CSS `@font-face` |
///
/// This is not necessary for fonts that are registered, and shown by the bridge, before a toolkit first uses fonts.
/// Among fonts with the same family and style, Qt takes any, as it lists fonts while others ask fontconfig for the best
/// one. `Examples/ProcessFonts` has programs for GTK 4 and for Qt that follow the table.
///
/// fontconfig does not lock its application fonts. They must be changed on the thread that uses fontconfig, usually the
/// one with the main loop. `perform` receives each piece of work and runs it there, for instance with `g_idle_add`. The
/// default runs the work at once on the registering thread, which suits programs with one thread.
///
/// The bridge shows all process fonts, regardless of the manager that registered them. Use one bridge in a process.
///
/// The corresponding C functions are `FcConfigAppFontAddFile` and `FcConfigAppFontClear`.
public final class FontconfigBridge: Sendable {
    /// A change that toolkits do not notice by themselves.
    public struct Change: Sendable, Hashable {
        /// The kind of a change.
        public enum Cause: String, Sendable, Hashable, CaseIterable {
            /// Process fonts were added, removed, or restored after a re-initialisation.
            case processFonts = "process-fonts"
            /// ``FontconfigBridge/reinitialize()`` created a new configuration.
            case reinitialization
            /// Session or persistent fonts changed, which fontconfig notices on re-initialisation.
            ///
            /// GTK re-initialises by itself under a settings daemon; other toolkits need
            /// ``FontconfigBridge/reinitialize()``.
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

    private let process: ProcessScope
    private let changes: @Sendable () -> FontChanges
    private let isOfSharedFonts: @Sendable (FontChangeEvent) -> Bool
    private let bridge = CurrentConfigurationBridge()
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let didChange: @Sendable (Change) -> Void
    private let failure = Mutex<FontError?>(nil)
    private let watcher = Mutex<Task<Void, Never>?>(nil)

    /// Creates a bridge that shows the present process fonts and applies later changes.
    ///
    /// - Parameters:
    ///   - process: The process scope that is shown.
    ///   - changes: Returns the changes from now on, among which are those of session and persistent fonts.
    ///   - isOfSharedFonts: Whether a change is one of session or persistent fonts.
    ///   - perform: Runs work on the thread that uses fontconfig.
    ///   - didChange: Called on that thread after each change, including the initial one, to notify the toolkit.
    package init(
        for process: ProcessScope, changes: @escaping @Sendable () -> FontChanges,
        isOfSharedFonts: @escaping @Sendable (FontChangeEvent) -> Bool,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        didChange: @escaping @Sendable (Change) -> Void
    ) {
        self.process = process
        self.changes = changes
        self.isOfSharedFonts = isOfSharedFonts
        self.perform = perform
        self.didChange = didChange
        process.onChange(for: self) { [weak self] in self?.scheduleSynchronization() }
        scheduleSynchronization()
        watchSharedFonts()
    }

    deinit { watcher.withLock { $0?.cancel() } }

    /// Reports changes of session and persistent fonts, which make toolkits re-initialise fontconfig a second or two
    /// later.
    private func watchSharedFonts() {
        let task = Task(executorPreference: TaskExecution.executor) { [weak self, changes, isOfSharedFonts] in
            var iterator = changes().makeAsyncIterator()
            while !Task.isCancelled {
                do throws(FontError) {
                    guard let event = try await iterator.next() else { return }
                    // Toolkits notice changes of other folders themselves.
                    guard isOfSharedFonts(event) else { continue }
                    self?.perform { [weak self] in self?.report(.registry) }
                } catch {
                    // The store may become readable later.
                    try? await Task.sleep(for: Self.recoveryDelay)
                    iterator = changes().makeAsyncIterator()
                }
                try? await Task.sleep(for: Self.toolkitDelay)
                self?.scheduleSynchronization()
            }
        }
        watcher.withLock { $0 = task }
    }

    /// The delay for toolkits: a settings daemon notifies them when no folder changed for a second after the delayed
    /// touch.
    private static let toolkitDelay = Duration.seconds(3)

    /// The interval between two attempts to read a store that cannot be read.
    private static let recoveryDelay = Duration.seconds(60)

    /// Removes the process fonts from the configuration; call it on the thread that uses fontconfig.
    public func detach() throws(FontError) { _ = try apply([]) }

    /// Updates the current configuration to match process scope; call it on the thread that uses fontconfig.
    ///
    /// The call is cheap if nothing changed. Call it whenever other code may have re-initialised fontconfig, such as
    /// after a change of GTK's `gtk-fontconfig-timestamp`.
    /// - Returns: Whether the configuration changed; the callback was called then.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig refuses a file.
    @discardableResult
    public func synchronize() throws(FontError) -> Bool { try apply(wanted) }

    /// Re-initialises fontconfig and restores the process fonts in one step, as a replacement for `FcInitReinitialize`.
    ///
    /// Call it on the thread that uses fontconfig.
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

    /// The error of the last change, or nil if it was applied.
    public var lastFailure: FontError? { failure.withLock { $0 } }

    private var wanted: [String] { process.registrations.filter(\.isEnabled).compactMap(\.path) }

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
