public import FontModel
import Fontconfig
import Glibc

/// The environment of a registry: paths, fontconfig's configuration, delayed touches.
///
/// Programs use ``user(delayedTouches:reading:)``; tests create a context with private paths.
public struct RegistryContext: Sendable, Hashable {
    /// The process that makes the delayed touches of changed folders.
    ///
    /// fontconfig compares times in whole seconds: a program that scanned a folder in the second of a change would
    /// never notice the change.
    public enum DelayedTouches: String, Sendable, Hashable {
        /// A timer in this process, for long-running programs.
        case timer
        /// A detached child that touches one folder and ends, for commands.
        case detachedChild
        /// No touches: another process makes them.
        case none
    }

    /// Where the bytes of files are read that are about to be registered.
    public enum Reading: String, Sendable, Hashable {
        /// In this process, by this package's memory-safe reader, then by FreeType and fontconfig: for programs that
        /// register their own fonts.
        case inProcess = "in-process"
        /// In processes of their own without any other rights (`fontd-worker`), as in the service: for fonts of any
        /// origin. What a file does to its process is an error of that file.
        ///
        /// Process scope, and what reads a font that the registry or the system accepted, read in this process.
        case isolated
    }

    /// The paths of the store and the projection.
    public var paths: FontPaths
    /// The configuration file for fontconfig in place of the user's own.
    public var fontconfigFile: String?
    /// The process that makes the delayed touches.
    public var delayedTouches: DelayedTouches
    /// The processes without any other rights that read the bytes of files from callers that are not trusted; nil if
    /// this process reads them, for programs that register their own fonts, and for the user.
    package var workers: FontWorkers?
    /// Whether operations find the running programs that have files open that are no longer shown
    /// (``FontOutcome/inUseBy``).
    ///
    /// This takes some milliseconds for each of the user's processes.
    public var reportsUsers = false
    /// The store of all users, whose fonts are fonts of the system for a user's own store.
    package var systemPaths = FontPaths.system
    /// The folders with the entries of applications, whose names and icons providers have.
    package var applications = ApplicationFolders.ofUser
    /// Whether the process ends after its answers, as commands do.
    package var isOfCommand: Bool { delayedTouches == .detachedChild }
    /// The limit, in bytes, for files that one provider is registering over the bus at the same time.
    package var stagingLimit = 2 << 30

    public init(
        paths: FontPaths, fontconfigFile: String? = nil, delayedTouches: DelayedTouches = .timer
    ) {
        self.paths = paths
        self.fontconfigFile = fontconfigFile
        self.delayedTouches = delayedTouches
    }

    /// Returns the context of the user who runs the program, from the environment.
    ///
    /// Inside a test runner it is for reading and for process scope: what would change the user's store or policy fails
    /// with ``FontError/Code/registrationFailed`` (301). Tests of that use paths in a folder of their own.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the environment names no home, or
    ///   if reading is isolated and `fontd-worker` is not installed.
    public static func user(
        delayedTouches: DelayedTouches = .timer, reading: Reading = .inProcess
    ) throws(FontError) -> RegistryContext {
        var environment: [String: String] = [:]
        for name in FontPaths.variables {
            guard let value = getenv(name) else { continue }
            // A converted path would lead to another store.
            guard let text = String(validatingCString: value) else {
                throw FontError(
                    .registrationFailed,
                    "\(name) is not valid UTF-8: \(PathText.text(ofCString: value)). Set XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_RUNTIME_DIR to folders whose paths are valid UTF-8.",
                    cause: .store(.unavailable, detail: name))
            }
            environment[name] = text
        }
        // Without a folder for caches nothing is lost but time.
        environment["XDG_CACHE_HOME"] = getenv("XDG_CACHE_HOME").flatMap { String(validatingCString: $0) }
        var paths = try FontPaths(environment: environment)
        paths.areOfTestRunner = isTestRunner
        let context = RegistryContext(paths: paths, delayedTouches: delayedTouches)
        return reading == .isolated ? try context.isolated() : context
    }

    /// Returns the context in which files are read by workers.
    ///
    /// - Throws: `registrationFailed` (301) if `fontd-worker` is not installed.
    package func isolated() throws(FontError) -> RegistryContext {
        guard workers == nil else { return self }
        guard let workers = FontWorkers.ofProcess else { throw .noWorkerInstalled("fontd-worker") }
        var context = self
        context.workers = workers
        return context
    }

    /// The context of the fonts of a process: the user's, or one without a home if there is none.
    package static var ofProcess: RegistryContext { (try? .user()) ?? .withoutHome }

    /// The context of a process without a home, which has no registered fonts and sees those of the system.
    package static var withoutHome: RegistryContext {
        // Nothing can be below a device.
        RegistryContext(
            paths: FontPaths(
                dataHome: "/dev/null/data", configHome: "/dev/null/config", runtimeDirectory: nil),
            delayedTouches: .none)
    }

    /// Returns the context of the fonts of all users, in a process that serves no other store.
    ///
    /// From then on the process ignores the home of its user, whose fonts and fontconfig configuration are of no concern
    /// to others. One that may change the store gives files that fontconfig creates, such as caches, permissions for all
    /// users to read them.
    package static func ofAllUsers(delayedTouches: DelayedTouches, workers: FontWorkers) -> RegistryContext {
        precondition(!isTestRunner, "RegistryContext.ofAllUsers(…) would change the fonts of this machine.")
        FontConfiguration.ignoreHome()
        if !FontPaths.system.isReadOnly { umask(0o022) }
        var context = RegistryContext(paths: .system, delayedTouches: delayedTouches)
        context.workers = workers
        return context
    }

    private static var isTestRunner: Bool {
        // Only the program itself counts, as arguments may have any name.
        CommandLine.arguments.first.map { $0.hasSuffix(".xctest") || $0.hasSuffix("swiftpm-testing-helper") } ?? false
    }
}
