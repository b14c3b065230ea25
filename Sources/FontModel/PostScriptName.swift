/// The rules for PostScript names.
package enum PostScriptName {
    /// Whether a text is a valid PostScript name: printable ASCII without space and `[](){}<>/%` (OpenType `name` ID
    /// 6).
    ///
    /// FreeType ignores a name with any other character, whatever its length.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Returns the name for a face that has none, as fontconfig forms it: the family, with `-` for some characters.
    package static func formed(family: String) -> String {
        replace(family) { "\u{4}()/<>[]{}\t\u{C}\r\n ".unicodeScalars.contains($0) ? "-" : $0 }
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
