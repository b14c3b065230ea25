import ArgumentParser
import FontRegistry
import Glibc

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "watch", abstract: "Print changes of the registry as they happen.",
        discussion: """
            Prints one line for each change by any program: generation, event, scope, provider, PostScript names. \
            With --json each line is a JSON document. It runs until Ctrl-C (exit status 130) or until its output is \
            closed.

            A change of the policy for providers, or of the names that a provider announces to supply, is a line, too.

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
        if let since, since < 0 { throw ValidationError(message: "The generation must be 0 or greater.") }
    }

    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(console: context.console, given: context.given, isJSON: output.json)
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
            arrived.follow(signals) { printing.cancel() },
            Task { for await _ in closed { printing.cancel() } },
        ]
        var status = await printing.value
        if status == ExitStatus.done, let signal = arrived.number { status = ExitStatus.ended(by: signal) }
        stops.forEach { $0.cancel() }
        if status != ExitStatus.done { throw ExitCode(status) }
    }

    private static func follow(_ changes: FontChanges, _ renderer: Renderer) async throws(FontError) -> Int32 {
        for try await event in changes {
            let result = renderer.emit(ChangeReport(event: event))
            if result != .written { return renderer.status(after: result, ExitStatus.done) }
        }
        return ExitStatus.done
    }
}

/// A change of the registry or of the system's fonts, or a snapshot of the current state.
struct ChangeReport: Report {
    var event: FontChangeEvent

    var json: JSON {
        switch event {
        case .change(let change):
            JSON(change)
        case .snapshot(let generation, let registrations):
            [
                "generation": JSON(generation), "kind": "snapshot",
                "faces": .array(
                    registrations.flatMap { registration in
                        registration.faces.map { face in JSON(registration.descriptor(of: face)) }
                    }),
            ]
        case .system(let generation, let change):
            [
                "generation": JSON(generation), "kind": "system", "added": JSON(change.added),
                "removed": JSON(change.removed), "replaced": JSON(change.replaced),
            ]
        case .policy(let generation): ["generation": JSON(generation), "kind": "policy"]
        case .announcements(let generation, let provider):
            ["generation": JSON(generation), "kind": "announcements", "provider": .string(provider)]
        }
    }

    var text: TextOutput {
        var text = TextOutput()
        switch event {
        case .change(let change):
            let words = [
                "\(change.generation)", change.kind.rawValue, change.scope.rawValue, change.provider,
                change.faces.map(\.face).namesText,
            ]
            text.line(words.joined(separator: "  "))
        case .snapshot(let generation, let registrations):
            let faces = registrations.reduce(0) { $0 + $1.faces.count }
            let now = tr("\(counted(faces, "face")) registered now; earlier changes are no longer available")
            text.line("\(generation)  snapshot  \(now)")
        case .system(let generation, let change):
            let kinds = [("added", change.added), ("removed", change.removed), ("replaced", change.replaced)]
            for (kind, faces) in kinds where !faces.isEmpty {
                text.line("\(generation)  \(kind)  system  \(faces.map(\.face).namesText)")
            }
        case .policy(let generation): text.line("\(generation)  policy")
        case .announcements(let generation, let provider):
            text.line("\(generation)  announcements  \(provider)")
        }
        return text
    }
}
