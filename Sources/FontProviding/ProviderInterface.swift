import CLinux
import FontBus
import FontModel
import Foundation
import Glibc
import Synchronization

extension ProviderInterface {
    /// The timeout of an announcement, as the user may be asked whether the program may supply fonts.
    private static let patience = Duration.seconds(180)

    /// Exports a supplier and announces its names.
    static func serve(
        _ provider: some FontProvider, announcing names: [String], as busName: String?, on connection: BusConnection
    ) async throws(BusFailure) {
        let longAnswers = LongAnswers()
        let provide = BusInterface.Method("Provide", ["name": "s", "details": "a{sv}"], returns: ["files": "a(sh)"])
        try await connection.export(
            BusObject(
                path: path, interface: BusInterface(Self.busName, methods: [provide]),
                method: { [weak connection] call async throws(BusFailure) in
                    try await requireService(call.sender, on: connection)
                    return [try await answer(call, provider, longAnswers)]
                },
                property: { _ in .boolean(false) }))
        if let busName, try await !connection.requestName(busName) {
            throw BusFailure(
                "org.freedesktop.DBus.Error.AddressInUse",
                "Another program already has the name \(busName). Exit that program first.")
        }
        let arguments: [BusValue] = [.string(busName ?? ""), .strings(names)]
        if busName == nil {
            // An announcement for a connection also ends with the service.
            try await connection.subscribe(toOwnerOf: BusMethodAddress.fontRegistry.destination) {
                [weak connection] owner in
                guard let connection, !owner.isEmpty else { return }
                Task(executorPreference: TaskExecution.executor) {
                    try? await connection.call("Announce", of: .fontRegistry, arguments, timeout: patience)
                }
            }
        }
        _ = try await connection.call("Announce", of: .fontRegistry, arguments, timeout: patience)
    }

    /// Checks that a caller is the service: a supplier's files are for no other program.
    private static func requireService(_ caller: String, on connection: BusConnection?) async throws(BusFailure) {
        // The bus returns an error for a name without an owner.
        let owner = try? await connection?.call(
            "GetNameOwner", of: .bus, [.string(BusMethodAddress.fontRegistry.destination)]
        ).first?.string
        guard owner == caller else {
            throw BusFailure(
                "org.freedesktop.DBus.Error.AccessDenied",
                "Only the font registry may call this method. Call Request of the registry instead.")
        }
    }

    /// The files of requests that have more than one answer.
    private final class LongAnswers: Sendable {
        struct Key: Hashable {
            var caller: String
            var request: FontRequest
        }

        /// The maximum number of requests, after which the files of all of them are dropped.
        private static let capacity = 256

        private let files = Mutex<[Key: [URL]]>([:])

        /// Keeps the files of a request whose first answer is full, in place of those of an equal earlier one.
        func keep(_ all: [URL], of key: Key) {
            files.withLock { files in
                if files.count >= Self.capacity { files = [:] }
                files[key] = all.count < filesPerAnswer ? nil : all
            }
        }

        /// Returns all files of a request; nil if they are not kept.
        func files(of key: Key) -> [URL]? { files.withLock { $0[key] } }
    }

    private static func answer(
        _ call: BusCall, _ provider: some FontProvider, _ longAnswers: LongAnswers
    ) async throws(BusFailure) -> BusValue {
        guard let name = call.arguments.first?.string, let details = call.arguments.last?.dictionary else {
            throw .invalidArguments("Provide requires a name and details.")
        }
        let request = FontRequest(name: name, requester: details["requester"]?.string ?? "")
        let key = LongAnswers.Key(caller: call.sender, request: request)
        let offset = max(0, Int(clamping: details["offset"]?.integer ?? 0))
        let all: [URL]
        if offset > 0 {
            guard let kept = longAnswers.files(of: key) else {
                throw BusFailure(
                    "org.freedesktop.DBus.Error.Failed",
                    "The files of this request are no longer available. Send the request again.")
            }
            all = kept
        } else {
            all = Array(await provider.fonts(for: request).prefix(mostFiles))
            longAnswers.keep(all, of: key)
        }
        let files = all.dropFirst(offset).prefix(filesPerAnswer)
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
            throw BusFailure(
                "org.freedesktop.DBus.Error.FileNotFound",
                "A font file can no longer be opened. Send the request again.")
        }
        return .array(opened, of: "(sh)")
    }
}
