import FontRegistry
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FontctlCommands

@Suite(.fewAtOnce) struct WatchTests {
    /// Returns a continuation with which the test sends signals to a session.
    private static func signals(to session: Session) -> AsyncStream<Int32>.Continuation {
        let (stream, sender) = AsyncStream<Int32>.makeStream()
        session.configure { $0.signals = { _ in stream } }
        return sender
    }

    /// Waits until the session has printed a number of lines, and returns the lines.
    private func lines(_ count: Int, of session: Session) async -> [String] {
        func lines() -> [String] { session.printed.split(separator: "\n").map(String.init) }
        #expect(await eventually { lines().count >= count }, "only this was printed: \(session.printed)")
        return lines()
    }

    @Test func everyChangeIsALine() async throws {
        let home = try PrivateHome()
        let (watcher, session) = (Session(home), Session(home))
        let sender = Self.signals(to: watcher)
        let file = try home.write(SyntheticFont(family: "Seen"))
        #expect(await session("register", file).status == 0)
        let watching = Task { await watcher("watch", "--since", "0", "--json") }
        #expect(await lines(1, of: watcher).count == 1)
        #expect(await session("disable", "Seen-Regular").status == 0)
        #expect(await session("enable", "Seen-Regular").status == 0)
        #expect(await session("unregister", file).status == 0)
        let lines = await lines(4, of: watcher)
        let documents = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(documents.map { $0["kind"] as? String } == ["added", "disabled", "enabled", "removed"])
        #expect(documents.map { $0["generation"] as? Int } == [1, 2, 3, 4])
        sender.yield(15)
        let result = await watching.value
        #expect(result.status == 143)
        #expect(result.errors.isEmpty)
    }

    @Test func fromNowOnInText() async throws {
        let home = try PrivateHome()
        let (watcher, session) = (Session(home), Session(home))
        let sender = Self.signals(to: watcher)
        #expect(await session("register", try home.write(SyntheticFont(family: "Before"))).status == 0)
        let watching = Task { await watcher("watch") }
        // There is no sign that the watcher has started, so make changes until it prints one.
        var number = 0
        let isSeen = await eventually {
            number += 1
            guard let file = try? home.write(SyntheticFont(family: "After \(number)")) else { return false }
            return await session("register", file).status == 0 && !watcher.printed.isEmpty
        }
        #expect(isSeen)
        let line = try #require(await lines(1, of: watcher).first)
        #expect(line.contains("  added  persistent  user  After"))
        #expect(!watcher.printed.contains("Before"))
        sender.yield(2)
        #expect(await watching.value.status == 130)
    }

    @Test func aReaderThatLeavesEndsIt() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        // Ends immediately, without a change …
        session.configure { $0.outputClosed = { AsyncStream { $0.yield() } } }
        #expect(await session("watch").status == 0)
        // … or at the next line.
        #expect(await session("register", try home.write(SyntheticFont(family: "Seen"))).status == 0)
        session.configure {
            $0.outputClosed = { AsyncStream { _ in } }
            $0.console.write = { _ in .closed }
        }
        #expect(await session("watch", "--since", "0").status == 0)
        session.configure { $0.console.write = { _ in .failed(.noSpace) } }
        let full = await session("watch", "--since", "0")
        #expect(full.status == 1)
        #expect(full.errors.contains("could not be written"))
    }
}
