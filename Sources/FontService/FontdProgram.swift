import ArgumentParser
import CLinux
import Dispatch
import FontBus
import FontModel
import FontRegistry
import Glibc
import ProgramSupport
import SystemPackage

/// The program `fontd`, which runs the service.
public enum FontdProgram {
    /// Runs the service until it is idle, the bus disconnects, or a signal asks it to stop; then ends the process.
    public static func main() -> Never {
        ProgramStart.prepare("fontd")
        clx_keep_heap_small()
        TaskExecution.executor = TaskThreads()
        Task(executorPreference: TaskExecution.executor) { exit(await run(Array(CommandLine.arguments.dropFirst()))) }
        dispatchMain()
    }

    /// The exit statuses of the program.
    enum ExitStatus {
        static let done: Int32 = 0
        /// `EX_UNAVAILABLE`: there is no session bus, or no display.
        static let unavailable: Int32 = 69
        /// `EX_TEMPFAIL`: another fontd serves this bus, which is not an error.
        static let nameTaken: Int32 = 75
    }

    static func run(_ arguments: [String]) async -> Int32 {
        let options: FontdOptions
        do {
            options = try FontdOptions.parse(arguments)
        } catch {
            FontdOptions.exit(withError: error)
        }
        do throws(FontError) {
            if options.desktop { return try await helpDesktop() }
            raiseDescriptorLimit()
            var context = try RegistryContext.user(delayedTouches: .timer)
            context.reportsUsers = true
            let installation = Installation.current()
            // Files from the bus are never parsed in this process; without a worker none can be registered.
            context.workers = FontWorkers(program: installation.worker)
            return try await serve(context, installation, options)
        } catch {
            log("\(error.message)")
            return ExitStatus.unavailable
        }
    }

    private static func helpDesktop() async throws(FontError) -> Int32 {
        guard var helper = DesktopHelper(try RegistryContext.user(delayedTouches: .none).paths) else {
            log("There is no display: neither WAYLAND_DISPLAY nor DISPLAY names one.")
            return ExitStatus.unavailable
        }
        try await helper.run()
        return ExitStatus.done
    }

    private static func serve(
        _ context: RegistryContext, _ installation: Installation, _ options: FontdOptions
    ) async throws(FontError) -> Int32 {
        // Before the name is requested, so that a signal that arrives as soon as the service is visible is not lost.
        let signals = SystemSignals.stream([SIGTERM, SIGINT])
        do throws(BusFailure) {
            let connection = try await BusConnection(.session, taskExecutor: TaskExecution.executor)
            let service = RegistryService(connection, context: context, installation: installation)
            guard try await service.start() else {
                let owner = try? await connection.process(of: RegistryInterface.busName).pid
                log(
                    owner.map { "Process \($0) serves this session bus already; exiting." }
                        ?? "Another fontd serves this session bus already; exiting.")
                return ExitStatus.nameTaken
            }
            for remark in service.remarks { log(remark) }
            ServiceManager.ready()
            let isIdle = await ending(connection, service, signals, idleTimeout: options.idleTimeout)
            // Before the name is released: a service manager starts no replacement for a service that it considers
            // running.
            ServiceManager.stopping()
            await service.stop(isIdle: isIdle)
        } catch {
            log("There is no session bus to serve: \(error.message)")
            return ExitStatus.unavailable
        }
        await DelayedTouch.finish()
        return ExitStatus.done
    }

    /// Waits for the first event that ends the service.
    ///
    /// - Returns: Whether the service ends because it is idle.
    private static func ending(
        _ connection: BusConnection, _ service: RegistryService, _ signals: AsyncStream<Int32>, idleTimeout: Double
    ) async -> Bool {
        let (endings, end) = AsyncStream.makeStream(of: Bool.self)
        Task(executorPreference: TaskExecution.executor) { for await _ in signals { end.yield(false) } }
        Task(executorPreference: TaskExecution.executor) {
            await connection.end()
            end.yield(false)
        }
        // The memory of the last call is mostly code, which the next call finds in the page cache.
        Task(executorPreference: TaskExecution.executor) {
            await service.activity.whenQuiet(for: .seconds(5)) {
                clx_trim_heap()
                clx_give_code_back()
            }
        }
        if idleTimeout > 0 {
            Task(executorPreference: TaskExecution.executor) {
                await service.activity.idle(for: .seconds(idleTimeout)) { await service.isNeeded() }
                end.yield(true)
            }
        }
        for await isIdle in endings { return isIdle }
        return false
    }

    /// Raises the soft limit for descriptors, since every call brings some and the usual limit is for programs that use
    /// `select`.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Writes a line to standard error, which usually leads to the journal.
    private static func log(_ line: String) {
        _ = try? FileDescriptor.standardError.writeAll("fontd: \(line)\n".utf8)
    }
}

/// The command-line options.
struct FontdOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fontd", abstract: "Serves the user's fonts on the session bus.",
        discussion: """
            Provides org.fontd.FontRegistry1 to programs in any language, also from sandboxes, and notifies them of changes. \
            The bus starts it when it is needed; there is no need to run it by hand, and fontctl does not need it.

            Exits with 0 on SIGTERM or when it is idle, with 69 if there is no session bus, and with 75 if \
            another fontd serves it.

            Try it:
              busctl --user introspect org.fontd.FontRegistry1 /org/fontd/FontRegistry1
              fontctl watch
              journalctl --user --unit fontd
            """, version: Release.version)

    @Option(
        help: ArgumentHelp(
            "Exit after this time without calls and subscribers; 0 for never. \(variable) sets another default.",
            valueName: "seconds"))
    var idleTimeout = Self.defaultIdleTimeout

    /// The environment variable with the default, for a fontd that the bus or systemd starts with a fixed command line.
    private static let variable = "FONTD_IDLE_TIMEOUT"
    /// Is outside of the valid range if the variable holds no number.
    private static let defaultIdleTimeout = getenv(variable).map { Double(String(cString: $0)) ?? -1 } ?? 60

    @Flag(
        help:
            "Do not serve the bus, but make the running GTK programs of this display follow changes where no settings daemon does, until the display ends; `fontctl policy --desktop-helper off` ends it."
    )
    var desktop = false

    func validate() throws {
        guard idleTimeout >= 0, idleTimeout <= 1_000_000 else {
            throw ValidationError(
                "The idle timeout, of the option or of \(Self.variable), is a number of seconds from 0 to 1000000.")
        }
    }
}
