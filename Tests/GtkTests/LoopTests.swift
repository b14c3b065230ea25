internal import Testing

@testable internal import Gtk

@Suite struct LoopTests {
    init() { Display.begin() }

    @Test @UI func testsOfTheActorRunInTheThreadOfTheLoop() {
        #expect(UI.isCurrent)
        UI.shared.preconditionIsolated()
    }

    @Test func otherThreadsAreNotTheInterface() async {
        #expect(!UI.isCurrent)
        let inside = await Task { @UI in UI.isCurrent }.value
        #expect(inside)
        #expect(!UI.isCurrent)
    }

    @UI private final class Log {
        var numbers: [Int] = []
    }

    @Test @UI func jobsRunInTheirOrder() async {
        let log = Log()
        let tasks = (0..<1_000).map { number in Task { @UI in log.numbers.append(number) } }
        for task in tasks { await task.value }
        #expect(log.numbers == Array(0..<1_000))
    }

    @Test @UI func jobsOfManyThreadsAllRun() async {
        let log = Log()
        await withTaskGroup { group in
            for number in 0..<1_000 {
                group.addTask { await Task { @UI in log.numbers.append(number) }.value }
            }
        }
        #expect(log.numbers.sorted() == Array(0..<1_000))
    }

    @Test @UI func aStreamFromElsewhereComesBack() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let feeding = Task.detached {
            for number in 0..<100 { continuation.yield(number) }
            continuation.finish()
        }
        var sum = 0
        for await number in stream {
            #expect(UI.isCurrent)
            sum += number
        }
        await feeding.value
        #expect(sum == 4_950)
    }

    /// A dialog of the print system runs the loop inside of a job.
    @Test @UI func jobsRunInALoopInsideOfAJob() async {
        let log = Log()
        let later = Task { @UI in log.numbers.append(1) }
        await Task { @UI in
            UI.runPending()
            log.numbers.append(2)
        }.value
        await later.value
        #expect(log.numbers.sorted() == [1, 2])
    }

    @Test @UI func aTimerCallsOnce() async {
        await withCheckedContinuation { continuation in
            let timer = Timer(after: 1) { continuation.resume() }
            #expect(timer.isWaiting)
            Self.once = timer
        }
        #expect(Self.once?.isWaiting == false)
    }
    @UI private static var once: Timer?

    @Test @UI func aTimerRepeatsUntilItIsCancelled() async {
        var count = 0
        await withCheckedContinuation { continuation in
            Self.repeating = Timer(after: 1, repeats: true) {
                count += 1
                if count == 3 {
                    Self.repeating?.cancel()
                    continuation.resume()
                }
            }
        }
        #expect(count == 3)
        #expect(Self.repeating?.isWaiting == false)
    }
    @UI private static var repeating: Timer?

    @Test @UI func aTimerThatIsFreedCallsNothing() async {
        var isCalled = false
        do { _ = Timer(after: 0) { isCalled = true } }
        await withCheckedContinuation { continuation in Self.later = Timer(after: 2) { continuation.resume() } }
        #expect(!isCalled)
    }
    @UI private static var later: Timer?

    /// The handle of an object may be freed in any thread; what the object owns is freed in the loop's.
    @Test @UI func aHandleThatIsFreedElsewhereFreesItsObjectHere() async {
        final class Contents {
            let ended: CheckedContinuation<Bool, Never>
            init(_ ended: CheckedContinuation<Bool, Never>) { self.ended = ended }
            deinit { ended.resume(returning: UI.isCurrent) }
        }
        let isHere = await withCheckedContinuation { continuation in
            let reference = ItemClass.make(ItemContents(Contents(continuation)))
            Task.detached { withExtendedLifetime(reference) {} }
        }
        #expect(isHere)
    }
}
