import CLinux
import FontBus
import FontModel
import Foundation
import Glibc
import Synchronization

/// The interface `org.fontd.FontProvider1`, as documented in `data/org.fontd.FontProvider1.xml`.
package enum ProviderInterface {
    package static let path = "/org/fontd/FontProvider1"
    package static let busName = "org.fontd.FontProvider1"
    /// The maximum number of files for a request.
    static let mostFiles = 64
    /// The maximum number of files in one message: dbus-daemon disconnects a program that sends more.
    static let filesPerAnswer = 16

    /// The timeout of an announcement, as the user may be asked whether the program may supply fonts.
    private static let patience = Duration.seconds(180)

    static let declaration = BusInterface(
        busName,
        methods: [
            BusInterface.Method(
                "Provide", [BusInterface.Argument("name", "s"), BusInterface.Argument("details", "a{sv}")],
                returns: [BusInterface.Argument("files", "a(sh)")])
        ])

    static func serve(
        _ provider: some FontProvider, announcing names: [String], as busName: String?, on connection: BusConnection
    ) async throws(BusFailure) {
        let rests = Rests()
        try await connection.export(
            BusObject(
                path: path, interface: declaration,
                method: { call async throws(BusFailure) in [try await answer(call, provider, rests)] },
                property: { _ in .boolean(false) }))
        if let busName, try await !connection.requestName(busName) {
            throw BusFailure(
                "org.freedesktop.DBus.Error.AddressInUse", "Another program has the name \(busName) already.")
        }
        let arguments: [BusValue] = [.string(busName ?? ""), .strings(names)]
        if busName == nil {
            // An announcement for a connection also ends with the service.
            try await connection.subscribe(
                to: """
                    type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',\
                    arg0='\(BusMethodAddress.fontRegistry.destination)'
                    """, from: BusMethodAddress.bus.destination
            ) { [weak connection] signal in
                guard let connection, signal.arguments.last?.string?.isEmpty == false else { return }
                Task(executorPreference: TaskExecution.executor) {
                    try? await connection.call("Announce", of: .fontRegistry, arguments, timeout: patience)
                }
            }
        }
        _ = try await connection.call("Announce", of: .fontRegistry, arguments, timeout: patience)
    }

    /// The files of requests that did not fit into the answers so far.
    private final class Rests: Sendable {
        struct Key: Hashable {
            var caller: String
            var request: FontRequest
        }

        /// The maximum number of requests, after which the files of all of them are dropped.
        private static let capacity = 256

        private let files = Mutex<[Key: [URL]]>([:])

        /// Returns the files of the next answer, and keeps those after it.
        func next(_ all: [URL], of key: Key) -> ArraySlice<URL> {
            files.withLock { files in
                if files.count >= Self.capacity { files = [:] }
                let rest = Array(all.dropFirst(filesPerAnswer))
                files[key] = rest.isEmpty ? nil : rest
                return all.prefix(filesPerAnswer)
            }
        }

        /// Returns the files that are kept for a request.
        func files(of key: Key) -> [URL] { files.withLock { $0[key] ?? [] } }
    }

    private static func answer(
        _ call: BusCall, _ provider: some FontProvider, _ rests: Rests
    ) async throws(BusFailure) -> BusValue {
        guard let name = call.arguments.first?.string, let details = call.arguments.last?.dictionary else {
            throw .invalidArguments("Provide requires a name and details.")
        }
        let request = FontRequest(name: name, requester: details["requester"]?.string ?? "")
        let key = Rests.Key(caller: call.sender, request: request)
        let all =
            details["offset"]?.integer ?? 0 > 0
            ? rests.files(of: key) : Array(await provider.fonts(for: request).prefix(mostFiles))
        let files = rests.next(all, of: key)
        let opened = files.compactMap { file -> BusValue? in
            // Without this check, the path of a network address would be opened as a local path.
            guard file.isFileURL else { return nil }
            let path = file.path(percentEncoded: false)
            // The flags prevent waiting for the writer of a FIFO; the recipient refuses anything but regular files.
            let descriptor = clx_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            return .structure([.string(path), .descriptor(BusDescriptor(owning: descriptor))])
        }
        guard opened.count == files.count else {
            throw BusFailure("org.freedesktop.DBus.Error.FileNotFound", "A font file cannot be opened any more.")
        }
        return .array(opened, of: "(sh)")
    }
}
