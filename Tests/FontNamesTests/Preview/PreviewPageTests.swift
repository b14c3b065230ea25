import FontModel
import FontResources
import Foundation
import OpenType
import TestSupport
import Testing

@testable import FontNames

/// The page with every face, colour and icon.
@Suite struct PreviewPageTests {
    private func font(_ path: String, _ bytes: [UInt8]) throws -> PreviewFont {
        PreviewFont(
            path: path, address: PreviewPage.address(of: "../" + path),
            contents: try FontReader.read(bytes, contentHash: ContentHash.sha256(bytes), file: path), bytes: bytes)
    }

    private func page(_ fonts: [PreviewFont] = [], _ files: [StyleFile] = []) -> PreviewPage {
        let (palette, icons) = (Palette(files), IconSet(files))
        let code = StyleCode(palette, icons, module: "p.t", bundle: "p_t.resources", access: "internal")
        var names = PreviewPage.Names()
        names.colors = code.colors
        names.icons = code.icons
        names.fonts = ["Lora-Bold": "FontName.loraBold"]
        let paths = icons.icons.flatMap(\.files).map(\.path)
        return PreviewPage(
            "App", fonts: fonts, palette: palette, icons: icons,
            addresses: Dictionary(uniqueKeysWithValues: paths.map { ($0, PreviewPage.address(of: "../" + $0)) }),
            names: names)
    }

    /// A part of a page occurs a number of times.
    private func count(_ part: String, _ html: String) -> Int { html.components(separatedBy: part).count - 1 }

    @Test func everyFaceHasARuleAndASample() throws {
        let fonts = [
            try font("Fonts/Lora-Regular.ttf", SyntheticFont(family: "Lora").build()),
            try font("Fonts/Lora-Bold.ttf", SyntheticFont(family: "Lora", style: "Bold") { $0.weight = 700 }.build()),
        ]
        let html = page(fonts).html
        #expect(count("@font-face {", html) == 2)
        #expect(html.contains(#"src: url("../Fonts/Lora-Bold.ttf") format("truetype");"#))
        #expect(count("<h3 dir=\"auto\">Lora</h3>", html) == 1 && count("<section>", html) == 2)
        #expect(html.contains("<code>FontName.loraBold</code> <code>Lora-Bold</code> <code>Fonts/Lora-Bold.ttf</code>"))
        #expect(html.contains("<div style=\"font-family: &quot;face1&quot;\">"))
        #expect(!html.contains("<h2>Colors</h2>") && !html.contains("<h2>Icons</h2>") && !html.contains("<script"))
    }

    @Test func namedInstancesHaveTheirLocation() throws {
        let bytes = SyntheticFont.variable(family: "Axis").build()
        let font = try font("Axis.ttf", bytes)
        let face = font.contents.faces[0].face
        let html = page([font]).html
        #expect(count("@font-face {", html) == 1)
        let names = Set([face.postscriptName] + face.instances.map(\.postscriptName))
        #expect(count("<section>", html) == names.count && names.count > 1)
        #expect(html.contains("font-variation-settings: &quot;wght&quot; "))
        #expect(html.contains("<code>wght 100–900</code>"))
    }

    @Test func facesOfACollectionAreInThePage() throws {
        let bytes = SyntheticCollection.faces(2, family: "Pair").build()
        let html = page([try font("pair.ttc", bytes)]).html
        let urls = html.matches(of: #/url\("data:font/ttf;base64,([^"]*)"\)/#).map(\.1)
        try #require(urls.count == 2)
        for (index, url) in urls.enumerated() {
            let face = try #require(Data(base64Encoded: String(url)).map { [UInt8]($0) })
            let contents = try FontReader.read(face, contentHash: ContentHash.sha256(face), file: nil)
            #expect(contents.faces.map(\.face.family) == ["Pair \(index + 1)"])
        }
    }

    @Test func everyColorAndPairHasItsValues() {
        let palette = StyleFile.palette(
            ##"""
            {"colors": {"ink": {"light": "#1A1A1A", "dark": "#E8E8E8"}, "paper": {"light": "white", "dark": "black"}},
             "pairs": [{"foreground": "ink", "background": "paper"}]}
            """##)
        let html = page([], [palette]).html
        #expect(html.contains("<th dir=\"auto\">ink <code>ColorName.ink</code></th>"))
        #expect(count("<span style=\"background: #1A1A1A; color: #FFFFFF\">#1A1A1A</span>", html) == 2)
        #expect(html.contains("<th dir=\"auto\">ink on paper</th>"))
        #expect(html.contains("<span style=\"background: #FFFFFF; color: #1A1A1A\">17.4:1</span>"))
    }

    @Test func everyFileOfAnIconIsShown() {
        let html = page(
            [], [.drawing("Icons/Bar/a b#.svg"), .drawing("Icons/Bar/a b#-symbolic.svg"), .picture("Icons/c@2x.png")]
        ).html
        #expect(count("<img src=\"../Icons/Bar/a%20b%23.svg\" alt=\"Bar/a b#\"", html) == 2)
        #expect(count("<img class=\"symbolic\" src=\"../Icons/Bar/a%20b%23-symbolic.svg\"", html) == 2)
        #expect(count("<img src=\"../Icons/c%402x.png\"", html) == 2)
        #expect(html.contains("<code>IconName.Bar.aB</code>"))
    }

    @Test func hostileNamesStayText() throws {
        let name = "</style><script>alert(1)</script>\"'&"
        let font = try font(
            "Fonts/\(name)\u{202E}.ttf",
            SyntheticFont(family: name) { $0.postscriptName = "Hostile" }.build())
        let colors = #"{"colors": {"</th><script>a": "red", "x\u202ey\u0007": "blue"}}"#
        let html = page([font], [.palette(colors), .drawing("Icons/<script>&'\"/\u{1B}a.svg")]).html
        #expect(!html.contains("<script") && count("</style>", html) == 1)
        #expect(html.contains("&lt;/th&gt;&lt;script&gt;a") && html.contains("x\\u{202e}y\\u{7}"))
        #expect(
            html.contains(#"url("../Fonts/%3C/style%3E%3Cscript%3Ealert%281%29%3C/script%3E%22%27%26%E2%80%AE.ttf")"#))
        #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || !DisplayText.isHostile($0) })
    }

    /// Bytes of a name that is not UTF-8 are addressed as they are.
    @Test(arguments: [
        ("a.ttf", "a.ttf"), ("Fonts/Lora[wght].ttf", "Fonts/Lora%5Bwght%5D.ttf"), ("a?b#c%20", "a%3Fb%23c%2520"),
        ("javascript:x", "javascript%3Ax"), ("é", "%C3%A9"), ("x\\xE9", "x%E9"),
    ])
    func addresses(_ path: String, address: String) { #expect(PreviewPage.address(of: path) == address) }
}
