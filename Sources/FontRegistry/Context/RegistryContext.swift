public import FontModel
import Glibc

/// Everything outside the process that a registry touches: paths, fontconfig's configuration, delayed touches.
///
/// Tests bring one with private paths; ``user(delayedTouches:)`` is the one for programs.
public struct RegistryContext: Sendable, Hashable {
    /// The process that touches a changed folder again, seconds later.
    ///
    /// fontconfig compares times in whole seconds: a program that looked in the second of the change would miss it for good.
    public enum DelayedTouches: String, Sendable, Hashable {
        /// A timer in this process: for programs that live on.
        case timer
        /// A detached child that touches one folder and ends: for commands.
        case detachedChild
        /// None follow: another process makes them.
        case none
    }

    /// Who reads the bytes of a file that is registered.
    public enum Inspection: Sendable, Hashable {
        /// This process: for programs that register their own fonts, and for people.
        case inProcess
        /// A process that can do nothing else: for files from callers that are not trusted.
        case workers(FontWorkers)
    }

    /// Where the store and the projection lie.
    public var paths: FontPaths
    /// The configuration file fontconfig is to read instead of the user's own.
    public var fontconfigFile: String?
    /// The process that makes the delayed touches.
    public var delayedTouches: DelayedTouches
    /// Who reads the bytes of a file that is registered in the store.
    public var inspection: Inspection
    /// Whether operations find out which running programs have the files open that are shown no longer
    /// (``FontOutcome/inUseBy``): it takes some milliseconds for each process of the user's.
    public var reportsUsers = false
    /// Bytes of files that one provider which comes by the bus may have on their way into the store at once.
    package var stagingLimit = 2 << 30

    public init(
        paths: FontPaths, fontconfigFile: String? = nil, delayedTouches: DelayedTouches = .timer,
        inspection: Inspection = .inProcess
    ) {
        self.paths = paths
        self.fontconfigFile = fontconfigFile
        self.delayedTouches = delayedTouches
        self.inspection = inspection
    }

    /// The context of the user who runs the program, from the environment.
    ///
    /// Refuses, by trapping, to be used inside a test runner: a test brings its own home.
    /// - Throws: 301 if the environment names no home.
    public static func user(delayedTouches: DelayedTouches = .timer) throws(FontError) -> RegistryContext {
        precondition(
            !isTestRunner,
            "RegistryContext.user() would touch the real home of whoever runs the tests; use PrivateHome from TestSupport."
        )
        return RegistryContext(paths: try FontPaths(environment: try environment()), delayedTouches: delayedTouches)
    }

    private static var isTestRunner: Bool {
        // The program itself: what it was given may have any name.
        CommandLine.arguments.first.map { $0.hasSuffix(".xctest") || $0.hasSuffix("swiftpm-testing-helper") } ?? false
    }

    /// The variables of the environment that name base directories.
    ///
    /// - Throws: 301 if one is not UTF-8: a store at a path that merely resembles it would be another store.
    private static func environment() throws(FontError) -> [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
            guard let value = getenv(name) else { continue }
            guard let text = String(validatingCString: value) else {
                throw FontError(
                    .registrationFailed,
                    "\(name) is not valid UTF-8: \(PathText.text(ofCString: value)). Set XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_RUNTIME_DIR to folders whose paths are.",
                    cause: .store(.unavailable, detail: name))
            }
            found[name] = text
        }
        return found
    }
}
