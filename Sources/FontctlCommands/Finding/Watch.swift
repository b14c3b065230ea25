import ArgumentParser
import FontRegistry
import Glibc
import ProgramSupport

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", _superCommandName: "fontctl",
        abstract: "Print changes of the registry as they happen.",
        discussion: """
            Prints one line for each change by any program: generation, event, scope, provider, PostScript names. \
            With --json each line is a JSON document. It runs until Ctrl-C (exit status 130) or until its output is \
            closed.

            With --system it also prints which fonts other programs, such as package managers, installed and removed.

            `fontctl --system watch`, with the flag before the command, prints the changes of the fonts of all users \
            that are registered with --system.

            With --since it starts with the changes after that generation, which `fontctl list --json` reports.

            Examples:
              fontctl watch
              fontctl watch --json --since 7
            """)

    @Option(help: ArgumentHelp("Start after this generation.", valueName: "generation"))
    var since: Int64?

    @Flag(help: "Print changes of the system's fonts as well.")
    var system = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let since, since < 0 { throw ValidationError("The generation must be 0 or greater.") }
    }

    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(context.console, output.format)
        let (signals, closed) = (context.signals([SIGINT, SIGTERM]), context.outputClosed())
        let (since, system) = (since, system)
        let printing = Task {
            do throws(FontError) {
                return try await Self.follow(
                    try await context.manager().changes(since: since, includesSystemFonts: system), renderer)
            } catch {
                return renderer.show(Failure(error))
            }
        }
        let arrived = ArrivedSignal()
        let stops = [
            Task {
                for await signal in signals {
                    arrived.number = signal
                    printing.cancel()
                }
            },
            Task { for await _ in closed { printing.cancel() } },
        ]
        var status = await printing.value
        if status == ExitStatus.done, let signal = arrived.number { status = ExitStatus.ended(by: signal) }
        stops.forEach { $0.cancel() }
        if status != ExitStatus.done { throw ExitCode(status) }
    }

    private static func follow(_ changes: FontChanges, _ renderer: Renderer) async throws(FontError) -> Int32 {
        for try await event in changes {
            switch renderer.emit(ChangeReport(event: event)) {
            case .written: continue
            case .closed: return ExitStatus.done
            case .failed(let cause):
                return renderer.show(
                    Failure(
                        "The output could not be written: \(cause). Free some space, or write it elsewhere.",
                        exitStatus: ExitStatus.failed))
            }
        }
        return ExitStatus.done
    }
}
