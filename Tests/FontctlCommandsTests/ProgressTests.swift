import Synchronization
import Testing

@testable import FontctlCommands

@Suite struct ProgressTests {
    /// Draws one step after each of these intervals and returns the output on the terminal.
    private func drawn(after times: [Duration], of total: Int = 10, isTerminal: Bool = true) -> String {
        let written = Written()
        var context = FontctlContext.unusable
        context.console.isErrorTerminal = isTerminal
        context.console.writeError = { bytes in written.bytes.withLock { $0 += bytes } }
        let start = ContinuousClock.now
        context.now = { start + written.elapsed.withLock { $0 } }
        var line = ProgressLine(context)
        for (step, time) in times.enumerated() {
            written.elapsed.withLock { $0 = time }
            line?.update(completed: step + 1, total: total)
        }
        line?.clear()
        return written.bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }

    private final class Written: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let elapsed = Mutex(Duration.zero)
    }

    @Test func shortWorkShowsNothing() {
        #expect(drawn(after: [.milliseconds(10), .milliseconds(900), .seconds(1)]).isEmpty)
    }

    @Test func longWorkShowsABarThatGoesAway() {
        let text = drawn(after: [.milliseconds(500), .milliseconds(1_001), .milliseconds(1_050), .milliseconds(1_200)])
        let bars = text.split(separator: "\r").map(String.init)
        #expect(bars.count == 3, "the third step came too soon after the second")
        #expect(bars[0] == "[########\(String(repeating: " ", count: 32))] 2/10\u{1B}[K")
        #expect(bars[1].contains("4/10"))
        #expect(bars[2] == "\u{1B}[K")
    }

    @Test func onlyATerminalSeesIt() {
        #expect(drawn(after: [.seconds(2)], isTerminal: false).isEmpty)
        #expect(drawn(after: [.seconds(2)], of: 1).isEmpty, "one file has no half")
    }

    @Test(arguments: [1, 5, 12, 20, 80, 300]) func theBarFitsTheTerminal(_ columns: Int) {
        for completed in [0, 1, 999, 1_000] {
            #expect(ProgressLine.bar(completed, 1_000, columns: columns).count < max(1, columns) || columns == 1)
        }
        #expect(ProgressLine.bar(1, 0, columns: 80).contains("1/0"))
    }
}
