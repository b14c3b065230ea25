/// A progress bar on the terminal for operations that take longer than a second.
struct ProgressLine {
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(100)

    private let console: Console
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var drawn: ContinuousClock.Instant?

    /// - Returns: Nil if standard error is not a terminal.
    init?(_ context: FontctlContext) {
        guard context.console.isErrorTerminal else { return nil }
        console = context.console
        now = context.now
        start = now()
    }

    /// Updates the progress bar.
    mutating func update(completed: Int, total: Int) {
        guard total > 1 else { return }
        let time = now()
        guard time - start > Self.patience, drawn.map({ time - $0 >= Self.interval }) ?? true else { return }
        drawn = time
        console.writeError(
            Array(("\r" + Self.bar(completed, total, columns: console.errorColumns()) + "\u{1B}[K").utf8))
    }

    /// Removes the progress bar.
    mutating func clear() {
        if drawn != nil { console.writeError(Array("\r\u{1B}[K".utf8)) }
        drawn = nil
    }

    static func bar(_ completed: Int, _ total: Int, columns: Int) -> String {
        let count = "\(completed)/\(total)"
        // One column is left free, since a full line wraps on some terminals.
        let width = min(40, columns - count.count - 5)
        guard width >= 4 else { return String(count.prefix(max(0, columns - 1))) }
        let filled = min(width, width * completed / max(1, total))
        return "[\(String(repeating: "#", count: filled))\(String(repeating: " ", count: width - filled))] \(count)"
    }
}
