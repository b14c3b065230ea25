import FontRegistry
import Foundation
import TestSupport
import Testing

/// Of two real programs on one bus neither can change the other's registrations (docs/reliability.md, R33).
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct ForeignFontsOverTheBusTests {
    /// The kind of program that a client is.
    enum Provider: String, CaseIterable {
        case program, otherProgram, flatpak, otherFlatpak

        func client(_ service: PrivateService, _ command: [String]) throws -> RawClient {
            switch self {
            case .program, .otherProgram:
                // A copy of the interpreter under another name is another program.
                let copy = service.home.root + "/given/" + rawValue
                if !FileManager.default.fileExists(atPath: copy) {
                    try service.home.copyProgram("/usr/bin/python3", to: copy)
                }
                return try RawClient(service.bus, command, python: copy)
            case .flatpak, .otherFlatpak:
                let sandbox = try FlatpakSandbox("org.example.\(rawValue)", in: service.home, bus: service.bus)
                return try RawClient(sandbox, command, bringing: [service.home.root + "/given"])
            }
        }
    }

    private func check(_ owner: Provider, _ stranger: Provider) async throws {
        let service = try PrivateService()
        let font = try service.home.write(SyntheticFont(family: "Theirs"))
        try service.home.write(SyntheticFont(family: "Held"), as: "held.ttf")
        let rival = try service.home.write(SyntheticFont(family: "Theirs", salt: 9) { $0.revision = 9 })
        #expect(try service.fontctl("policy", "--sandboxed", "--install", "allow").status == 0)
        let own = try owner.client(service, ["own", font])
        let theirs = try #require(await own.line())
        try own.tell("list")
        let before = try #require(await own.line())
        let generation = try await service.home.user().generation()
        let attacker = try stranger.client(service, ["attack", theirs, rival])
        let report = try await attacker.report()
        #expect(report["escapes"] as? [String] == [])
        let provider = try #require(report["provider"] as? String)
        #expect(!theirs.contains("\"\(provider)\""))
        try own.tell("list")
        let after = await own.line()
        #expect(after == before)
        #expect(before.split(separator: ",").count == 2)
        #expect(try await service.home.user().generation() == generation)
    }

    @Test(.enabled(if: ownUnit == nil, "The tests run in a unit of systemd, and so would both programs."))
    func twoPrograms() async throws { try await check(.program, .otherProgram) }

    @Test(
        .enabled(if: FlatpakSandbox.isPossible, "Needs bwrap, and leave to make namespaces."),
        arguments: [(Provider.program, Provider.flatpak), (.flatpak, .program), (.flatpak, .otherFlatpak)])
    func aProgramAndTwoFlatpaks(_ owner: Provider, _ stranger: Provider) async throws {
        try await check(owner, stranger)
    }
}
