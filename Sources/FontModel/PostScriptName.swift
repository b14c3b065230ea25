/// The rules for PostScript names.
package enum PostScriptName {
    /// Whether a text is a valid PostScript name: printable ASCII without space and `[](){}<>/%` (OpenType `name` ID
    /// 6).
    ///
    /// FreeType ignores a name with any other character, whatever its length.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Returns the name for an instance that has none, as Apple forms it: `Family-Style`, without invalid characters.
    ///
    /// - Returns: The name, or nil if the family has no valid characters.
    package static func formed(family: String, style: String) -> String? {
        let family = replace(family) { isAllowed($0) ? $0 : nil }
        let style = replace(style) { isAllowed($0) ? $0 : nil }
        guard !family.isEmpty else { return nil }
        return style.isEmpty ? family : "\(family)-\(style)"
    }

    /// Returns the name for a face that has none: `Family-Style`, as for instances.
    ///
    /// If a name has other characters than ASCII, all are kept, except that `-` replaces those with a meaning in
    /// PostScript: without them, names of different fonts would be equal.
    package static func distinct(family: String, style: String) -> String {
        if family.unicodeScalars.allSatisfy(\.isASCII), style.unicodeScalars.allSatisfy(\.isASCII),
            let name = formed(family: family, style: style)
        {
            return name
        }
        return replace("\(family)-\(style)") { "\u{4}()/<>[]{}%\t\u{C}\r\n ".unicodeScalars.contains($0) ? "-" : $0 }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "[", "]", "(", ")", "{", "}", "<", ">", "/", "%": false
        case "!"..."~": true
        default: false
        }
    }

    private static func replace(_ text: String, _ change: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.compactMap(change)))
    }
}
