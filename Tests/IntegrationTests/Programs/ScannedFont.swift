import Foundation
import TestSupport
import Testing

/// The properties that `fc-scan` prints for a face at its default location, without instances and variable patterns.
struct ScannedFont: Sendable, Hashable, CustomStringConvertible {
    var index: Int
    var postscriptName: String
    var family: String
    var style: String
    /// The weight on fontconfig's scale.
    var weight: String
    var fullName: String
    /// The width as a percentage of the normal one.
    var width: String
    var isSlanted: Bool
    /// `head.fontRevision` as its 32 bits.
    var revision: Int
    var languages: Set<String>

    var description: String { "\(index) \(postscriptName) \(family) / \(style) \(weight)" }

    /// Returns every face of each file, in file order.
    static func faces(of paths: [String]) throws -> [String: [ScannedFont]] {
        let format = [
            "file", "index", "postscriptname", "family[0]", "style[0]", "weight", "fullname[0]", "width", "slant",
            "fontversion",
            "lang", "variable",
        ].map { "%{\($0)}" }.joined(separator: "\t")
        let result = try Command.run(
            "fc-scan", ["--format", format + "\n"] + paths,
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "LC_ALL": "C.UTF-8"])
        try #require(result.status == 0, "fc-scan \(paths): \(result.errors)")
        var faces: [String: [ScannedFont]] = [:]
        for line in result.lines {
            let all = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let fields = Array(all.dropFirst())
            let index = try #require(Int(fields[0]))
            // The upper half is the number of a named instance.
            guard fields.last != "True", index < 0x10000 else { continue }
            faces[all[0], default: []].append(
                ScannedFont(
                    index: index, postscriptName: fields[1], family: fields[2], style: fields[3], weight: fields[4],
                    fullName: fields[5], width: fields[6], isSlanted: fields[7] != "0",
                    revision: try #require(Int(fields[8])),
                    languages: Set(fields[9].split(separator: "|").map(String.init))))
        }
        return faces.mapValues { $0.sorted { $0.index < $1.index } }
    }
}
