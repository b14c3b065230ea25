import FontBus
import FontModel
import Glibc
import TestSupport
import Testing

@testable import FontService

/// Programs that have a font open are named to others, and only if they are not told of the change.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct FollowingCallerTests {
    @Test func neitherTheCallerNorSubscribersAreNamed() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let service = served.service
        let caller = try await service.callers.caller(try await client.uniqueName())
        let users = [getpid(), 1].map { FontUser(processIdentifier: $0, program: "p") }
        #expect(service.others(users, for: caller) == [users[1]])
        // Another caller is told of a program that does not subscribe.
        var other = caller
        other.identity.pid = 1
        #expect(service.others(users, for: other) == [users[0]])
        _ = try await client.fontd("Subscribe")
        #expect(service.subscribers.processes == [getpid()])
        #expect(service.others(users, for: other).isEmpty)
        _ = try await client.fontd("Unsubscribe")
        #expect(service.others(users, for: other) == [users[0]])
    }
}
