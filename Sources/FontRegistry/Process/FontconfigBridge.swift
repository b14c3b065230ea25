public import FontModel
import Fontconfig
import Synchronization

/// Shows process-scope fonts to everything else in this process that uses fontconfig: GTK, Qt, WebKitGTK, Pango.
///
/// Opt-in. It adds the enabled process fonts to fontconfig's current configuration, takes single ones out again, leaves
/// fonts that others added alone, and puts its own back after a re-initialisation, which drops application fonts in
/// every released fontconfig.
///
/// fontconfig does not lock its application fonts: they must be changed on the thread that uses fontconfig, usually the
/// one with the main loop. `perform` is given each piece of work and runs it there, for instance with `g_idle_add`.
/// Without it the work is done at once on the thread that registers, which is right for programs with one thread.
///
/// The corresponding C functions are `FcConfigAppFontAddFile` and `FcConfigAppFontClear`.
public final class FontconfigBridge: Sendable {
    private let manager: FontManager
    private let bridge = CurrentConfigurationBridge()
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let failure = Mutex<FontError?>(nil)
    private let watcher = Mutex<Task<Void, Never>?>(nil)

    /// Applies the process fonts there are, and from now on every change of them.
    ///
    /// - Parameters:
    ///   - manager: Whose process scope to show.
    ///   - perform: Runs work on the thread that uses fontconfig.
    public init(
        for manager: FontManager,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) {
        self.manager = manager
        self.perform = perform
        manager.process.onChange { [weak self] in self?.scheduleSynchronization() }
        scheduleSynchronization()
        watchStore()
    }

    deinit { watcher.withLock { $0?.cancel() } }

    /// A change in the store is what makes toolkits re-initialise fontconfig, a second or two later.
    private func watchStore() {
        let task = Task { [weak self, manager] in
            var iterator = manager.changes.makeAsyncIterator()
            while !Task.isCancelled {
                do throws(FontError) {
                    guard let event = try await iterator.next() else { return }
                    if case .change(let change) = event, change.scope == .process { continue }
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

    /// A settings daemon waits for a quiet second after the second bell before it tells toolkits.
    private static let toolkitDelay = Duration.seconds(3)

    /// Between two looks at a store that cannot be read.
    private static let recoveryDelay = Duration.seconds(60)

    /// Takes the process fonts out of the configuration again.
    ///
    /// On the thread that uses fontconfig.
    public func detach() throws(FontError) { _ = try bridge.synchronize([]) }

    /// Brings the current configuration into line with process scope; on the thread that uses fontconfig.
    ///
    /// Cheap when nothing is to be done: call it whenever fontconfig may have been re-initialised behind our back, such
    /// as after GTK's `gtk-fontconfig-timestamp` changed.
    /// - Returns: Whether anything was changed. Pango then wants `pango_fc_font_map_config_changed`.
    /// - Throws: 301 if fontconfig refuses a file.
    @discardableResult
    public func synchronize() throws(FontError) -> Bool { try bridge.synchronize(wanted) }

    /// Re-initialises fontconfig and puts the process fonts back in one step, in place of `FcInitReinitialize`; on the
    /// thread that uses fontconfig.
    public func reinitialize() throws(FontError) { try bridge.reinitialize(wanted) }

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
