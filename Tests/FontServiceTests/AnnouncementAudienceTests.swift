import FontBus
import FontRegistry
import Glibc
import TestSupport
import Testing

@testable import FontService

/// Who is told which provider announced other names.
@Suite struct AnnouncementAudienceTests {
    @Test func otherProgramsAreNotTold() throws {
        let home = try PrivateHome()
        let manager = try home.user()
        let subscribers = Subscribers()
        func subscribe(_ peer: String, _ id: String, isFontctl: Bool = false, isUser: Bool = false) throws {
            var identity = try CallerIdentity(pid: getpid(), runtimeDirectory: nil)
            identity.id = id
            subscribers.add(
                ServiceCaller(
                    peer: peer, identity: identity, isFontctl: isFontctl, isUser: isUser, manager: manager))
        }
        try subscribe(":1.1", "flatpak:org.example.Supplier")
        try subscribe(":1.2", "flatpak:org.example.Reader")
        try subscribe(":1.3", "/usr/bin/fontctl", isFontctl: true, isUser: true)
        try subscribe(":1.4", "/usr/bin/font-settings")
        // It had the right when it subscribed.
        try subscribe(":1.5", "/usr/bin/other-settings", isUser: true)
        func told(of provider: String) -> [String] {
            subscribers.peers(toldOf: provider) { $0.id == "/usr/bin/font-settings" }.sorted()
        }
        #expect(told(of: "flatpak:org.example.Supplier") == [":1.1", ":1.3", ":1.4"])
        #expect(told(of: "flatpak:org.example.Other") == [":1.3", ":1.4"])
        subscribers.remove(":1.3")
        #expect(told(of: "flatpak:org.example.Other") == [":1.4"])
    }

    /// A program that listens without a subscription gets the signals that everybody gets.
    @Test(.enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."))
    func theyAreNotBroadcast() async throws {
        let served = try await ServedHome()
        let (kinds, sink) = AsyncStream.makeStream(of: String.self)
        let listener = try await served.connect()
        try await listener.subscribe(
            to: "type='signal',interface='\(RegistryInterface.busName)',member='FontsChanged'",
            from: RegistryInterface.busName
        ) { signal in
            for change in signal.arguments.last?.dictionaries ?? [] { sink.yield(change["kind"]?.string ?? "") }
        }
        let client = try await served.connect()
        let told = try await client.changes(includingOthers: true)
        let supplier = try await served.connect()
        _ = try await supplier.registry("Announce", [.string(""), .strings(["Lora*"])])
        // The subscriber is of the same program.
        let change = await told.first { _ in true }?.arguments.last?.dictionaries?.first
        #expect(change?["kind"]?.string == "announcements" && change?["provider"]?.string?.isEmpty == false)
        try PolicyFile(served.home.paths).change { $0.sandboxed.use = .deny }
        #expect(await kinds.first { _ in true } == "policy")
    }
}
