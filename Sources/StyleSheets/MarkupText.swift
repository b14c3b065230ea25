/// The notation of texts in XML and HTML, for content and for values of attributes.
package enum MarkupText {
    /// Returns a text with references in place of markup; characters that XML does not permit become U+FFFD.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a page in HTML.
    ///
    /// - Parameters:
    ///   - style: Rules of CSS, which end with a line break; nil for none.
    ///   - body: The elements of the page, which end with a line break.
    package static func page(_ title: String, style: String? = nil, body: String) -> String {
        """
        <!DOCTYPE html>
        <html>
        <head><meta charset="utf-8"><title>\(escaped(title))</title>\(style.map { "\n<style>\n\($0)</style>" } ?? "")</head>
        <body>
        \(body)</body>
        </html>

        """
    }
}
