import DBus
import Dispatch
import FontTransfer
import Glibc

/// The part of `fontd-fetch` that is on the session bus (`fontd-fetch --bus`).
///
/// fontd, whose unit has no sockets for the network, asks it for processes that fetch. It passes the end of a socket on
/// and uses no network itself: libcurl is loaded by the processes, which have no bus. It exits when there was none for a
/// while.
public enum FetchBus {
    /// The interface, which `data/org.fontd.FontFetch1.xml` documents.
    private static let declaration = BusInterface(
        FetchProtocol.busName, methods: [.init("Open", returns: ["socket": "h"])])

    /// The exit statuses of `sysexits.h`.
    private enum ExitStatus {
        static let done: Int32 = 0
        /// `EX_UNAVAILABLE`: there is no session bus.
        static let unavailable: Int32 = 69
        /// `EX_TEMPFAIL`: another process serves this bus.
        static let nameTaken: Int32 = 75
    }

    /// Serves the bus until the service is idle or the bus has gone; then ends the process.
    public static func main() -> Never {
        let processes = FetchProcesses(program: CommandLine.arguments[0])
        let (endings, ending) = AsyncStream.makeStream(of: Void.self)
        Task {
            let status: Int32
            do throws(BusFailure) {
                status = try await serve(processes, until: endings) { ending.yield() }
            } catch {
                let line = Array("fontd-fetch: There is no session bus to serve: \(error.message)\n".utf8)
                _ = write(STDERR_FILENO, line, line.count)
                status = ExitStatus.unavailable
            }
            exit(status)
        }
        processes.collect(idleTimeout: idleTimeout)
        ending.yield()
        dispatchMain()
    }

    private static func serve(
        _ processes: FetchProcesses, until endings: AsyncStream<Void>, _ end: @escaping @Sendable () -> Void
    ) async throws(BusFailure) -> Int32 {
        let connection = try await BusConnection()
        let callers = FetchCallers(connection, processes)
        try await connection.export(
            BusObject(
                path: FetchProtocol.busPath, interface: declaration,
                method: { call async throws(BusFailure) in
                    try await callers.requireAllowed(call.sender)
                    return [.descriptor(try processes.start(for: call.sender))]
                }, property: { _ in .string("") }))
        guard try await connection.requestName(FetchProtocol.busName) else { return ExitStatus.nameTaken }
        ServiceManager.ready()
        Task {
            await connection.end()
            end()
        }
        for await _ in endings { break }
        // Before the name is released: a service manager starts no replacement for a service that it considers running.
        ServiceManager.stopping()
        try? await connection.releaseName(FetchProtocol.busName)
        await connection.idle()
        await connection.close()
        return ExitStatus.done
    }

    /// The time without processes after which it exits, in seconds, which `FONTD_IDLE_TIMEOUT` sets; 0 for never.
    private static var idleTimeout: Double {
        let given = getenv("FONTD_IDLE_TIMEOUT").flatMap { Double(String(cString: $0)) }
        return given.map { min(max($0, 0), 1_000_000) } ?? 60
    }
}
