import ArgumentParser
import FontRegistry
import SystemPackage

struct Exec: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "exec", abstract: "Run a program with fonts that only this program sees.",
        usage: "fontctl exec --font <file-or-folder> ... [--json] -- <command> ...",
        discussion: """
            The fonts are not registered. The program and its child processes see them, before all other fonts, until \
            the program exits. The exit status is that of the program.

            Flatpak applications cannot see such fonts and are refused, also if they are started through `env` or `sh \
            -c`. Other wrappers and scripts are not detected.

            Example:
              fontctl exec --font Draft.otf Icons/ -- inkscape drawing.svg
            """)

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp("Font files, or folders to search.", valueName: "file-or-folder"))
    var font: [PathArgument]

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments, after `--`.", valueName: "command"))
    var command: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError(message: "Specify the program to run after `--`: fontctl exec --font FILE -- PROGRAM")
        }
    }

    func run() async throws {
        let context = FontctlContext.current
        let renderer = Renderer(console: context.console, given: context.given, isJSON: output.json)
        if FlatpakLaunch.isOne(command, path: context.variables["PATH"]) {
            let refusal: Message =
                "These fonts are not accessible in a Flatpak sandbox, and setting them would replace the sandbox's font configuration. Register them for the session instead, with `\(ShellWords.line(["fontctl", "register", "--scope", "session"], operands: font.map(\.text)))`, and then start the program as usual."
            throw ExitCode(renderer.show(Failure(refusal, exitStatus: ExitStatus.usage)))
        }
        let status: Int32
        do throws(FontError) {
            FontPaths.ignoredVariables(in: context.variables).forEach { context.warn(tr($0)) }
            let fonts = try ScopedFontEnvironment(
                fonts: try context.absolute(font), context: try context.readingRegistry(),
                variables: context.variables)
            defer { fonts.remove() }
            do throws(Errno) {
                status = try await ChildProcess.run(
                    command, environment: context.environment(), setting: fonts.environment, inheriting: fonts.lease)
            } catch {
                let isMissing =
                    error == .noSuchFileOrDirectory || error == .notDirectory
                    || error == .permissionDenied && !ChildProcess.isFound(command[0])
                let reason: Message =
                    isMissing
                    ? "The program “\(command[0])” was not found. Check its name, or specify its full path."
                    : "“\(command[0])” cannot be run: \(error). Check that it is a program and may be executed."
                status = renderer.show(
                    Failure(reason, exitStatus: isMissing ? ExitStatus.commandNotFound : ExitStatus.notExecutable))
            }
        } catch {
            status = renderer.show(Failure(error))
        }
        if status != ExitStatus.done { throw ExitCode(status) }
    }
}
