import FontModel
import FontRegistry
import Glibc
import ProgramSupport

/// Everything a command touches outside itself; tests bring one of their own.
struct FontctlContext: Sendable {
    /// The context that commands run in: the user's, unless a test says otherwise.
    @TaskLocal static var current = FontctlContext.live

    /// Where the store and the font folders are.
    ///
    /// A closure: `info` needs none, and works without a home.
    var registry: @Sendable () throws(FontError) -> RegistryContext
    /// Makes the manager of a command that goes over the bus; nil for one that goes to the store.
    var service: (@Sendable () async throws(FontError) -> FontManager)?
    /// Looks whether the bus has the service.
    var serviceFinding: @Sendable () async -> Diagnosis.Finding? = { nil }
    var console: Console
    /// What relative paths are relative to; nil if it no longer exists.
    var workingDirectory: String?
    /// In whose language family names are shown, as `de_DE`; nil for none in particular.
    var locale: String?
    /// The variables a child process inherits, as `NAME=value`.
    var environment: @Sendable () -> [[CChar]]
    /// The same by name; a variable that is set twice counts as it does for `getenv`.
    var variables: [String: String] {
        let pairs = environment().map { variable in
            String(decoding: variable.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(
            pairs.compactMap { $0.count == 2 ? (String($0[0]), String($0[1])) : nil },
            uniquingKeysWith: { first, _ in first })
    }
    /// The signals of these numbers as they arrive, from the call on.
    var signals: @Sendable ([Int32]) -> AsyncStream<Int32>
    /// Yields when whoever reads standard output has gone.
    var outputClosed: @Sendable () -> AsyncStream<Void>
    var now: @Sendable () -> ContinuousClock.Instant
    /// The package that a file belongs to.
    var packageOwner: @Sendable (String) -> String? = PackageOwner.find

    /// A manager for the user in person, or in the name of a provider.
    ///
    /// - Throws: 301 if there is no home or no service; 302 for a provider where the service says who the caller is.
    func manager(provider: String? = nil) async throws(FontError) -> FontManager {
        if let service {
            guard provider == nil else {
                throw FontError(
                    .missingEntitlement,
                    "Over the bus every program acts as who it is. Leave out --provider, or run fontctl outside of the sandbox without \(ServiceRoute.variable)."
                )
            }
            return try await service()
        }
        let registry = try registry()
        // Even looking writes caches: as root that is refused for another user's store as well.
        if geteuid() == 0 { try registry.paths.refuseForeign() }
        registry.paths.trustWarnings.forEach(warn)
        guard let provider else { return FontManager(provider: "user", authority: .user, context: registry) }
        return FontManager(provider: provider, quota: nil, facts: nil, context: registry)
    }

    /// Prints a line that is no answer and no failure.
    func warn(_ line: String) { console.writeError(Array((SafeText.line("fontctl: " + line) + "\n").utf8)) }

    /// The path that a person's argument means.
    ///
    /// - Throws: 101 if there is nothing it could be relative to, 306 for an address on the network.
    func absolute(_ path: String) throws(FontError) -> String {
        if let url = PathArgument.url(path) { return AbsolutePath.make(try url.localPath(), in: "/") }
        if path.hasPrefix("/") { return AbsolutePath.make(path, in: "/") }
        guard let workingDirectory else {
            throw FontError(
                .fileNotFound, "The folder you are in no longer exists. Change to another, or give the whole path.",
                file: path)
        }
        return AbsolutePath.make(path, in: workingDirectory)
    }

    /// The paths that a person's arguments mean.
    func absolute(_ paths: [PathArgument]) throws(FontError) -> [String] {
        var absolute: [String] = []
        for path in paths { absolute.append(try self.absolute(path.text)) }
        return absolute
    }
}

extension FontctlContext {
    /// The real one.
    static let live = FontctlContext(
        registry: { () throws(FontError) in
            var registry = try RegistryContext.user(delayedTouches: .detachedChild)
            registry.reportsUsers = true
            return registry
        },
        console: .standard, workingDirectory: currentFolder(), locale: localeOfMessages(),
        environment: ChildProcess.inheritedEnvironment, signals: SystemSignals.stream,
        outputClosed: Console.standardOutputClosed, now: { ContinuousClock.now })

    private static func currentFolder() -> String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return PathText.text(ofCString: path)
    }

    /// As POSIX ranks the variables; `C` and `POSIX` are nobody's language.
    private static func localeOfMessages() -> String? {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { continue }
            let locale = String(value.prefix { $0 != "." && $0 != "@" })
            return locale == "C" || locale == "POSIX" ? nil : locale
        }
        return nil
    }
}
