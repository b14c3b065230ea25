import Testing

@testable import FontModel

/// The counter that tasks wait for.
@Suite(.timeLimit(.minutes(60))) struct EventCounterTests {
    @Test func anEventBeforeTheWaitIsNotMissed() async {
        let events = EventCounter()
        let count = events.count
        events.advance()
        await events.wait(after: count)
        #expect(events.count == 1)
    }

    @Test func allThatWaitAreWoken() async {
        let events = EventCounter()
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await events.wait(after: 0) } }
            group.addTask { events.advance() }
        }
        #expect(events.count == 1)
    }

    @Test func cancellationEndsAWait() async {
        let events = EventCounter()
        let task = Task { await events.wait(after: 0) }
        task.cancel()
        await task.value
        #expect(events.count == 0)
    }

    @Test func aWaitCanOutlastCancellation() async {
        let events = EventCounter()
        let task = Task { () -> Int in
            await events.waitThroughCancellation(after: 0)
            return events.count
        }
        task.cancel()
        events.advance()
        #expect(await task.value == 1)
    }
}
