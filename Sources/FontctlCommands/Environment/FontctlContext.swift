import DesktopSettings
import FontAdvice
import FontCatalog
import FontFetching
import FontModel
import FontPictures
import FontRegistry
import Foundation
import Glibc
import ProgramSupport

/// The dependencies of a command on its environment, which tests replace.
struct FontctlContext: Sendable {
    /// The context in which commands run: the user's, unless a test replaces it.
    @TaskLocal static var current = FontctlContext.live

    /// Returns the locations of the store and the font folders.
    ///
    /// This is a closure because `info` needs no locations and works without a home.
    var registry: @Sendable () throws(FontError) -> RegistryContext
    /// Returns the locations of the store of all users.
    var systemRegistry: @Sendable () throws(FontError) -> RegistryContext = Self.ofAllUsers
    /// Whether commands use the store of all users.
    private(set) var isOfAllUsers = false
    /// The words of the command line, if it is for the store of all users.
    private(set) var words: [String] = []
    /// Records a line about a change of the store of all users.
    var journal: @Sendable (String) -> Void = { _ in }
    /// Returns the manager of a command that uses the bus; nil for a command that uses the store directly.
    var service: (@Sendable () async throws(FontError) -> FontManager)?
    /// Returns the state of the service without starting it; nil if there is no bus.
    var serviceState: @Sendable () async -> ServiceState? = { nil }
    /// Returns the desktop's settings for text.
    var desktop: @Sendable () async -> DesktopAppearance = { DesktopAppearance() }
    var console: Console
    /// The typed paths of the command line that runs.
    var given = GivenPaths()
    /// The base folder of relative paths; nil if it no longer exists.
    var workingDirectory: String?
    /// The user's conventions for names, numbers and times.
    var formats = UserFormats()
    /// The locale of names.
    var namesLocale: Locale { formats.namesLocale }

