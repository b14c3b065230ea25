import FontBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The address of the session bus if `DBUS_SESSION_BUS_ADDRESS` is not set.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct SessionAddressTests {
    /// Returns the variables of the home, with the bus only in `XDG_RUNTIME_DIR`.
    private static func environment(_ home: PrivateHome, _ folder: String?) -> [String: String] {
        var environment = home.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["XDG_RUNTIME_DIR"] = folder
        return environment
    }

    /// The socket is found in the runtime folder, as systemd sets it up for a login session.
    ///
    /// The folder's name may contain characters with a meaning in addresses.
    @Test(arguments: ["run", "a folder,guid=1;unix:path=b%20c", "ein Öhr"])
    func itIsInTheRuntimeFolder(_ name: String) async throws {
        let home = try PrivateHome()
        let bus = try PrivateBus(in: home)
        let folder = home.root + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/bus", withDestinationPath: bus.address.replacing("unix:path=", with: ""))
        let client = try await BusConnection(.explicit(bus.address))
        let (owners, sink) = AsyncStream.makeStream(of: String.self)
        try await client.subscribe(
            to: "type='signal',member='NameOwnerChanged',arg0='\(PrivateService.name)'", from: "org.freedesktop.DBus"
        ) { sink.yield($0.arguments.last?.string ?? "") }
        let program = Process()
        program.executableURL = URL(filePath: Command.product("fontd"))
        program.arguments = ["--idle-timeout", "0"]
        program.environment = Self.environment(home, folder)
        try program.run()
        defer {
            // A child of a thread of tasks has SIGTERM blocked.
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
        // An empty name means that the owner has disconnected.
        for await owner in owners where !owner.isEmpty { break }
        #expect(try await client.process(of: PrivateService.name).pid == program.processIdentifier)
        #expect(try await client.fontd("Identity").first?.dictionary?["provider"] != nil)
    }

    @Test func whereThereIsNoneItIsSaid() throws {
        let home = try PrivateHome()
        for (folder, reason) in [
            (nil, "Set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR"), ("", "Set DBUS_SESSION_BUS_ADDRESS"),
            (home.root + "/none", "connect to the bus at unix:path="),
        ] {
            let result = try Command.run(
                Command.product("fontd"), [], environment: Self.environment(home, folder))
            #expect(result.status == 69)
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }
}
