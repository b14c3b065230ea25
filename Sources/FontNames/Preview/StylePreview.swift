import FontResources
import StyleSheets

extension Palette {
    /// Returns the table of the colours, and that of the pairs; nothing without colours.
    ///
    /// - Parameter names: The generated constants by name.
    func previewHTML(_ names: [String: String]) -> String {
        guard !colors.isEmpty else { return "" }
        let heads = ColorAppearance.allCases.map { "<th>\($0.title)</th>" }.joined()
        let rows = colors.map { color in
            let cells = ColorAppearance.allCases.map { appearance in
                "<td>\(Self.cell(color[appearance].hex, background: color[appearance]))</td>"
            }
            let name = names[color.name].map { " <code>\(PreviewPage.text($0))</code>" } ?? ""
            return "<tr><th dir=\"auto\">\(PreviewPage.text(color.name))\(name)</th>\(cells.joined())</tr>\n"
        }
        let pairs = measuredPairs.map { pair in
            let cells = ColorAppearance.allCases.map { appearance in
                let (foreground, background) = (pair.foreground[appearance], pair.background[appearance])
                let contrast = foreground.painted(on: background).contrast(with: background)
                return "<td>"
                    + Self.cell("\(Self.text(contrast)):1", background: background, foreground: foreground) + "</td>"
            }
            let title = PreviewPage.text("\(pair.foreground.name) on \(pair.background.name)")
            return "<tr><th dir=\"auto\">\(title)</th>\(cells.joined())</tr>\n"
        }
        return ([rows] + (pairs.isEmpty ? [] : [pairs])).map { rows in
            "<table>\n<tr><th></th>\(heads)</tr>\n\(rows.joined())</table>\n"
        }.joined()
    }

    /// Returns a text on a colour, in one that can be read on it if none is given.
    private static func cell(_ text: String, background: Color, foreground: Color? = nil) -> String {
        let (black, white) = (Color(rgba: 0x0000_00FF), Color(rgba: 0xFFFF_FFFF))
        let shown = background.painted(on: white)
        let readable = shown.contrast(with: black) < shown.contrast(with: white) ? white : black
        return
            "<span style=\"background: \(background.hex); color: \((foreground ?? readable).hex)\">\(text)</span>"
    }
}

extension IconSet {
    /// Returns the table of the icons' files on a light and on a dark ground; nothing without icons.
    ///
    /// - Parameters:
    ///   - names: The generated constants by name.
    ///   - addresses: The addresses of the files by their paths in the bundle.
    func previewHTML(_ names: [String: String], addresses: [String: String]) -> String {
        guard !icons.isEmpty else { return "" }
        let rows = icons.map { icon in
            let name = names[icon.fullName].map { " <code>\(PreviewPage.text($0))</code>" } ?? ""
            let title = PreviewPage.text(icon.fullName)
            return icon.files.enumerated().map { index, file in
                let head = index == 0 ? "<th dir=\"auto\" rowspan=\"\(icon.files.count)\">\(title)\(name)</th>" : ""
                let source = MarkupText.escaped(addresses[file.path] ?? "")
                let mark = file.traits.contains(.symbolic) ? " class=\"symbolic\"" : ""
                let image = "<img\(mark) src=\"\(source)\" alt=\"\(title)\" loading=\"lazy\">"
                return
                    "<tr>\(head)<td class=\"light\">\(image)</td><td class=\"dark\">\(image)</td>"
                    + "<td dir=\"auto\"><code>\(PreviewPage.text(file.path))</code></td></tr>\n"
            }.joined()
        }
        return "<table>\n\(rows.joined())</table>\n"
    }
}

extension ColorAppearance {
    /// The name for people.
    fileprivate var title: String {
        switch self {
        case .light: "Light"
        case .dark: "Dark"
        case .lightHighContrast: "Light, high contrast"
        case .darkHighContrast: "Dark, high contrast"
        }
    }
}
