import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// Subscribers that do not read their signals (docs/reliability.md, R31).
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct StoppedSubscriberTests {
    /// Makes a number of changes without the bus.
    private static func change(_ service: PrivateService, times: Int) async throws -> Int64 {
        let fonts = try service.home.user()
        let path = try service.home.write(SyntheticFont(family: "Changing"))
        if try await fonts.registered().isEmpty { try await fonts.register(URL(filePath: path), scope: .session) }
        let target = FontTarget.id(try await fonts.registered()[0].id)
        for turn in 0..<times {
            let isEnabled = try await fonts.registered()[0].isEnabled
            guard try await fonts.setEnabled(!isEnabled, [target]).isSuccess else {
                Issue.record("change \(turn) failed")
                break
            }
        }
        return try await fonts.generation()
    }

    private static func stopped(_ service: PrivateService) async throws -> RawClient {
        let subscriber = try RawClient(service.bus, ["subscribe"])
        #expect(await subscriber.line() == "\"ready\"")
        #expect(kill(subscriber.pid, SIGSTOP) == 0)
        return subscriber
    }

    /// A stopped subscriber does not affect the signals of others or the service's memory, and catches up when it
    /// continues.
    @Test(arguments: PrivateBus.Kind.possible)
    func aStoppedOneCostsNothing(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let vitals = Vitals(pid: try await service.process(client))
        let subscriber = try await Self.stopped(service)
        var signals = try await client.fontsChanged().makeAsyncIterator()
        var told: Int64 = 0
        let first = try await Self.change(service, times: 20)
        while told < first { told = try #require(await signals.next()?.arguments.first?.integer) }
        let memory = vitals.memory
        let last = try await Self.change(service, times: rounds("FONTD_BUS_CHANGES", 300))
        while told < last {
            let signal = try #require(await signals.next())
            #expect(signal.arguments.first?.integer == told + 1)
            told = try #require(signal.arguments.first?.integer)
        }
        let growth = vitals.memory - memory
        #expect(growth < 20_000_000)
        print("\(last) changes beside a stopped subscriber on \(kind): \(growth / 1_024) KiB more")
        #expect(try await service.process(client) == vitals.pid)
        #expect(kill(subscriber.pid, SIGCONT) == 0)
        try subscriber.tell("catch up")
        var report: [String: Any] = [:]
        for await line in subscriber.lines where line.hasPrefix("{") {
            report = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(report["generation"] as? Int == Int(last))
        // A client that is further behind than the replay limit gets a snapshot.
        let isFarBehind = last > ChangeLog.replayLimit
        #expect(report["snapshot"] as? Int == (isFarBehind ? 1 : 0))
        #expect(report["seen"] as? Int == (isFarBehind ? 0 : Int(last)))
    }

    /// 99 subscribers that read get every signal in order although another one never reads.
    @Test(arguments: PrivateBus.Kind.possible)
    func ofAHundredOneNeverReads(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let pid = try await service.process(client)
        let silent = try await Self.stopped(service)
        var subscribers: [(BusConnection, AsyncStream<BusSignal>)] = []
        for _ in 0..<99 {
            let subscriber = try await service.connect()
            subscribers.append((subscriber, try await subscriber.fontsChanged()))
            _ = try await subscriber.fontd("Subscribe")
        }
        let last = try await Self.change(service, times: 20)
        for (_, stream) in subscribers {
            var told: [Int64] = []
            for await signal in stream {
                told.append(signal.arguments.first?.integer ?? 0)
                if told.last == last { break }
            }
            #expect(told == Array(1...last))
        }
        #expect(try await service.process(client) == pid)
        silent.kill()
    }
}
