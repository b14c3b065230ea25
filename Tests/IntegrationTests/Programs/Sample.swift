import Foundation
import Testing

/// A fenced block of README.md or of a document in `docs/`.
///
/// The words after the opening fence are the language and, unless the tests of this target run the block, one mark:
/// `run=NAME` if `scripts/NAME` runs it, `skip=REASON` if nothing does.
struct Sample: Sendable, CustomStringConvertible {
    /// The path of the document in the repository.
    var document: String
    /// The line of the opening fence.
    var line: Int
    var language: String
    var mark: String?
    var lines: [String] = []

    var description: String { "\(document):\(line)" }

    /// A command and the output that follows it.
    struct Documented: Sendable {
        var command: String
        var output: [String] = []

        /// Whether the command runs until it is stopped.
        var goesOn: Bool {
            ["gdbus monitor", "--watch", "fontctl watch"].contains { command.contains($0) }
        }

        /// Whether the output is that of a failure: an error, or the answer that programs do not see a font.
        var fails: Bool {
            output.contains { $0.hasPrefix("fontctl: ") }
                || output.first?.hasSuffix("programs do not see it.") == true
        }
    }

    /// The commands of a block with prompts, or the lines of another one.
    var commands: [Documented] {
        guard language == "console" else { return lines.filter { !$0.isEmpty }.map { Documented(command: $0) } }
        var commands: [Documented] = []
        for line in lines where !line.isEmpty {
            if line.hasPrefix("$ ") || line.hasPrefix("# ") {
                commands.append(Documented(command: String(line.dropFirst(2))))
            } else if !commands.isEmpty {
                commands[commands.count - 1].output.append(line)
            }
        }
        return commands
    }

    /// README.md and the documents in `docs/`.
    static let documents: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.file("docs").path)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    }()

    /// Returns the blocks of a document, in order.
    static func all(in document: String) throws -> [Sample] {
        let text = try String(contentsOf: Repository.file(document), encoding: .utf8)
        var samples: [Sample] = []
        var isInside = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("```") {
                isInside.toggle()
                guard isInside else { continue }
                let words = trimmed.dropFirst(3).split(separator: " ").map(String.init)
                try #require(words.count == 1 || words.count == 2, "\(document):\(index + 1): a language and a mark")
                let mark = words.count == 2 ? words[1] : nil
                samples.append(Sample(document: document, line: index + 1, language: words[0], mark: mark))
            } else if isInside {
                samples[samples.count - 1].lines.append(line)
            }
        }
        try #require(!isInside, "\(document): the last block has no end")
        return samples
    }

    /// Returns the blocks of all documents that tests run, in certain languages.
    static func unmarked(_ languages: String..., in documents: [String] = Sample.documents) throws -> [Sample] {
        try documents.flatMap(all(in:)).filter { $0.mark == nil && languages.contains($0.language) }
    }
}
