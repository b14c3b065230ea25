import DesktopSettings
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl style`.
@Suite struct StyleTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        try document(
            """
            {"typography-colors": {"ink": "#112233", "paper": {"light": "#FFFFFF", "dark": "#000000"}},
             "ui-font-text-styles": {
               "body": {"font-name": "Lora-Regular", "point-size": 17, "text-color": "ink"},
               "heading": {"extends": "body", "point-size": 28, "letter-case": "upper"}}}
            """, as: "base.json")
    }

    private func document(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: home.root + "/given/" + name))
    }

    @Test func stylesHaveTheSizesOfTheCategory() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let styles = await session("style", "base.json", "--check")
        #expect(styles.status == 0 && styles.errors.isEmpty, "\(styles.errors)")
        #expect(styles.lines.first == "Text size L (default)")
        #expect(styles.lines.dropFirst().map { $0.split(separator: " ").first } == ["body", "heading"])
        #expect(styles.output.contains("17 pt"))
        let large = try await session("style", "base.json", "--category", "AX5", "--json").json
        let body = try #require((large["styles"] as? [[String: Any]])?.first)
        #expect(try #require(body["size"] as? Double) > 40)
        #expect(body["postscriptName"] as? String == "Lora-Regular")
        #expect(body["light"] as? String == "#112233")
        #expect(await session("style", "base.json", "--category", "HUGE").status == 64)
    }

    @Test func theSizeHasAnOrigin() async throws {
        var desktop = DesktopAppearance()
        desktop.setTextScale(1.25)
        session.configure { [desktop] in $0.desktop = { desktop } }
        let ofDesktop = await session("style", "base.json")
        #expect(ofDesktop.lines.first == "Text size XXL (the desktop's text factor is 1.25)")
        let json = try await session("style", "base.json", "--json").json
        #expect(json["category"] as? String == "XXL" && json["categoryOrigin"] as? String == "desktop")
        #expect(json["textScale"] as? Double == 1.25)
        setVariable("AX2")
        #expect(await session("style", "base.json").lines.first == "Text size AX2 (FONTD_CONTENT_SIZE_CATEGORY)")
        #expect(await session("style", "base.json", "--category", "S").lines.first == "Text size S (--category)")
        setVariable("HUGE")
        let unusable = await session("style", "base.json")
        #expect(unusable.status == 0 && unusable.lines.first?.hasPrefix("Text size XXL") == true)
        #expect(
            unusable.errors.contains(
                "FONTD_CONTENT_SIZE_CATEGORY is “HUGE”, which is not a category of text sizes. Set it to one of"))
    }

    private func setVariable(_ category: String) {
        session.configure { context in
            context.environment = { [Array("FONTD_CONTENT_SIZE_CATEGORY=\(category)".utf8CString)] }
        }
    }

    @Test func defectsAreNamedAndTheRestIsUsable() async throws {
        try document(
            #"{"ui-font-text-styles": {"body": {"point-size": "many"}, "quote": {"extends": "none"}}}"#,
            as: "theme.json")
        let styles = await session("style", "base.json", "theme.json")
        #expect(styles.status == 0)
        #expect(styles.output.contains("17 pt"))
        #expect(styles.errors.contains("theme.json: ui-font-text-styles: body: point-size: "))
        #expect(styles.errors.contains("none is not defined."))
        #expect(styles.errors.contains("No font has the name “Lora-Regular”."))
        #expect(await session("style", "base.json", "theme.json", "--check").status == 1)
        #expect(await session("style", "nothing.json").errors.contains("Check its path. (101)"))
        try document("plain text", as: "text.txt")
        #expect(await session("style", "text.txt").errors.contains("The document is neither JSON nor a property list"))
    }

    @Test func theGalleryShowsAllStylesAtAllCategories() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        try document(#"{"ui-font-text-styles": {"</style><b>": {"point-size": 10}}}"#, as: "hostile.json")
        let path = home.root + "/given/gallery.html"
        #expect(await session("style", "base.json", "hostile.json", "--gallery", "gallery.html").status == 0)
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let cells = page.components(separatedBy: "<td>").count - 1
        #expect(cells == 72)
        #expect(page.contains("@font-face {") && page.contains("SAMPLE TEXT"))
        #expect(!page.contains("<b>") && page.components(separatedBy: "</style>").count == 2)
        #expect(await session("style", "base.json", "--gallery", "/nowhere/x.html").status == 1)
    }
}