    /// The order of names.
    var nameOrder: Locale { formats.orderLocale }
    /// Returns the environment of child processes as `NAME=value`.
    var environment: @Sendable () -> [[CChar]]
    /// The environment by name; the first value of a duplicate variable is used, as with `getenv`.
    var variables: [String: String] {
        let pairs = environment().map { variable in
            String(decoding: variable.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(
            pairs.compactMap { $0.count == 2 ? (String($0[0]), String($0[1])) : nil },
            uniquingKeysWith: { first, _ in first })
    }
    /// Returns a stream of the given signals, starting with the call.
    var signals: @Sendable ([Int32]) -> AsyncStream<Int32>
    /// Returns a stream that yields when the reader of standard output has closed its end.
    var outputClosed: @Sendable () -> AsyncStream<Void>
    var now: @Sendable () -> ContinuousClock.Instant
    /// Keeps the manager of a command that changes nothing until the process ends.
    var keep: @Sendable (FontManager) -> Void = { _ in }
    /// Asks the user on the terminal; nil if there is none.
    var ask: @Sendable (String) -> Bool? = { _ in nil }
    /// Returns whether the network counts what is transferred.
    var isMetered: @Sendable () async -> Bool = { false }
    /// Returns the path of the program that draws fonts, or nil if it is not installed.
    var drawingProgram: @Sendable () -> String? = {
        FontWorkers.program("fontd-preview", besides: ProgramFile.folder + "/fontctl")
    }
    /// Returns the path of the program that fetches files, or nil if it is not installed.
    var fetchProgram: @Sendable () -> String? = {
        FontWorkers.program("fontd-fetch", besides: ProgramFile.folder + "/fontctl")
    }
    /// The process that fetches files, if it was started before the command line was read.
    var earlyFetch: EarlyFetchProcess?
    /// Returns the way in which the terminal shows pictures; nil if it shows none.
    var terminalPictures: @Sendable () -> TerminalPictures? = { nil }
    /// Opens a picture with the desktop's program; returns whether there is one.
    var openPicture: @Sendable (String) -> Bool = { _ in false }
    /// Returns the packages that files belong to, by path.
    var packageOwners: @Sendable ([String]) -> [String: String] = PackageOwner.find
    /// Returns where this machine's distribution has its facts; nil if it is no source of families.
    var distribution: @Sendable () -> DistributionPlaces? = { nil }
    /// Returns the user's processes.
    var runningPrograms: @Sendable () -> [RunningProgram] = { [] }
    /// Returns the processes of all users, for the store of all users.
    var runningProgramsOfAllUsers: @Sendable () -> [RunningProgram] = { [] }

    /// Returns a manager that acts for the user, or for a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider; nil for the user.
    ///   - registry: Returns the locations of the store; nil for those of the command.
    /// - Throws: `registrationFailed` (301) if there is no home or no service; `missingEntitlement` (302) for a
    ///   provider if the service determines the caller's identity.
    func manager(
        provider: String? = nil, on registry: (() throws(FontError) -> RegistryContext)? = nil
    ) async throws(FontError) -> FontManager {
        if let service {
            guard provider == nil else {
                throw FontError(
                    .missingEntitlement,
                    "Over the bus every program acts under its own identity. Omit --provider, or run fontctl outside of the sandbox without \(ServiceRoute.variable)."
                )
            }
            return try await service()
        }
        let registry = try (registry ?? self.registry)()
        // Read operations write caches, too; so as root they are refused as well in another user's store.
        if geteuid() == 0 { try registry.paths.refuseForeign() }
        for finding in registry.paths.trustFindings { warn("\(finding.localizedMessage) \(finding.localizedAdvice)") }
        if !isOfAllUsers { FontPaths.ignoredVariables(in: variables).forEach { warn(tr($0)) } }
        guard let provider else {
            return FontManager(provider: FontManager.userProvider, authority: .user, context: registry)
        }
        var caller = Caller(provider: provider, authority: .provider)
        caller.isUser = true
        return FontManager(caller, on: .shared(registry))
    }

    /// Returns a manager for a command that reads fonts of any origin: without a home, or with one of another user that is
    /// closed, there are only those of the system.
    ///
    /// - Throws: The errors of ``manager(provider:on:)``, except that of a missing home.
    func readingManager() async throws(FontError) -> FontManager {
        let manager = try await manager(on: readingRegistry)
        if service == nil, !isOfAllUsers, let fault = (try? registry())?.paths.closedHome {
            warn("\(tr(fault.text)) \(tr("Only the fonts of the system are used. Set HOME to your own home."))")
        }
        keep(manager)
        return manager
    }

    /// Returns the locations for a command that changes no store.
    ///
    /// - Throws: `registrationFailed` (301) for a variable that is not valid.
    func readingRegistry() throws(FontError) -> RegistryContext {
        do throws(FontError) {
            let registry = try registry()
            return !isOfAllUsers && registry.paths.closedHome != nil ? .withoutHome : registry
        } catch {
            guard !isOfAllUsers, error.cause == FontError.noHome.cause else { throw error }
            return .withoutHome
        }
    }

    /// Returns the package that a file belongs to.
    func packageOwner(_ path: String) -> String? { packageOwners([path])[path] }

    /// Returns the registrations for all users that show fonts at these paths to the user.
    func systemRegistrations(at paths: [String]) -> [String: SystemRegistration] {
        systemStore?.registrations(at: paths) ?? [:]
    }

    /// The store of all users, as the command's user reads it; nil without a home.
    var systemStore: SystemStore? { (try? registry()).map(SystemStore.init) }

    /// Returns the explanations of names that mean fonts that are disabled for all users or hidden from them.
    func explanations(of names: [String]) -> [String: Message] {
        names.reduce(into: [:]) { explanations, name in
            let disabled = systemStore?.disabled(answeringTo: name)?.owner.explanation
            explanations[name] = disabled ?? systemStore?.hidden(meantBy: .any(name)).first?.explanation
        }
    }

    /// Returns the context for a command line on the store of all users.
    ///
    /// It does not use the bus, whose service has the user's store only.
    ///
    /// - Parameter advice: Returns text with the commands in its advice changed to those for this store.
    func ofAllUsers(
        _ words: [String], advice: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> FontctlContext {
        var context = self
        context.words = words
        context.isOfAllUsers = true
        context.registry = systemRegistry
        context.service = nil
        context.serviceState = { nil }
        context.runningPrograms = runningProgramsOfAllUsers
        context.console.write = { [write = console.write] in write(advice($0)) }
        context.console.writeError = { [write = console.writeError] in write(advice($0)) }
        return context
    }

    /// Returns the path of the program that draws fonts.
    ///
    /// - Throws: `registrationFailed` (301) if it is not installed.
    func requiredDrawingProgram() throws(FontError) -> String {
        guard let program = drawingProgram() else { throw .noDrawingProgram }
        return program
    }

    /// Returns the folders in which programs in a sandbox see fonts; nil if there is no home.
    func sandboxFolders() -> SandboxFolders? { (try? registry()).map { SandboxFolders($0.paths) } }

    /// The terminal on standard output; nil if there is none.
    ///
    /// Colours follow the variables that `ls` and others follow: none with `NO_COLOR`, with `CLICOLOR=0` or on a dumb
    /// terminal, which `CLICOLOR_FORCE` overrides.
    var terminal: FittedTable.Terminal? {
        guard console.isOutputTerminal else { return nil }
        let variables = variables
        let isForced = !["", "0"].contains(variables["CLICOLOR_FORCE"] ?? "")
        let isColored =
            (variables["NO_COLOR"] ?? "").isEmpty
            && (isForced || variables["CLICOLOR"] != "0" && variables["TERM"] != "dumb")
        return FittedTable.Terminal(columns: console.outputColumns(), isColored: isColored)
    }

    /// Prints a line for people that is neither a result nor an error.
    func warn(_ line: String) { Renderer(console: console, given: given).complain(line) }

    /// Returns the absolute path for a typed argument.
    ///
    /// - Throws: `fileNotFound` (101) if the base folder of a relative path does not exist, `invalidFilePath` (306) for
    ///   the URL of a remote file.
    func absolute(_ path: String) throws(FontError) -> String {
        let absolute = try absolutePath(path)
        given.remember(path, as: absolute)
        return absolute
    }

    /// Returns the absolute path for a text that may be one, without remembering it.
    func absolutePath(_ path: String) throws(FontError) -> String {
        if let url = PathArgument.url(path) { return AbsolutePath.make(try url.localPath(), in: "/") }
        if path.hasPrefix("/") { return AbsolutePath.make(path, in: "/") }
        guard let workingDirectory else {
            throw FontError(
                .fileNotFound,
                "The current folder no longer exists. Change to another folder, or specify the full path.",
                file: path)
        }
        return AbsolutePath.make(path, in: workingDirectory)
    }

    /// Returns the absolute paths for typed arguments.
    func absolute(_ paths: [PathArgument]) throws(FontError) -> [String] {
        try paths.map { path throws(FontError) in try absolute(path.text) }
    }

    /// The context of the process.
    static let live = FontctlContext(
        registry: { () throws(FontError) in
            var registry = try RegistryContext.user(delayedTouches: .detachedChild)
            registry.reportsUsers = true
            return registry
        },
        journal: writeToJournal,
        // A portal that does not run has no user who waits for it: a command does not start a part of a desktop.
        desktop: { await DesktopSource().appearance(startsPortal: false) },
        console: .standard,
        workingDirectory: getcwd(nil, 0).map { path in
            defer { free(path) }
            return PathText.text(ofCString: path)
        },
        formats: .ofProcess,
        environment: ChildProcess.inheritedEnvironment, signals: SystemSignals.stream,
        outputClosed: Console.standardOutputClosed, now: { ContinuousClock.now }, ask: Console.ask,
        isMetered: { await MeteredConnection(environment: ProcessInfo.processInfo.environment).read() },
        terminalPictures: { TerminalPictures.ofTerminal(ProcessInfo.processInfo.environment) },
        openPicture: { PictureViewer.open($0, ProcessInfo.processInfo.environment) },
        distribution: { DistributionPlaces(environment: ProcessInfo.processInfo.environment) },
        runningPrograms: { RunningProgram.all(where: FontEngine.isMarker) },
        runningProgramsOfAllUsers: { RunningProgram.all(ofAllUsers: true, where: FontEngine.isMarker) })

    /// Writes a line to the system's journal, by syslog(3), which journald receives, too; without one it does nothing.
    private static func writeToJournal(_ line: String) {
        line.withCString { line in
            withVaList([line]) { vsyslog(LOG_USER | LOG_NOTICE, "%s", $0) }
        }
    }

    /// Returns the locations of the store of all users, for which this process is then used only.
    private static func ofAllUsers() throws(FontError) -> RegistryContext {
        guard !Sandbox.isPresent else {
            throw FontError(
                .registrationFailed,
                "The fonts of all users are managed outside of sandboxes. Run fontctl on the host, or omit --system.",
                cause: .store(.unavailable, detail: "in a sandbox"))
        }
        // Root parses no file of a user in its own process.
        let worker = FontWorkers.program(besides: ProgramFile.folder + "/fontctl")
        var registry = RegistryContext.ofAllUsers(
            delayedTouches: .detachedChild,
            workers: FontWorkers(program: worker ?? ProgramFile.folder + "/fontd-worker"))
        registry.reportsUsers = true
        return registry
    }
}
