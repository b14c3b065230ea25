import Foundation
import Testing

/// The Swift code in the articles of the documentation is code of the examples, which are compiled.
@Suite struct ArticleTests {
    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func files(in folder: String, _ suffix: String) -> [URL] {
        let paths =
            FileManager.default.enumerator(atPath: checkout.appending(path: folder).path)?
            .compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(suffix) }.sorted().map { checkout.appending(path: folder + "/" + $0) }
    }

    /// Returns the lines without indentation and empty lines.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static let examples = files(in: "Examples", ".swift").map { file in
        "\n" + lines((try? String(contentsOf: file, encoding: .utf8)) ?? "").joined(separator: "\n") + "\n"
    }

    private static let articles = files(in: "Sources", ".md").filter { $0.path.contains(".docc/") }

    @Test func thereAreArticlesOfEachProduct() {
        let names = Set(Self.articles.map(\.lastPathComponent))
        #expect(names.isSuperset(of: ["AnApp.md", "AnAppInASandbox.md", "AFontProvider.md", "FromCTFontManager.md"]))
        #expect(names.isSuperset(of: ["FontRegistry.md", "FontClient.md", "FontProviding.md", "OpenType.md"]))
    }

    @Test(arguments: articles) func itsCodeIsCompiled(_ article: URL) throws {
        let text = try String(contentsOf: article, encoding: .utf8)
        for block in text.components(separatedBy: "```swift\n").dropFirst() {
            let code = Self.lines(block.components(separatedBy: "```")[0]).filter { !$0.hasPrefix("import ") }
            #expect(!code.isEmpty)
            let quoted = "\n" + code.joined(separator: "\n") + "\n"
            #expect(Self.examples.contains { $0.contains(quoted) }, "no example has:\(quoted)")
        }
    }
}
