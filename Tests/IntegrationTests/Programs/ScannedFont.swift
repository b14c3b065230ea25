import Foundation
import TestSupport
import Testing

/// What `fc-scan` says of one face of a file, as a default location: instances and variable patterns are left out.
struct ScannedFont: Sendable, Hashable, CustomStringConvertible {
    var index: Int
    var postscriptName: String
    var family: String
    var style: String
    /// OpenType, 1…1000.
    var weight: Double

    var description: String { "\(index) \(postscriptName) \(family) / \(style) \(weight)" }

    /// Every face of a file, in file order.
    static func faces(of path: String) throws -> [ScannedFont] {
        let format = ["index", "postscriptname", "family[0]", "style[0]", "weight", "variable"]
            .map { "%{\($0)}" }.joined(separator: "\t")
        let result = try Command.run(
            "fc-scan", ["--format", format + "\n", path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "LC_ALL": "C.UTF-8"])
        try #require(result.status == 0, "fc-scan \(path): \(result.errors)")
        var faces: [ScannedFont] = []
        for line in result.lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let index = try #require(Int(fields[0]))
            // The upper half is the number of a named instance.
            guard fields.last != "True", index < 0x10000 else { continue }
            let weight = openTypeWeight(try #require(Double(fields[4])))
            faces.append(
                ScannedFont(
                    index: index, postscriptName: fields[1], family: fields[2], style: fields[3], weight: weight))
        }
        return faces.sorted { $0.index < $1.index }
    }

    /// fontconfig's own table (`FcWeightToOpenTypeDouble`), linear in between.
    private static func openTypeWeight(_ weight: Double) -> Double {
        let table: [(Double, Double)] = [
            (0, 100), (40, 200), (50, 300), (55, 350), (75, 380), (80, 400), (100, 500), (180, 600), (200, 700),
            (205, 800), (210, 900), (215, 1000),
        ]
        guard let upper = table.firstIndex(where: { $0.0 >= weight }) else { return 1_000 }
        guard upper > 0, table[upper].0 > weight else { return table[upper].1 }
        let (low, high) = (table[upper - 1], table[upper])
        return low.1 + (weight - low.0) * (high.1 - low.1) / (high.0 - low.0)
    }
}
