import CLinux
import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontService
@testable import FontStore

/// The start and the end of the service, and the data that ends with it.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct ServiceLifeTests {
    private static func signal(_ process: Int32, _ number: Int32) { #expect(kill(process, number) == 0) }

    /// Waits until a process that is not a child has ended.
    private static func hasEnded(_ process: Int32) -> Bool {
        eventually {
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            return status.isEmpty || status.contains(") Z ")
        }
    }

    @Test func withoutABusItSaysSo() throws {
        let home = try PrivateHome()
        let result = try Command.run(
            Command.product("fontd"), [],
            environment: home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]) { $1 })
        #expect(result.status == 69)
        #expect(result.errors.contains("no session bus"))
    }

    /// Calls in progress are answered when the service is terminated, and later calls go to the next service.
    @Test(arguments: PrivateBus.Kind.possible)
    func pendingCallsAreAnsweredBeforeTheEnd(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let process = try await service.process(client)
        let paths = try (0..<30).map { try service.home.write(SyntheticFont(family: "Last \($0)")) }
        let answers = try await withThrowingTaskGroup(of: String?.self) { group in
            for path in paths {
                group.addTask { try await client.registerFont(path)["status"]?.string }
            }
            let first = try await group.next()
            Self.signal(process, SIGTERM)
            return try await group.reduce(into: [first ?? nil]) { $0.append($1) }
        }
        #expect(answers == [String?](repeating: "registered", count: 30))
        #expect(Self.hasEnded(process))
        #expect(try await client.fontd("List", .dictionary([:]))[1].elements?.count == 30)
        #expect(try await service.process(client) != process)
    }

    /// A service that is asked to end does not wait for the user's answer, and calls that wait for it are refused.
    @Test(arguments: ["program", "bus"])
    func openQuestionsEndWithIt(_ asked: String) async throws {
        let service = try PrivateService()
        let (client, other) = (try await service.connect(), try await service.connect())
        let place = service.home.root + "/given/asking"
        let script = try service.home.writeScript(
            "echo $$ > \(place)\nexec sleep 1000", to: service.home.root + "/given/ask")
        let (questions, sink) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        try await other.export(
            ConsentHook.object { _ in
                sink.yield()
                await gate.pass()
                return true
            })
        _ = try PolicyFile(service.home.paths).change { policy in
            policy.unconfined.install = .ask
            policy.consent = asked == "bus" ? .busName("org.example.Consent") : .program([script])
        }
        try #require(try await other.requestName("org.example.Consent"))
        let fontd = try service.bus.serve(Command.product("fontd"))
        let path = try service.home.write(SyntheticFont(family: "Asked For"))
        // The second call waits for the first.
        let waiting = (0..<2).map { _ in Task { try await client.registerFont(path) } }
        if asked == "bus" { for await _ in questions { break } }
        func askingProgram() -> Int32? {
            (try? String(contentsOfFile: place, encoding: .utf8)).flatMap { Int32($0.dropLast()) }
        }
        if asked == "program" { #expect(await eventually { askingProgram() != nil }) }
        Self.signal(fontd.processIdentifier, SIGTERM)
        for call in waiting {
            let failure = await #expect(throws: BusFailure.self) { _ = try await call.value }
            #expect(failure?.name.hasSuffix(".CancelledByUser") == true)
            #expect(
                failure?.message.contains("fontd ended before the user answered") == true, "\(failure?.message ?? "")")
        }
        fontd.waitUntilExit()
        #expect(fontd.terminationReason == .exit && fontd.terminationStatus == 0)
        if asked == "program" { #expect(Self.hasEnded(try #require(askingProgram()))) }
        gate.open()
    }

    /// The delayed touch is made before the service exits.
    ///
    /// A service manager would kill a child process that was left behind to make it.
    @Test func theDelayedTouchesAreMadeBeforeTheEnd() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let process = try await service.process(client)
        _ = try await client.registerFont(try service.home.write(SyntheticFont(family: "Touched")))
        Self.signal(process, SIGTERM)
        #expect(Self.hasEnded(process))
        let root = service.home.paths.persistentProjection
        var (parent, folder) = (stat(), stat())
        try #require(stat(root, &parent) == 0 && stat(root + "/0001", &folder) == 0)
        // The subfolder is touched once, when the font is added, and its modification time is not the time of day.
        #expect(parent.st_mtim.tv_sec > folder.st_ctim.tv_sec)
    }

    /// The service exits when it is idle, but not while a client is subscribed to changes.
    @Test func itEndsWhenNobodyNeedsIt() async throws {
        let service = try PrivateService(idleTimeout: 5)
        let client = try await service.connect()
        let process = try await service.process(client)
        #expect(Self.hasEnded(process))
        let subscriber = try await service.connect()
        _ = try await subscriber.fontd("Subscribe")
        let second = try await service.process(client)
        var signals = try await client.fontsChanged().makeAsyncIterator()
        try service.fontctl("register", try service.home.write(SyntheticFont(family: "Late")))
        #expect(await signals.next() != nil)
        #expect(try await service.process(client) == second)
        await subscriber.close()
        #expect(Self.hasEnded(second))
    }

    /// A file that stayed hidden for a program is removed when the service ends after that program.
    @Test(.enabled(if: MappingProgram.isPossible, "Needs Debian's python3."))
    func hiddenFilesAreRemovedAtTheIdleEnd() async throws {
        let service = try PrivateService(idleTimeout: 3)
        let file = try service.home.write(SyntheticFont(family: "Kept"))
        let user = try service.home.user()
        let registration = try await user.register(URL(filePath: file), scope: .persistent).registration
        let path = try #require(registration?.path)
        let program = try MappingProgram([path], in: service.home)
        try await user.setEnabled(false, .name("Kept-Regular"))
        let left = service.home.paths.staging + "/left"
        try FileManager.default.createDirectory(
            atPath: left, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The service does not end while a client is subscribed, however slow the machine is.
        let client = try await service.connect()
        _ = try await client.fontd("Subscribe")
        // The start removes hidden files, too, under the lock; wait until it is over.
        #expect(await eventually { service.home.staged.isEmpty })
        _ = try StoreLock(service.home.paths)
        program.end()
        #expect(FileManager.default.fileExists(atPath: path))
        await client.close()
        #expect(await eventually { !FileManager.default.fileExists(atPath: path) })
        #expect(try await service.home.user().diagnose(repair: false).isHealthy)
    }

    /// An idle service has no timers that wake it, whatever it did before.
    @Test func idleItSleeps() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let vitals = Vitals(pid: try await service.process(client))
        _ = try await client.fontd("Subscribe")
        for number in 0..<40 {
            let path = try service.home.write(SyntheticFont(family: "Asleep \(number)"))
            #expect(try await client.registerFont(path)["status"] == .string("registered"))
        }
        _ = try await client.fontd(
            "Request", .strings(["Absent-Regular"]), .dictionary([:]))
        // Delayed touches have been made and memory has been released; the timer of a worker takes a minute.
        #expect(await eventually { !vitals.hasTimer(within: 3) })
        #expect(try await service.process(client) == vitals.pid)
    }

    /// A call that arrives while an idle service ends is answered by it, and its registration is tracked by the next
    /// service.
    @Test func callAtTheLastMomentIsAnswered() async throws {
        let served = try await ServedHome()
        try served.bus.addInstalledService()
        let (client, watcher) = (try await served.connect(), try await served.connect())
        // Simulates a call between the last check for clients and the release of the name.
        _ = try await client.registerFont(
            served.font("Late").path, scope: "session", ["lifetime": .string("connection")])
        await served.service.stop(isIdle: true)
        let (fonts, bus) = (try served.home.user(), BusMethodAddress.bus)
        #expect(try await fonts.registered().count == 1)
        let hasSuccessor = await eventually {
            (try? await watcher.call("NameHasOwner", of: bus, [.string(PrivateService.name)]).first?.boolean) == true
        }
        #expect(hasSuccessor)
        await client.close()
        #expect(await eventually { (try? await fonts.registered().isEmpty) == true })
    }

    /// If the bus ends, the service exits without loss, and is available on the next bus.
    @Test(arguments: PrivateBus.Kind.possible)
    func theBusGoesAndComesBack(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let process = try await service.process(client)
        let path = try service.home.write(SyntheticFont(family: "Survivor"))
        _ = try await client.registerFont(path)
        let held = try service.home.write(SyntheticFont(family: "Held"))
        _ = try await client.registerFont(held, scope: "session", ["lifetime": .string("connection")])
        try service.bus.stop()
        #expect(Self.hasEnded(process))
        let failure = await #expect(throws: BusFailure.self) { _ = try await client.fontd("Providers") }
        #expect(failure?.isUnavailable == true)
        try service.bus.start()
        let again = try await service.connect()
        // dbus-broker needs a moment until systemd has forgotten the service of the previous bus.
        #expect(await eventually { (try? await again.fontd("Providers")) != nil })
        // Connections of the new bus have the same unique names but are different ones.
        let listed = try await again.fontd("List", .dictionary([:]))[1].dictionaries
        #expect(listed?.compactMap { $0["file"]?.string } == [path])
    }

    /// Fonts of a connection are removed when it is closed or killed, even if the service is not running at the time.
    @Test(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), arguments: ["close", "kill", "away"])
    func fontsOfAConnectionEndWithIt(_ manner: String) async throws {
        let service = try PrivateService()
        let watcher = try await service.connect()
        var signals = try await watcher.fontsChanged().makeAsyncIterator()
        let path = try service.home.write(SyntheticFont(family: "Fleeting"))
        let program = try RawClient(service.bus, ["register", "connection", path])
        #expect(await signals.next()?.arguments[1].dictionaries?.first?["kind"] == .string("added"))
        let process = try await service.process(watcher)
        switch manner {
        case "close": program.end()
        case "kill": Self.signal(program.pid, SIGKILL)
        default:
            try await service.kill(watcher)
            program.end()
            #expect(try await service.process(watcher) != process)
        }
        let signal = await signals.next()
        #expect(signal?.arguments[1].dictionaries?.first?["kind"] == .string("removed"))
        #expect(try service.fontctl("list", "--json").output.contains("\"registrations\":[]"))
    }

    /// While the connection exists, its fonts survive the end of the service.
    @Test func fontsOfAConnectionOutliveTheService() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Faithful"))
        _ = try await client.registerFont(path, scope: "session", ["lifetime": .string("connection")])
        try await service.kill(client)
        #expect(try await client.fontd("List", .dictionary([:]))[1].elements?.count == 1)
    }
}
