/// A file of KDE's settings: groups of keys with texts.
struct KeyFile {
    private var groups: [String: [String: String]] = [:]

    /// Reads the text of a file; lines that are neither a group nor a key are left out.
    init(_ text: String) {
        var group = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                group = String(line.dropFirst().prefix { $0 != "]" })
            } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                // A key may have a mark, such as `[$i]` for settings that the user cannot change.
                let key = line[..<equals].prefix { $0 != "[" }.filter { $0 != " " }
                groups[group, default: [:]][key] = String(line[line.index(after: equals)...].drop { $0 == " " })
            }
        }
    }

    subscript(group: String, key: String) -> String? { groups[group]?[key] }
}

extension DesktopAppearance {
    /// Reads KDE's settings, the texts of the group `General` by key.
    ///
    /// - Parameter general: Returns the text of a key: `font`, `fixed` or `ColorScheme`.
    init(kde general: (String) -> String?) {
        self.init()
        interfaceFont = general("font").flatMap(FontSetting.init(qt:))
        monospaceFont = general("fixed").flatMap(FontSetting.init(qt:))
        // KDE's schemes are files; those for dark colours have the word in their names.
        scheme = general("ColorScheme").map { $0.lowercased().contains("dark") ? .dark : .light }
    }

    /// Reads KDE's files.
    ///
    /// - Parameters:
    ///   - globals: The text of `kdeglobals`.
    ///   - fonts: The text of `kcmfonts`, which has the resolution of text.
    ///   - isWayland: Whether the session has a setting of its own for the resolution.
    init(kdeGlobals globals: String, fonts: String, isWayland: Bool) {
        let (globals, fonts) = (KeyFile(globals), KeyFile(fonts))
        self.init { globals["General", $0] }
        let resolution = fonts["General", isWayland ? "forceFontDPIWayland" : "forceFontDPI"].flatMap(Double.init)
        // 0 stands for the screen's own resolution.
        setTextScale(resolution.map { $0 / 96 })
    }
}
