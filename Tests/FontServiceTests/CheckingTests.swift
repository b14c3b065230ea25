import FontBus
import Foundation
import Glibc
import TestSupport
import Testing

/// Deep checks by descriptor, and a service without the worker program.
@Suite(.timeLimit(.minutes(60)))
struct CheckingTests {
    @Test func aFileThatIsNoneIsAFindingAmongOthers() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Sound"))
        let answer = try await client.fontd(
            "Validate",
            .files([
                ("folder", try .opening(service.home.root)), ("sound", try .opening(path)),
                ("device", try .opening("/dev/zero")),
            ]))
        let results = try #require(answer.first?.dictionaries)
        #expect(results.map { $0["file"] } == [.string("folder"), .string("sound"), .string("device")])
        #expect(results.map { $0["valid"] } == [.boolean(false), .boolean(true), .boolean(false)])
        #expect(results.map { $0["code"] } == [.uint32(306), nil, .uint32(306)])
        #expect(results[1]["findings"]?.dictionaries?.isEmpty == true)
        #expect(results[1]["format"] == .string("truetype"))
    }

    /// A call can have only a limited number of files.
    ///
    /// dbus-daemon itself allows fewer files per message.
    @Test(.enabled(if: PrivateBus.Kind.possible.contains(.broker), "Needs dbus-broker and systemd."))
    func aCallHasOnlySoManyFiles() async throws {
        let service = try PrivateService(.broker)
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Sound"))
        let file = try BusDescriptor.opening(path)
        let failure = await #expect(throws: BusFailure.self) {
            try await client.fontd("Validate", .files((0..<65).map { ("\($0)", file) }))
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    /// Without a worker every file fails with an error of the installation, because fontd reads no file itself.
    @Test func withoutAWorkerEveryFileIsTheInstallationsFault() async throws {
        let home = try PrivateHome()
        let folder = home.root + "/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Not a symbolic link, because fontd looks for the worker beside its own executable.
        if link(Command.product("fontd"), folder + "/fontd") != 0 {
            try home.copyProgram(Command.product("fontd"), to: folder + "/fontd")
        }
        let bus = try PrivateBus(.daemon, in: home)
        let fontd = try bus.serve(folder + "/fontd")
        defer { fontd.terminate() }
        let client = try await BusConnection(.explicit(bus.address))
        let path = try home.write(SyntheticFont(family: "Nobody"))
        let files = BusValue.files([("given.ttf", try .opening(path))])
        let calls: [(String, [BusValue])] = [
            ("Register", [files, .string("persistent"), .dictionary([:])]), ("Validate", [files]),
            ("Info", [.descriptor(try .opening(path))]),
        ]
        for (member, arguments) in calls {
            let failure = await #expect(throws: BusFailure.self, "\(member)") {
                let answer = try await client.call(member, of: PrivateService.address, arguments)
                if member == "Register" { _ = try answer.acceptedOutcomes() }
            }
            #expect(failure?.name == "org.fontd.FontRegistry1.Error.RegistrationFailed", "\(member)")
            #expect(failure?.message.contains("installation of fontd is incomplete") == true, "\(member): \(failure)")
            #expect(failure?.message.hasSuffix("(301)") == true, "\(member)")
        }
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
        #expect(home.staged.isEmpty)
    }
}
