import CLinux
import FontBus
import FontModel
import Foundation
import Glibc

/// The interface `org.fontd.FontProvider1`, as documented in `data/org.fontd.FontProvider1.xml`.
package enum ProviderInterface {
    package static let path = "/org/fontd/FontProvider1"
    package static let busName = "org.fontd.FontProvider1"
    /// The maximum number of files in an answer.
    ///
    /// The bus may allow fewer: dbus-daemon allows 16.
    static let mostFiles = 64

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
        try await connection.export(
            BusObject(
                path: path, interface: declaration,
                method: { call async throws(BusFailure) in [try await answer(call, provider)] },
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

    private static func answer(_ call: BusCall, _ provider: some FontProvider) async throws(BusFailure) -> BusValue {
        guard let name = call.arguments.first?.string, let details = call.arguments.last?.dictionary else {
            throw .invalidArguments("Provide requires a name and details.")
        }
        let files = await provider.fonts(
            for: FontRequest(name: name, requester: details["requester"]?.string ?? ""))
        let opened = files.prefix(mostFiles).compactMap { file -> BusValue? in
            // Without this check, the path of a network address would be opened as a local path.
            guard file.isFileURL else { return nil }
            let path = file.path(percentEncoded: false)
            // The flags prevent waiting for the writer of a FIFO; the recipient refuses anything but regular files.
            let descriptor = clx_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            return .structure([.string(path), .descriptor(BusDescriptor(owning: descriptor))])
        }
        guard opened.count == min(files.count, mostFiles) else {
            throw BusFailure("org.freedesktop.DBus.Error.FileNotFound", "A font file cannot be opened any more.")
        }
        return .array(opened, of: "(sh)")
    }
}
