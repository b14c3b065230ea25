import FontModel
import OpenType
import StyleSheets

/// A page in HTML with every face, colour and icon of a target.
///
/// The page has no scripts. It refers to the files by the addresses that it is given, and contains the faces of
/// collections. Names from files are escaped, and characters that are unsafe to show are visible.
package struct PreviewPage: Sendable {
    /// The names of generated constants.
    package struct Names: Sendable {
        /// The constants of fonts by PostScript name, such as `FontName.loraBold`.
        package var fonts: [String: String] = [:]
        /// The constants of colours by name.
        package var colors: [String: String] = [:]
        /// The constants of icons by name.
        package var icons: [String: String] = [:]

        package init() {}
    }

    /// The title, which is the name of the target.
    package var title: String
    /// The font files, in the order of the page.
    package var fonts: [PreviewFont]
    /// The colours.
    package var palette: Palette
    /// The icons.
    package var icons: IconSet
    /// The addresses of the icons' files by their paths in the bundle; see ``address(of:)``.
    package var addresses: [String: String]
    /// The names of generated constants, which the page shows.
    package var names: Names

    package init(
        _ title: String, fonts: [PreviewFont], palette: Palette, icons: IconSet, addresses: [String: String],
        names: Names
    ) {
        self.title = title
        self.fonts = fonts
        self.palette = palette
        self.icons = icons
        self.addresses = addresses
        self.names = names
    }

    /// Returns the relative address of a file: its path from the folder of the page, with escapes.
    ///
    /// - Parameter path: The relative path of the file, in the form of `PathText`.
    package static func address(of path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let bytes = PathText.bytes(of: path).flatMap { byte -> [UInt8] in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The page.
    package var html: String {
        let sections = fontSections
        let style = sections.map(\.rules).joined() + Self.style
        let body =
            "<h1 dir=\"auto\">\(Self.text(title))</h1>\n"
            + section("Fonts", sections.map(\.html).joined())
            + section("Colors", palette.previewHTML(names.colors))
            + section("Icons", icons.previewHTML(names.icons, addresses: addresses))
        return MarkupText.page(title, style: style, body: body)
    }

    /// Returns a text as the content of an element or the value of an attribute.
    static func text(_ text: String) -> String { MarkupText.escaped(DisplayText.harmless(text)) }

    private func section(_ title: String, _ content: String) -> String {
        content.isEmpty ? "" : "<h2>\(title)</h2>\n\(content)"
    }

    // MARK: Fonts

    /// The families, with the rules of their faces.
    private var fontSections: [(rules: String, html: String)] {
        let faces = fonts.flatMap { font in font.contents.faces.map { (font: font, contents: $0) } }
        var families: [String] = []
        for face in faces where !families.contains(face.contents.face.family) {
            families.append(face.contents.face.family)
        }
        return families.map { family in
            var (rules, html) = ("", "<h3 dir=\"auto\">\(Self.text(family))</h3>\n")
            for (index, (font, contents)) in faces.enumerated() where contents.face.family == family {
                // Each face has a family of its own in the page, so that no other face is shown for it.
                let ownFamily = "face\(index)"
                guard let address = font.address(of: contents.face) else {
                    html += "<p>\(Self.text(contents.face.postscriptName)): the face cannot be shown.</p>\n"
                    continue
                }
                rules += FontFaceRule.rules(of: contents.face, family: ownFamily, url: address).map(\.css).joined()
                html += sampleHTML(font, contents, family: ownFamily)
            }
            return (rules, html)
        }
    }

    private func sampleHTML(_ font: PreviewFont, _ contents: FaceContents, family: String) -> String {
        let face = contents.face
        let translations = face.localizedNames.filter { $0.kind == .family && $0.text != face.family }.map(\.text)
        let lines = translations.prefix(1) + SampleText.lines(for: contents.coverage).prefix(4)
        let axes = face.axes.map { axis in
            "\(axis.tag) \(CSSText.number(axis.minimum))–\(CSSText.number(axis.maximum))"
        }
        return PreviewSample.samples(of: face).map { sample in
            let facts = [names.fonts[sample.name], sample.name, font.path].compactMap(\.self) + axes
            let texts = lines.map { "<p class=\"sample\" dir=\"auto\">\(Self.text($0))</p>\n" }
            return """
                <section>
                <h4 dir="auto">\(Self.text(sample.style))</h4>
                <p class="facts" dir="auto">\(facts.map { "<code>\(Self.text($0))</code>" }.joined(separator: " "))</p>
                <div style="\(MarkupText.escaped(sample.declarations(family: family)))">
                \(texts.joined())</div>
                </section>

                """
        }.joined()
    }

    private static let style = """
        :root { color-scheme: light dark; }
        body { margin: 24px auto; max-width: 60em; padding: 0 16px; font: 14px/1.4 system-ui, sans-serif; }
        section { margin: 0 0 16px; }
        h4, p { margin: 0; }
        code { overflow-wrap: anywhere; }
        .facts { opacity: 0.75; }
        .sample { font-size: 24px; font-synthesis: none; line-height: 1.5; overflow-wrap: anywhere; }
        table { border-collapse: collapse; }
        th, td { padding: 6px 10px; text-align: start; }
        .light { background: #ffffff; color: #000000; }
        .dark { background: #1c1c1e; color: #ffffff; }
        .dark img.symbolic { filter: invert(1); }
        td img { max-height: 64px; max-width: 128px; }
        td span { display: inline-block; min-height: 1.4em; min-width: 6em; padding: 4px; }

        """
}
