import Synchronization
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

@Suite struct KeyedQueueTests {
    /// The work that ran, and the most of it that ran at the same time.
    private final class Record: Sendable {
        private let state = Mutex<(running: Int, most: Int, order: [Int])>((0, 0, []))

        func begin(_ number: Int, weight: Int = 1) {
            state.withLock { state in
                state.running += weight
                state.most = max(state.most, state.running)
                state.order.append(number)
            }
        }

        func end(weight: Int = 1) { state.withLock { $0.running -= weight } }

        var running: Int { state.withLock { $0.running } }
        var most: Int { state.withLock { $0.most } }
        var order: [Int] { state.withLock { $0.order } }
    }

    @Test func workOfAKeyRunsWithinItsCapacity() async {
        let (queue, record) = (KeyedQueue<String>(capacity: 2), Record())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    await queue.with("a") {
                        record.begin(number)
                        await Task.yield()
                        record.end()
                    }
                }
            }
        }
        #expect(record.order.count == 40)
        #expect(record.most <= 2)
        #expect(queue.keys == 0)
    }

    @Test func workStartsInTheOrderOfTheCallsAndHeavyWorkIsNotOvertaken() async {
        let (queue, record, gate) = (KeyedQueue<String>(capacity: 3), Record(), Gate())
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await queue.with("a") { await gate.pass() } }
            #expect(await eventually { queue.keys == 1 })
            // The first waits for the work at the gate, and the others for it.
            for (number, weight) in [3, 1, 1, 9].enumerated() {
                group.addTask {
                    await queue.with("a", weight: weight) {
                        record.begin(number, weight: min(weight, 3))
                        record.end(weight: min(weight, 3))
                    }
                }
                #expect(await eventually { queue.waiting("a") == number + 1 })
            }
            #expect(record.order.isEmpty)
            gate.open()
        }
        #expect(record.order.first == 0)
        #expect(record.order.last == 3)
        #expect(record.most <= 3)
        #expect(queue.keys == 0)
    }

    @Test func keysDoNotWaitForEachOther() async {
        let (queue, gate) = (KeyedQueue<String>(capacity: 1), Gate())
        async let held: Void = queue.with("a") { await gate.pass() }
        #expect(await eventually { queue.keys == 1 })
        #expect(await queue.with("b") { 7 } == 7)
        gate.open()
        await held
    }

    @Test func failedWorkGivesItsRoomBack() async {
        let queue = KeyedQueue<String>(capacity: 1)
        await #expect(throws: CancellationError.self) {
            try await queue.with("a") { () throws(CancellationError) in throw CancellationError() }
        }
        #expect(queue.keys == 0)
    }
}
