import Foundation

/// The peak of resident memory during an operation on one font.
extension Suite {
    private static let operations = ["register", "disable", "enable", "resolve", "unregister"]

    func measureMemory(_ pair: Pair, _ figures: inout SizeFigures) throws {
        guard let fontctl = tools.fontctl else { return }
        progress("memory with \(pair.count) registered")
        var peaks: [String: [Double]] = [:]
        for _ in 0..<3 {
            let font = try corpus.fresh(1)
            let name = try name(font)
            for operation in Self.operations {
                let target = operation == "resolve" ? name : font[0]
                peaks[operation, default: []].append(try peakMemory([fontctl, operation, target], in: pair.ours))
            }
            peaks["--version", default: []].append(try peakMemory([fontctl, "--version"], in: pair.ours))
            _ = try pair.copy(font)
            _ = try run([tools.rm, pair.flat.fonts + "/" + (font[0] as NSString).lastPathComponent], in: pair.flat)
            peaks["fc-cache", default: []].append(try peakMemory([tools.fcCache], in: pair.flat))
            try pair.settle()
        }
        figures.memory = peaks.mapValues(Figures.median)
    }

    func reportMemory() {
        let measured = sizes.filter { !$0.memory.isEmpty }
        guard let first = measured.first, let last = measured.last else { return }
        let columns = Self.operations + ["--version", "fc-cache"]
        var rows = measured.map { size in [named(size.count)] + columns.map { number(size.memory[$0] ?? .nan) } }
        let growth = columns.map { (last.memory[$0] ?? .nan) / (first.memory[$0] ?? .nan) }
        if measured.count > 1 { rows.append(["ratio"] + growth.map { "\(number($0))×" }) }
        report.add(
            title("Memory"),
            """
            Of operations on one font: the most that was resident (VmHWM), in MiB; most of `fontctl --version` is the \
            program file. The peer is fc-cache after one font of the flat folder was removed.
            """,
            header: [""] + Self.operations.map { "fontctl \($0)" } + ["fontctl --version", "fc-cache"], rows)
        guard suffix.isEmpty, measured.count > 1 else { return }
        let most = growth.prefix(Self.operations.count).max() ?? .nan
        report.verdict(
            "Memory of one font by command, the operation that grows most, at \(named(last.count)) / at \(named(first.count))",
            "\(number(most))×", last.count == 20_000 ? "≤ 1.1×" : "≤ 1.1× at N = 20,000",
            last.count == 20_000 ? most <= 1.1 : nil)
    }
}
