import ArgumentParser
import Dispatch
public import FontModel
public import FontRegistry
import Glibc
import ProgramSupport

/// The program `fontctl`: everything but the process around it.
public enum FontctlProgram {
    /// Carries out the process's own command line and ends the process.
    ///
    /// Not asynchronous itself: before the first thread there is, the standard streams must be open.
    ///
    /// - Parameters:
    ///   - service: Makes the manager for what the store alone cannot do, wholly over the bus or for requests of what the store
    ///     does not have.
    ///   - serviceFinding: The finding of a self-check that the bus has no service; nil if there is nothing to find.
    public static func main(
        over service: @escaping @Sendable (_ isWhollyOverBus: Bool) async throws(FontError) -> FontManager,
        serviceFinding: @escaping @Sendable () async -> Diagnosis.Finding?
    ) -> Never {
        ProgramStart.prepareStreams()
        ResourceMinimum.require(for: "fontctl")
        var context = FontctlContext.live
        let isServiceWanted = ServiceRoute.isWanted
        context.serviceFinding = serviceFinding
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

    /// The process's arguments as text: those that are not UTF-8, which are file names, as ``PathText`` writes them.
    private static func givenArguments() -> [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { place in
            guard let argument = CommandLine.unsafeArgv[place] else { return nil }
            return String(validatingCString: argument).map(GivenPath.typed) ?? PathText.text(ofCString: argument)
        }
    }

    /// Carries out one command line.
    ///
    /// - Parameter arguments: Without the program's own name.
    /// - Returns: The exit status: 0 all done, 1 at least one item failed, 64 wrong usage, 69 no usable store, 128 and the
    ///   signal's number if a signal asked it to end; of `exec`, the status of its child.
    public static func run(_ arguments: [String]) async -> Int32 {
        let context = FontctlContext.current
        do {
            guard !arguments.isEmpty else { throw NoCommand() }
            if let unknown = UnknownCommand(in: arguments) { throw unknown }
            var command = try await Fontctl.command(for: arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.done
        } catch {
            return Renderer(context.console, .text).end(with: error)
        }
    }
}
