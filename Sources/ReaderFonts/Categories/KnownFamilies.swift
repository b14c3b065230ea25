/// The categories of well-known families whose files do not reveal them, or whose category is a matter of judgement.
public enum KnownFamilies {
    /// The form of a family's name in ``categories``: lower case without blanks.
    public static func key(_ name: String) -> String {
        let name = name.lowercased()
        // A list asks for thousands of names, most of them in ASCII.
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.filter { !$0.isWhitespace } }
        return String(decoding: name.utf8.lazy.filter { !(0x09...0x0D).contains($0) && $0 != 0x20 }, as: UTF8.self)
    }

    /// The categories by name in the form of ``key(_:)``.
    public static let categories = Dictionary(
        uniqueKeysWithValues: families.flatMap { category, names in names.map { (key($0), category) } })

    private static let families: [FontCategory: [String]] = [
        .serif: [
            "Lora", "Literata", "Merriweather", "Source Serif 4", "Source Serif Pro", "Noto Serif", "Charis SIL",
            "EB Garamond", "Vollkorn", "Libertinus Serif", "Linux Libertine", "Crimson Text", "Crimson Pro", "Bitter",
            "PT Serif", "Gentium Plus", "Playfair", "DejaVu Serif", "Liberation Serif", "Georgia", "Times New Roman",
            "New York", "IBM Plex Serif", "Roboto Slab", "BIZ UDMincho", "BIZ UDPMincho", "Noto Serif CJK JP",
        ],
        .sansSerif: [
            "Lato", "Montserrat", "Nunito Sans", "Source Sans 3", "Source Sans Pro", "Inter", "Noto Sans", "Cantarell",
            "Ubuntu", "Roboto", "Open Sans", "Fira Sans", "IBM Plex Sans", "Public Sans", "Atkinson Hyperlegible",
            "Luciole", "PT Sans", "DejaVu Sans", "Liberation Sans", "Avenir Next", "Helvetica", "Arial", "Verdana",
            "OpenDyslexic", "BIZ UDGothic", "BIZ UDPGothic", "Noto Sans CJK JP",
        ],
        .monospace: [
            "JetBrains Mono", "Source Code Pro", "Fira Code", "Fira Mono", "Hack", "Inconsolata", "IBM Plex Mono",
            "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Ubuntu Mono", "Cascadia Code", "Courier New",
            "SF Mono",
        ],
        .handwriting: [
            "Klee One", "Klee", "Caveat", "Dancing Script", "Pacifico", "Comic Neue", "Z003", "Comic Sans MS",
            "LXGW WenKai", "Kalam", "Patrick Hand",
        ],
        .display: ["Playfair Display", "Abril Fatface", "Lobster", "Bebas Neue", "Oswald", "Anton", "Impact"],
    ]
}
