import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct StatusTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    @Test func theStoreIsCounted() async throws {
        let empty = try await session("status", "--json").json
        #expect(empty["registrations"] as? Int == 0 && empty["bytes"] as? Int == 0)
        let files = try (0..<3).map { try home.write(SyntheticFont(family: "F\($0)")) }
        #expect(await session.run(["register", files[0], files[1]]).status == 0)
        #expect(await session("register", files[2], "--scope", "session").status == 0)
        #expect(await session("disable", "F0-Regular").status == 0)
        let status = await session("status")
        #expect(status.status == 0)
        #expect(status.output.contains("  store       \(home.paths.store)\n"), "\(status)")
        #expect(status.output.contains("  fonts       3 registrations, 1 of them disabled, 3 faces\n"))
        #expect(status.output.contains("  session     1 registration until you log out\n"))
        #expect(status.output.contains(" in 3 files\n"))
        #expect(status.output.contains(", generation 3\n"))
        #expect(status.lines.last == "  service     no session bus")
        let json = try await session("status", "--json").json
        #expect(json["disabled"] as? Int == 1 && json["session"] as? Int == 1 && json["files"] as? Int == 3)
        #expect(try #require(json["bytes"] as? Int) > 300)
    }

    @Test func pendingTouchesAreNamed() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "F"))).status == 0)
        func isPending(changed seconds: TimeInterval) async throws -> Bool? {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: home.paths.generationFile)
            return try await session("status", "--json").json["pendingTouches"] as? Bool
        }
        // A machine that is busy for seconds may have made the touches before it answers.
        var isSeen = false
        for _ in 0..<20 where !isSeen { isSeen = try await isPending(changed: 0) == true }
        #expect(isSeen)
        #expect(try await isPending(changed: -60) == false)
    }

    @Test(arguments: [
        (ServiceState(isActivatable: true, isRunning: false), "not running; the bus starts it when a program needs it"),
        (
            ServiceState(isActivatable: false, isRunning: false),
            "not available on the session bus; `fontctl doctor` shows how to install it"
        ),
        (ServiceState(isActivatable: true, isRunning: true, subscribers: 2), "running, 2 subscribers"),
        (ServiceState(isActivatable: false, isRunning: true), "running, cannot be started again by the bus"),
    ])
    func theServiceIsDescribed(_ state: ServiceState, _ text: String) async throws {
        session.configure { $0.serviceState = { state } }
        #expect(await session("status").lines.last == "  service     " + text)
    }

    /// Over the bus the fonts are counted only while the service runs, since asking it would start it.
    @Test func askingDoesNotStartTheService() async throws {
        let asked = Session(home)
        _ = await session("register", try home.write(SyntheticFont(family: "F")))
        asked.configure { context in
            context.service = { () throws(FontError) in
                Issue.record("the service was started")
                throw FontError(.registrationFailed, "No.")
            }
            context.serviceState = { ServiceState(isActivatable: true, isRunning: false) }
        }
        let json = try await asked("status", "--json").json
        #expect(json["registrations"] is NSNull && json["store"] is NSNull)
        asked.configure { context in
            context.service = { () throws(FontError) in
                FontManager(provider: "user", authority: .user, context: home.context)
            }
            context.serviceState = { ServiceState(isActivatable: true, isRunning: true) }
        }
        #expect(try await asked("status", "--json").json["registrations"] as? Int == 1)
    }
}
