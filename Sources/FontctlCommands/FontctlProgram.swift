import ArgumentParser
import CLinux
import Dispatch
package import FontModel
package import FontRegistry
import Glibc
import ProgramSupport

/// The program `fontctl`, except for the process around it.
public enum FontctlProgram {
    /// Runs the process's command line and ends the process.
    ///
    /// This is not async, since the standard streams must be opened before any thread is started.
    ///
    /// - Parameters:
    ///   - service: Returns the manager that uses the bus for everything, or only for requests of fonts that the store
    ///     does not have.
    ///   - serviceState: Returns the state of the service without starting it; nil if there is no bus.
    package static func main(
        over service: @escaping @Sendable (_ isWhollyOverBus: Bool) async throws(FontError) -> FontManager,
        serviceState: @escaping @Sendable () async -> ServiceState?
    ) -> Never {
        ProgramStart.prepare("fontctl")
        clx_use_one_heap()
        var context = FontctlContext.live
        let isServiceWanted = ServiceRoute.isWanted
        context.serviceState = serviceState
        if isServiceWanted || ServiceRoute.canHelp(CommandLine.arguments) {
            context.service = { () throws(FontError) in try await service(isServiceWanted) }
        }
        Task { [context] in
            exit(
                await FontctlContext.$current.withValue(context) {
                    await run(givenArguments())
                })
        }
        dispatchMain()
    }

    /// Returns the process's arguments as text; file names that are not UTF-8 are encoded by ``PathText``.
    private static func givenArguments() -> [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { place in
            guard let argument = CommandLine.unsafeArgv[place] else { return nil }
            return String(validatingCString: argument).map(GivenPath.typed) ?? PathText.text(ofCString: argument)
        }
    }

    /// Runs a command line.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit status: 0 all done, 1 at least one item failed, 64 wrong usage, 69 no usable store, 128 plus
    ///   the signal's number if a signal asked it to end; for `exec`, the status of its child.
    public static func run(_ arguments: [String]) async -> Int32 {
        let given = arguments
        var arguments = arguments
        var context = FontctlContext.current
        context.given = GivenPaths()
        do {
            if let script = try CompletionScript.requested(by: arguments) {
                return Renderer(context.console, .text).write(script + "\n")
            }
            if LeadingFlags.isVersionRequested(arguments) {
                return Renderer(context.console, .json).show(VersionReport())
            }
            if HelpAsDocument.isRequested(by: arguments) { throw HelpAsDocument() }
            LeadingFlags.place(&arguments)
            if try StoreChoice.isOfAllUsers(&arguments) {
                context = context.ofAllUsers(
                    isChange: arguments.first.flatMap(Fontctl.command).map(Fontctl.changesStore) ?? false,
                    words: ["fontctl", "--system"] + arguments.filter { $0 != "--system" },
                    advice: StoreChoice.advice)
            }
            return try await FontctlContext.$current.withValue(context) { [arguments] in
                try await perform(arguments)
            }
        } catch {
            return Renderer(context.console, LeadingFlags.errorFormat(of: given)).end(with: error, for: arguments)
        }
    }

    private static func perform(_ arguments: [String]) async throws -> Int32 {
        guard let first = arguments.first else { throw NoCommand() }
        // The parser's own requests for candidates are none of a person or of our scripts.
        guard !first.hasPrefix("---") else {
            guard let request = CompletionRequest(arguments) else { return ExitStatus.done }
            return Renderer(FontctlContext.current.console, .text).write(await request.answer)
        }
        if let unknown = UnknownCommand(in: arguments) { throw unknown }
        var command = try await Fontctl.command(for: arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
        return ExitStatus.done
    }
}

/// The choice between the bus and the store.
///
/// Only commands that require the bus use it, since connecting takes longer than most commands.
enum ServiceRoute {
    /// The environment variable that selects the bus with `1` and the store with `0`; otherwise the choice is
    /// automatic.
    static let variable = "FONTCTL_BUS"

    /// Whether all commands use the bus.
    static var isWanted: Bool {
        switch getenv(variable).map({ String(cString: $0) }) {
        case "1": true
        case "0": false
        default: Sandbox.isPresent
        }
    }

    /// Returns whether a command that uses the store may need the bus as well, since only the service calls font
    /// providers.
    static func canHelp(_ arguments: [String]) -> Bool {
        guard arguments.dropFirst().first == "request", getenv(variable).map({ String(cString: $0) }) != "0" else {
            return false
        }
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        return getenv("XDG_RUNTIME_DIR").map { access(String(cString: $0) + "/bus", F_OK) == 0 } ?? false
    }
}
