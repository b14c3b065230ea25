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

    /// The words of the window are those of its help.
    @Test(arguments: ["de", "ja"]) func theHelpNamesPagesAsTheWindowDoes(_ language: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let help = try text("data/app/help/\(language)/fonts.md")
        let messages = try text("data/app/po/\(language).po").split(separator: "\n").map(String.init)
        for word in [
            "Why?", "Categories", "Languages", "Characters", "Information", "Updates", "Duplicates", "History",
            "Favourites", "Install fonts", "Look up fonts", "Bring back missing fonts", "Download fonts",
            "Manage all fonts",
        ] {
            let place = try #require(messages.firstIndex(of: "msgid \"\(word)\""), "\(word)")
            let line = messages[place + 1]
            #expect(line.hasPrefix("msgstr \"") && help.contains(line.dropFirst(8).dropLast()), "\(word): \(line)")
        }
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
