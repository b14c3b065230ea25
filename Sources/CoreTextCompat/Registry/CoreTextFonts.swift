package import FontRegistry
import Foundation

/// The fonts on which the functions work: those of the process, of the user's registry and of the system.
package final class CoreTextFonts: Sendable {
    /// The fonts that the functions of a task use, which tests replace.
    @TaskLocal package static var current = CoreTextFonts()

    /// The manager for all scopes.
    let manager: FontManager
    /// The notifications of changes.
    let changes: ChangeNotifier
    /// The reason for which there is no session and persistent scope; nil if there is.
    private let storeFailure: FontError?
    private let paths: FontPaths

    /// The fonts of process scope.
    var process: ProcessFontManager { manager.process }

    /// Creates the fonts for a provider with the paths of a context.
    package convenience init(provider: String, context: RegistryContext) {
        self.init(provider: provider, context: context, storeFailure: nil)
    }

    /// Creates the fonts of this program and its user.
    private convenience init() {
        do throws(FontError) {
            self.init(provider: Self.thisProgram, context: try .user(), storeFailure: nil)
        } catch {
            self.init(provider: Self.thisProgram, context: .withoutHome, storeFailure: error)
        }
    }

    private init(provider: String, context: RegistryContext, storeFailure: FontError?) {
        manager = FontManager(provider: provider, context: context)
        changes = ChangeNotifier(manager, hasStore: storeFailure == nil)
        self.storeFailure = storeFailure
        paths = context.paths
    }

    /// The provider of this program: the identifier of its bundle, else the name of its file.
    private static var thisProgram: String {
        let file = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let names = [Bundle.main.bundleIdentifier, (file as NSString).lastPathComponent]
        return names.compactMap(\.self).first { (try? CallerText.checkChosen($0)) != nil } ?? "program"
    }

    /// Checks that there is a store that may be changed.
    ///
    /// - Throws: `registrationFailed` (301) if the environment names no home, or this is a test runner with the home of its
    ///   user.
    private func requireStore() throws(FontError) {
        if let storeFailure { throw storeFailure }
        try paths.refuseTestRunner()
    }

    // MARK: Finding

    /// Whether a path is that of bytes in memory, which only this process can open.
    static func isInMemory(_ path: String) -> Bool { path.hasPrefix("/proc/self/fd/") }

    /// Returns the fonts that match; none if they cannot be read.
    func fonts(matching set: FontQuerySet) -> [FontDescriptor] {
        (try? CallingThread.wait { [manager] () async throws(FontError) in try await manager.fonts(matching: set) })
            ?? []
    }

    /// Returns the font with a name, or else the one that programs would show instead.
    func font(named name: String) -> FontDescriptor? {
        let resolution = try? CallingThread.wait { [manager] () async throws(FontError) in
            try await manager.resolve(name)
        }
        return resolution?.match ?? resolution?.substitute
    }

    /// Returns the registrations of this program in a scope, oldest first.
    func registered(in scope: FontScope, state: RegistrationState) throws(FontError) -> [Registration] {
        if scope == .process { return process.registered(state: state) }
        if let storeFailure { throw storeFailure }
        return try CallingThread.wait { [manager] () async throws(FontError) in
            try await manager.registered(scope: scope, state: state)
        }
    }

    // MARK: Changing

    /// Registers sources, each of one font file, as one batch.
    ///
    /// - Parameter isDryRun: Whether the outcomes are only foretold.
    /// - Returns: One outcome for each source.
    func register(
        _ sources: [FontSource], scope: FontScope, isEnabled: Bool, isDryRun: Bool = false
    ) throws(FontError) -> [FontOutcome] {
        var options = RegistrationOptions(isEnabled: isEnabled, isDryRun: isDryRun)
        // The unit is a font file.
        options.unpacks = false
        guard scope != .process else {
            return try changes.posting { () throws(FontError) in
                try process.register(sources, options: options).outcomes
            }
        }
        try requireStore()
        return try CallingThread.wait { [manager, options] () async throws(FontError) in
            try await manager.register(sources, scope: scope, options: options, watcher: BatchWatcher()).outcomes
        }
    }

    /// Carries out a change of registrations as one batch.
    ///
    /// - Parameters:
    ///   - scope: The scope; nil for session and persistent scope.
    ///   - isDryRun: Whether the outcomes are only foretold; not for process scope.
    /// - Returns: One outcome or several for each target.
    func change(
        _ verb: RegistrationVerb, _ targets: [FontTarget], scope: FontScope?, isDryRun: Bool = false
    ) throws(FontError) -> [FontOutcome] {
        guard scope != .process else {
            return try changes.posting { () throws(FontError) in
                switch verb {
                case .enable: try process.setEnabled(true, targets).outcomes
                case .disable: try process.setEnabled(false, targets).outcomes
                case .unregister, .tag: try process.unregister(targets).outcomes
                }
            }
        }
        try requireStore()
        let change = RegistrationChange(verb, targets, scope: scope, isDryRun: isDryRun)
        // Not over process scope, whose queue may be the thread of an observer.
        return try CallingThread.wait { [manager] () async throws(FontError) in
            try await manager.backend.change(change, watcher: BatchWatcher()).outcomes
        }
    }
}
