import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// The pages of the help.
@Suite struct HelpTests {
    @Test func aPageIsReadAsBlocks() {
        let page = HelpDocument(
            """
            # Title

            One line
            and **another** with `code`
            and [a link](#part-one).

            ## Part one
            - first
              goes on
            - second

            ![A window](window.png)

            ```
            fontctl list
            ```
            """)
        #expect(page.title == "Title")
        #expect(
            page.blocks == [
                .heading(level: 1, text: "Title"),
                .paragraph([
                    .init("One line and "), .init("another", .strong), .init(" with "), .init("code", .code),
                    .init(" and "), .init("a link", .link("#part-one")), .init("."),
                ]),
                .heading(level: 2, text: "Part one"), .item([.init("first goes on")]), .item([.init("second")]),
                .picture(file: "window.png", description: "A window"), .code("fontctl list"),
            ])
        #expect(HelpDocument.anchor(of: "Part one") == "part-one")
        #expect(HelpDocument("").title.isEmpty && HelpDocument("").blocks.isEmpty)
    }

    @Test(arguments: ["docs/fonts.md", "data/app/help/de/fonts.md", "data/app/help/ja/fonts.md"])
    func linksOfThePageLeadToItsHeadings(_ path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = HelpDocument(try String(contentsOf: root.appending(path: path), encoding: .utf8))
        var anchors: Set<String> = []
        var links: [String] = []
        for block in page.blocks {
            switch block {
            case .heading(_, let text): anchors.insert("#" + HelpDocument.anchor(of: text))
            case .paragraph(let runs), .item(let runs):
                for case .link(let address) in runs.map(\.look) { links.append(address) }
            default: break
            }
        }
        #expect(!links.isEmpty && links.allSatisfy { anchors.contains($0) || $0.hasPrefix("https:") })
        #expect(anchors.count > 5 && !page.title.isEmpty)
    }

    @Test func theFolderOfALanguageIsFound() throws {
        let home = try PrivateHome()
        for language in ["en", "de", "zh-Hant"] {
            try home.write(Array("# \(language)".utf8), as: "fontd-fonts/help/\(language)/fonts.md")
        }
        let share = home.root + "/given"
        func title(_ languages: [String]) -> String? {
            HelpFolder.find(in: ["/none", share], languages: languages)?.page()?.title
        }
        #expect(title(["de-AT", "en"]) == "de" && title(["zh-Hant-TW"]) == "zh-Hant" && title(["fr"]) == "en")
        #expect(HelpFolder.find(in: ["/none"], languages: ["de"]) == nil)
    }
}
