import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// What commands make of fonts that programs do not see, because they are disabled or hidden.
@Suite(.fewAtOnce) struct WithheldFontTests {
    private static let license = "Apache License, Version 2.0"

    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        // The last font with letters cannot be hidden.
        try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/Other.ttf")
    }

    private func font(_ style: String) -> SyntheticFont {
        SyntheticFont(family: "Lora", style: style) {
            $0.localizedNames = [.init(13, language: 0x409, Self.license)]
        }
    }

    /// Withholds a family, and returns the command that shows it again.
    private func withhold(_ isHidden: Bool) async throws -> String {
        for style in ["Regular", "Bold"] {
            if isHidden {
                try home.put(font(style).build(), at: home.paths.userFonts + "/\(style).ttf")
            } else {
                #expect(await session("register", try home.write(font(style), as: "\(style).ttf")).status == 0)
            }
        }
        #expect(await session("disable", "Lora").status == 0)
        return "fontctl enable --family Lora"
    }

    @Test(arguments: [false, true]) func theirBytesAreShown(_ isHidden: Bool) async throws {
        let command = try await withhold(isHidden)
        for (name, style) in [("Lora-Bold", "Bold"), ("Lora", "Regular"), ("lora bold", "Bold")] {
            let preview = await session("preview", name, "--text", "x", "--output", "page.html")
            #expect(preview.status == 0, "\(preview)")
            #expect(preview.errors.contains("Programs do not see “\(name)”."), "\(preview)")
            #expect(preview.errors.contains("`fontctl enable "), "\(preview)")
            let page = try String(contentsOfFile: home.root + "/given/page.html", encoding: .utf8)
            let url = try #require(page.firstMatch(of: #/base64,([^"]*)"/#)?.output.1)
            #expect(Data(base64Encoded: String(url)) == Data(font(style).build()), "\(name)")
        }
        let styles = try await session("preview", "Lora", "--styles", "--output", "page.html", "--json").json
        #expect((styles["faces"] as? [Any])?.count == 2)
        let withheld = try #require((styles["withheld"] as? [[String: Any]])?.first)
        #expect(withheld["reason"] as? String == (isHidden ? "hidden" : "disabled"))
        #expect(withheld["command"] as? String == command)
        let licenses = await session("licenses", "Lora")
        #expect(licenses.status == 0 && licenses.output.contains("License: Apache-2.0"), "\(licenses)")
        #expect(licenses.errors.contains("`\(command)`"), "\(licenses)")
        let info = await session("info", "Lora-Bold")
        #expect(info.status == 0 && info.output.contains("Lora-Bold"), "\(info)")
        #expect(info.errors.contains("`fontctl enable Lora-Bold`"), "\(info)")
    }

    @Test(arguments: [false, true]) func programsDoNotFindThem(_ isHidden: Bool) async throws {
        let command = try await withhold(isHidden)
        let css = await session("css", "Lora")
        #expect(css.status == 1 && !css.output.contains("@font-face"), "\(css)")
        #expect(css.errors.contains("can be used. ") && css.errors.contains("`\(command)`"), "\(css)")
        let json = try await session("css", "Lora", "--json").json
        #expect((json["withheld"] as? [[String: Any]])?.first?["command"] as? String == command)
        let role = await session("css", "--role", "body=Lora")
        #expect(role.status == 1 && role.errors.contains("“Lora” cannot be used"), "\(role)")
        #expect(role.errors.contains("`\(command)`"), "\(role)")
        let resolved = await session("resolve", "Lora-Bold")
        #expect(resolved.status == 1 && resolved.errors.contains("`fontctl enable Lora-Bold`"), "\(resolved)")
        let answer = try await session("resolve", "Lora-Bold", "--json").json
        #expect(answer["reason"] as? String == (isHidden ? "hidden" : "disabled"))
        #expect(answer["command"] as? String == "fontctl enable Lora-Bold")
        // Following the advice leads to success.
        let words = command.split(separator: " ").dropFirst().map(String.init)
        #expect(await session.run(words).status == 0)
        for arguments in [["css", "Lora"], ["resolve", "Lora-Bold"], ["licenses", "Lora"]] {
            let result = await session.run(arguments)
            #expect(result.status == 0 && result.errors.isEmpty, "\(arguments): \(result)")
        }
    }

    /// A font that programs see has precedence, and a name without any font is reported as before.
    @Test func visibleFontsComeFirst() async throws {
        _ = try await withhold(false)
        #expect(await session("enable", "Lora-Regular").status == 0)
        let preview = await session("preview", "Lora", "--output", "page.html")
        #expect(preview.status == 0 && preview.errors.isEmpty, "\(preview)")
        #expect(await session("preview", "Lora-Bold", "--output", "page.html").errors.contains("“Lora-Bold”"))
        let none = await session("preview", "Nobody", "--output", "page.html")
        #expect(none.status == 1 && none.errors.contains("No font has the family or name “Nobody”."), "\(none)")
        #expect(await session("css", "Nobody").errors.contains("`fontctl families` lists the families."))
    }

    /// A disabled font that forbids to be embedded is not embedded either.
    @Test func permissionsAreThoseOfTheFont() async throws {
        let closed = try home.write(SyntheticFont(family: "Closed") { $0.fsType = 2 })
        #expect(await session("register", "--disabled", closed).status == 0)
        let refused = await session("preview", "Closed", "--output", "page.html")
        #expect(refused.status == 1 && refused.errors.contains("OS/2.fsType"), "\(refused)")
    }
}
