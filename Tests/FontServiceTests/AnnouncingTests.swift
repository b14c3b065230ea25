import FontBus
import FontModel
import FontProviding
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// The ownership and lifetime of announcements over the bus.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct AnnouncingTests {
    private static let name = "org.example.Foundry"

    private func failure(_ client: BusConnection, _ busName: String, _ names: [String]) async -> String? {
        do throws(BusFailure) {
            _ = try await client.registry("Announce", [.string(busName), .strings(names)])
            return nil
        } catch {
            return String(error.name.split(separator: ".").last ?? "")
        }
    }

    @Test func onlyANameOfOnesOwnThatTheBusCanStartIsAnnounced() async throws {
        let served = try await ServedHome()
        let (client, other) = (try await served.connect(), try await served.connect())
        #expect(await failure(client, Self.name, ["Lora"]) == "MissingEntitlement")
        #expect(try await other.requestName(Self.name))
        #expect(await failure(client, Self.name, ["Lora"]) == "MissingEntitlement")
        #expect(await failure(other, Self.name, ["Lora"]) == "InvalidArgs")
        #expect(await failure(other, "no name", ["Lora"]) == "InvalidArgs")
        #expect(await failure(other, try await client.uniqueName(), ["Lora"]) == "InvalidArgs")
        try served.bus.addService(Self.name, command: ["/bin/false"])
        #expect(await failure(other, Self.name, ["Lora"]) == nil)
        #expect(await failure(client, Self.name, ["Lora"]) == "MissingEntitlement")
        #expect(await failure(client, "", []) == "InsufficientInfo")
        #expect(await failure(client, "", (0...10_000).map(String.init)) == "ExceededResourceLimit")
        // The limit counts all names of the provider, which owns all of these connections.
        #expect(await failure(client, "", (0..<10_000).map(String.init)) == "ExceededResourceLimit")
        #expect(await failure(client, "", (0..<9_999).map(String.init)) == nil)
    }

    @Test func oneProviderCannotFillTheTable() async throws {
        let served = try await ServedHome()
        for _ in 0..<16 { #expect(await failure(try await served.connect(), "", ["Lora"]) == nil) }
        #expect(await failure(try await served.connect(), "", ["Lora"]) == "ExceededResourceLimit")
    }

    @Test func aConnectionsAnnouncementEndsWithIt() async throws {
        let served = try await ServedHome()
        let supplier = Supplier()
        let provider = try await served.announce(supplier, "*")
        #expect(await served.service.isNeeded())
        await provider.close()
        #expect(await eventually { await !served.service.announcements.hasConnections })
        #expect(try await served.connect().request("Lora").map(\.status) == ["not-found"])
        #expect(supplier.asked.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: served.home.paths.announcements))
    }

    @Test func withdrawnProviderIsNotCalled() async throws {
        let served = try await ServedHome()
        let supplier = Supplier()
        let provider = try await served.announce(supplier, "*")
        try await supplier.withdraw(on: FontProviderConnection(provider))
        #expect(try await served.connect().request("Lora").map(\.status) == ["not-found"])
        #expect(supplier.asked.isEmpty)
        await #expect(throws: FontError.self) { try await supplier.withdraw(on: FontProviderConnection(provider)) }
        await #expect(throws: FontError.self) {
            try await supplier.withdraw(as: Self.name, on: FontProviderConnection(provider))
        }
    }

    /// An announcement of a bus name survives the service, even if it is killed.
    ///
    /// It does not remove announcements that the service of another session wrote.
    @Test func aNamesAnnouncementOutlivesTheService() async throws {
        let home = try PrivateHome()
        let bus = try PrivateBus(in: home)
        try bus.addService(Self.name, command: ["/bin/false"])
        let first = try await ServedHome(home: home, bus: bus)
        let supplier = Supplier(try first.font("Lora"))
        let provider = try await first.announce(supplier, "Lora*", as: Self.name)
        let written = try Data(contentsOf: URL(filePath: home.paths.announcements))
        #expect(await !first.service.announcements.hasConnections)
        await first.service.connection.close()
        let second = try await ServedHome(home: home, bus: bus)
        #expect(second.service.remarks.isEmpty)
        #expect(try await second.connect().request("Lora-Regular").map(\.status) == ["provided"])
        #expect(supplier.asked == ["Lora-Regular"])
        // The announcement moves to another bus name in this file.
        let file = AnnouncementFile(path: home.paths.announcements)
        guard case .announcements(var all) = try file.read(isLocked: true) else {
            throw BusFailure("test", "nothing was written")
        }
        all[0].busName = "org.example.Elsewhere"
        try file.write(all)
        _ = try await provider.registry("Announce", [.string(Self.name), .strings(["Lora*"])])
        guard case .announcements(let both) = try file.read(isLocked: true) else {
            throw BusFailure("test", "nothing was written")
        }
        #expect(both.map(\.busName) == ["org.example.Elsewhere", Self.name])
        try await supplier.withdraw(as: Self.name, on: FontProviderConnection(provider))
        try await second.service.announcements.forget(provider: all[0].provider)
        guard case .announcements(let none) = try file.read(isLocked: true) else {
            throw BusFailure("test", "nothing was written")
        }
        #expect(none.isEmpty)
        #expect(!written.isEmpty)
    }

    /// Services of a user's sessions share the file: one waits while another changes it.
    @Test func simultaneousWritesOfAnotherSessionAreKept() async throws {
        let service = try PrivateService()
        try service.bus.addService(Self.name, command: ["/bin/false"])
        let client = try await service.connect()
        try #require(try await client.requestName(Self.name))
        let process = try await service.process(client)
        let place = StoreLock.path(beside: service.home.paths.announcements)
        let file = AnnouncementFile(path: service.home.paths.announcements)
        var lock: StoreLock? = try await file.lock()
        let announcing = Task {
            // On a slow machine the wait may time out; nothing was changed then.
            while true {
                do throws(BusFailure) {
                    _ = try await client.fontd("Announce", .string(Self.name), .strings(["Lora"]))
                    return
                } catch {
                    guard error.message.contains(place) else { throw error }
                }
            }
        }
        // The service has opened the lock file and waits.
        let isWaiting = await eventually {
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            return open.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")) == place
            }
        }
        #expect(isWaiting)
        let other = Announcement(
            provider: "org.example.Other", busName: "org.example.Other", names: try AnnouncedNames(["Inter"]))
        try file.write([other])
        withExtendedLifetime(lock) {}
        lock = nil
        try await announcing.value
        guard case .announcements(let all) = try file.read(isLocked: true) else {
            throw BusFailure("test", "nothing was written")
        }
        #expect(all.map(\.busName) == ["org.example.Other", Self.name])
    }

    /// A lock that is never released, as by a stopped process, does not block the service.
    ///
    /// The service starts and knows the announcements; calls that must write fail with an error.
    @Test func aLockThatIsNeverLetGoHoldsUpNoService() async throws {
        let home = try PrivateHome()
        let bus = try PrivateBus(in: home)
        try bus.addService(Self.name, command: ["/bin/false"])
        let file = AnnouncementFile(path: home.paths.announcements)
        var lock: StoreLock? = try await file.lock()
        try file.write([
            Announcement(
                provider: "org.example.Other", busName: "org.example.Other", names: try AnnouncedNames(["Inter"]))
        ])
        let served = try await ServedHome(home: home, bus: bus)
        #expect(served.service.remarks.isEmpty)
        #expect(await served.service.announcements.suppliers(of: "Inter").map(\.busName) == ["org.example.Other"])
        let client = try await served.connect()
        try #require(try await client.requestName(Self.name))
        #expect(await failure(client, Self.name, ["Lora"]) == "RegistrationFailed")
        // Announcements that end with the connection are not written.
        #expect(await failure(client, "", ["Lora"]) == nil)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(await failure(client, Self.name, ["Lora"]) == nil)
        guard case .announcements(let all) = try file.read(isLocked: true) else { throw BusFailure("test", "nothing") }
        #expect(all.map(\.busName) == ["org.example.Other", Self.name])
    }

    /// Without the lock the service does not move a damaged file, because another process may be about to replace it.
    @Test func withoutTheLockWhatIsDamagedStaysWhereItIs() async throws {
        let home = try PrivateHome()
        let file = AnnouncementFile(path: home.paths.announcements)
        let lock = try await file.lock()
        try "{".write(toFile: home.paths.announcements, atomically: true, encoding: .utf8)
        let served = try await ServedHome(home: home)
        #expect(served.service.remarks.count == 1)
        #expect(try String(contentsOfFile: home.paths.announcements, encoding: .utf8) == "{")
        withExtendedLifetime(lock) {}
    }

    @Test func damagedAnnouncementsAreRemarkedUpon() async throws {
        let home = try PrivateHome()
        try FileManager.default.createDirectory(atPath: home.paths.store, withIntermediateDirectories: true)
        try "{".write(toFile: home.paths.announcements, atomically: true, encoding: .utf8)
        let served = try await ServedHome(home: home)
        #expect(served.service.remarks.count == 1)
        #expect(served.service.remarks.first?.contains("announcements.json.damaged") == true)
        let supplier = Supplier(try served.font("Lora"))
        try await served.announce(supplier, "Lora*")
        #expect(try await served.connect().request("Lora-Regular").map(\.status) == ["provided"])
    }
}
