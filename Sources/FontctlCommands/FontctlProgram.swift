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
        // Where only ASCII can be shown, English is easier to read than escapes.
        if !UserFormats.ofProcess.isASCII { MessageCatalog.useLanguageOfUser() }
        // One each for the threads that read fontconfig's configuration, the store and fonts at the same time.
        clx_limit_heaps(4)
        // Before there are threads, which would wait for it.
        clx_populate_variables()
        var context = FontctlContext.live
        context.serviceState = serviceState
        // What it has read is freed with the process at once, not object by object before.
        context.keep = { _ = Unmanaged.passRetained($0) }
        if let isWhollyOverBus = ServiceRoute.isWhollyOverBus(CommandLine.arguments) {
            context.service = { () throws(FontError) in try await service(isWhollyOverBus) }
        }
        // File names that are not UTF-8 are encoded.
        let arguments = (0..<Int(CommandLine.argc)).dropFirst().compactMap { place in
            CommandLine.unsafeArgv[place].map { argument in
                String(validatingCString: argument).map(GivenPath.typed) ?? PathText.text(ofCString: argument)
            }
        }
        FontconfigPatience.begin { [context] in
            (try? context.registry())?.blockage()
        } fail: { [context] error in
            let isJSON = arguments.prefix { $0 != "--" }.contains(LeadingFlags.json)
            return Renderer(console: context.console, given: context.given, isJSON: isJSON).show(Failure(error))
        }
        // Fontconfig's configuration takes longer than everything that can be done without it.
        if !arguments.contains(StoreChoice.flag) { Fontctl.prepare(for: arguments, in: context) }
        context.earlyFetch = context.startedEarly(for: arguments)
        Task { [context] in
            exit(await FontctlContext.$current.withValue(context) { await run(arguments) })
        }
        dispatchMain()
    }

    /// Runs a command line.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit status: 0 all done, 1 at least one item failed, 64 wrong usage, 69 no usable store, 128 plus
    ///   the signal's number if a signal asked it to end; for `exec`, the status of its child.
    public static func run(_ arguments: [String]) async -> Int32 {
        var arguments = helpFirst(arguments)
        // After `--` a flag belongs to another program, or is a name.
        let words = arguments.prefix { $0 != "--" }
        let isJSON = words.contains(LeadingFlags.json)
        var context = FontctlContext.current
        context.given = GivenPaths()
        do {
            if let script = try CompletionScript.requested(by: arguments) {
                return Renderer(console: context.console, given: context.given).write(script + "\n")
            }
            // The parser knows neither flag of the other.
            if arguments.count == 2, Set(arguments) == ["--version", LeadingFlags.json] {
                return Renderer(console: context.console, given: context.given, isJSON: true).show(VersionReport())
            }
            if isJSON, words.first(where: { !LeadingFlags.all.contains($0) }) == "help" {
                throw CommandLineError(
                    message: "Help is text only. Run the command without --json.", usage: "fontctl help [<command>]")
            }
            let flags = arguments.prefix(while: LeadingFlags.all.contains)
            // The parser expects the flag after the command; before anything else it has no meaning, and is left out.
            if flags.contains(LeadingFlags.json) {
                arguments.removeFirst(flags.count)
                let named = NamedCommand.of(arguments)
                if !named.isGroup { arguments.insert(LeadingFlags.json, at: named.words.count) }
                if flags.contains(StoreChoice.flag) { arguments.insert(StoreChoice.flag, at: 0) }
            }
            if try StoreChoice.isOfAllUsers(&arguments) {
                context = context.ofAllUsers(
                    ["fontctl", "--system"] + arguments.filter { $0 != "--system" }, advice: StoreChoice.advice)
                Fontctl.prepare(for: arguments, in: context)
            }
            return try await FontctlContext.$current.withValue(context) { [arguments, context] in
                guard let first = arguments.first else { throw CommandLineError.noCommand }
                // The parser's own requests for candidates are none of a person or of our scripts.
                guard !first.hasPrefix("---") else {
                    let answer = await CompletionRequest.answer(to: arguments) ?? ""
                    return Renderer(console: context.console, given: context.given).write(answer)
                }
                if let unknown = CommandLineError.unknownCommand(in: arguments) { throw unknown }
                if var command = PlainCommandLine.command(arguments) {
                    try await command.run()
                    return ExitStatus.done
                }
                var command = try await Fontctl.command(for: arguments)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
                return ExitStatus.done
            }
        } catch {
            return Renderer(console: context.console, given: context.given, isJSON: isJSON).end(
                with: error, for: arguments)
        }
    }

    /// Returns the arguments with the word `help` before the words of a group, where the parser expects it.
    private static func helpFirst(_ arguments: [String]) -> [String] {
        let group = NamedCommand.of(arguments)
        let place = group.words.count
        guard group.isGroup, arguments.dropFirst(place).first == "help" else { return arguments }
        return ["help"] + group.words + arguments.dropFirst(place + 1)
    }
}
