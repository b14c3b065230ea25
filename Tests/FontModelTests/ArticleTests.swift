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

    /// Whoever adds a fact, a command or a method is led to files that exist.
    @Test(arguments: ["CONTRIBUTING.md", "docs/working.md"]) func theFilesThatAMapNamesExist(_ map: String) throws {
        let text = try String(contentsOf: Self.checkout.appending(path: map), encoding: .utf8)
        let paths = text.split(separator: "`").filter { part in
            [".swift", ".xml", ".md"].contains { part.hasSuffix($0) } && !part.contains { " *".contains($0) }
        }.map(String.init)
        #expect(paths.count > 15)
        let known = Self.files(in: "Sources", ".swift") + Self.files(in: "Tests", ".swift")
        for path in paths {
            let isAtRoot = FileManager.default.fileExists(atPath: Self.checkout.appending(path: path).path)
            #expect(isAtRoot || known.contains { $0.path.hasSuffix("/\(path)") }, "\(map) names \(path)")
        }
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
