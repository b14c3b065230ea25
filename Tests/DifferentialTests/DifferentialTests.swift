import Dispatch
import FontModel
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

/// Compares the results of fontd's reader with those of fontconfig and FreeType.
///
/// FONTD_FONT_TREE is the folder of `scripts/debian-fonts`; without it the tests use the fonts of this machine, except
/// large ones.
@Suite struct DifferentialTests {
    private static let tree = ProcessInfo.processInfo.environment["FONTD_FONT_TREE"]

    private static let files: [String] = {
        let shared = [SharedFonts.fonts, SharedFonts.badFonts.map { $0 + "/valid" }].compactMap(\.self)
        return tree.map { FontTree([$0] + shared).files }
            ?? FontTree(["/usr/share/fonts"] + shared, limit: 2_000_000).files
    }()

    @Test(.enabled(if: !files.isEmpty, "There are no fonts on this machine.")) func everyDifferenceIsExplained() throws
    {
        let ledger = Mutex(Ledger())
        DispatchQueue.concurrentPerform(iterations: Self.files.count) { place in
            let file = ComparedFile(Self.files[place])
            ledger.withLock { $0.add(file) }
        }
        let result = ledger.withLock { $0 }
        #expect(result.faces > 0)
        for (field, examples) in result.unexplained.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let shown = examples.sorted().prefix(20).joined(separator: "\n")
            Issue.record("\(examples.count) differences that no rule explains, \(field.rawValue):\n\(shown)")
        }
        guard let tree = Self.tree else { return }
        // A rule that is no longer needed would hide later differences.
        #expect(result.idle == [], "These rules explain nothing.")
        let packages = try FileManager.default.contentsOfDirectory(atPath: tree).filter {
            !FontTree([tree + "/" + $0]).files.isEmpty
        }
        try DifferencesDocument.text(result, packages: packages.count)
            .write(toFile: DifferencesDocument.path, atomically: true, encoding: .utf8)
    }

    @Test(.enabled(if: tree == nil, "The document is being written.")) func everyRuleIsInTheDocument() throws {
        let text = try String(contentsOfFile: DifferencesDocument.path, encoding: .utf8)
        #expect(DifferencesDocument.flaws(of: text) == [])
        #expect(Set(Rule.all.map(\.name) + Refusal.all.map(\.name)).count == Rule.all.count + Refusal.all.count)
    }

    /// Every file that is registered is returned by the store as it was read.
    @Test(.enabled(if: !files.isEmpty, "There are no fonts on this machine.")) func storedBytesAreTheReadBytes()
        async throws
    {
        var waiting = Self.files
        while !waiting.isEmpty {
            let home = try PrivateHome()
            let fonts = try home.manager()
            let batch = Array(waiting.prefix(400))
            let summary = try await fonts.register(batch.map { URL(filePath: $0) }, scope: .persistent).summary()
            #expect(summary.outcomes.count == batch.count)
            let stored = Dictionary(
                try await fonts.registered().map { ($0.sha256, $0.faces) }, uniquingKeysWith: { first, _ in first })
            var postponed: [String] = []
            for (path, outcome) in zip(batch, summary.outcomes) {
                if outcome.error?.code == .duplicatedName || outcome.takenInstead != nil {
                    // Packages contain copies of each other's fonts; these are registered in the next home.
                    postponed.append(path)
                    continue
                }
                do throws(FontError) {
                    let file = try FontFile(contentsOf: path)
                    #expect(outcome.isSuccess, "\(path): \(String(describing: outcome.error))")
                    #expect(stored[file.sha256] == file.faces, "\(path)")
                } catch {
                    #expect(outcome.error?.code == error.code, "\(path)")
                }
            }
            #expect(postponed.count < batch.count)
            waiting = postponed + waiting.dropFirst(batch.count)
        }
    }
}
