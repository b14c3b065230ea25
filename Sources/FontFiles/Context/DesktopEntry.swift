import FontModel
import Glibc

/// Desktop entries (Desktop Entry Specification 1.5).
struct DesktopEntry: Sendable, Hashable {
    /// The name in the user's language, in display form.
    var name: String
    /// The name of an icon, or the absolute path of its file; nil if there is none.
    var icon: String?
    /// The program that it starts, as written; nil if there is none.
    var program: String?

    /// The maximum size in bytes of a file that is read.
    private static let largest = 1 << 18

    /// Reads an application's entry, which may be anybody's; nil if there is no usable one at the path.
    ///
    /// The file may be a link, as those that Flatpak exports.
    /// - Parameter languages: The suffixes of keys, the best first; see ``ApplicationFolders/languages``.
    init?(contentsOf path: String, languages: [String]) {
        guard let source = try? SourceFile(opening: path, upTo: Self.largest),
            let bytes = source.file.bytes(at: 0, most: source.size)
        else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self), languages: languages)
    }

    /// Reads the text of an entry; nil if it is not that of an application, or has no name.
    init?(_ text: String, languages: [String]) {
        var keys: [Substring: Substring] = [:]
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                // The first group is the entry; those of actions come after it.
                guard group.isEmpty else { break }
                group = line
            } else if group == "[Desktop Entry]", let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingSuffix(while: \.isWhitespace)
                let value = line[line.index(after: equals)...].drop(while: \.isWhitespace)
                // The key must be unique; the first one counts.
                if keys[key] == nil { keys[key] = value }
            }
        }
        guard keys["Type"] == "Application", keys["Hidden"] != "true" else { return nil }
        let names = languages.compactMap { keys["Name[\($0)]"] } + [keys["Name"]].compactMap(\.self)
        let shown = names.lazy.map { DisplayText.clean(Self.unescaped($0)) }.first { !$0.isEmpty }
        guard let shown else { return nil }
        name = shown
        icon = keys["Icon"].flatMap { Self.icon(Self.unescaped($0)) }
        program = (keys["TryExec"] ?? keys["Exec"]).flatMap { Self.program(Self.unescaped($0)) }
    }

    /// Returns the value of a key without escapes.
    private static func unescaped(_ value: Substring) -> String {
        guard value.contains("\\") else { return String(value) }
        var result = ""
        var rest = value[...]
        while let character = rest.popFirst() {
            guard character == "\\", let escaped = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escaped {
            case "s": result.append(" ")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "\\": result.append("\\")
            default: result += ["\\", escaped]
            }
        }
        return result
    }

    /// Returns the name of an icon of a theme, or an absolute path, if a text is one of them.
    private static func icon(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= 1_024, DisplayText.isHarmless(text) else { return nil }
        if text.hasPrefix("/") { return text.split(separator: "/").contains("..") ? nil : text }
        return text.contains("/") || text.hasPrefix(".") ? nil : text
    }

    /// Returns the first word of a command line.
    private static func program(_ line: String) -> String? {
        let word = line.hasPrefix("\"") ? line.dropFirst().prefix { $0 != "\"" } : line.prefix { !$0.isWhitespace }
        return word.isEmpty ? nil : String(word)
    }

    /// Returns the path of an application's entry in the order of the XDG Base Directory Specification, or nil if it
    /// has none.
    ///
    /// - Parameter id: The application's id, such as `org.example.Reader`.
    static func path(of id: String) -> String? {
        path(of: id, in: ApplicationFolders.dataFolders.map { $0 + "/applications" })
    }

    /// Returns the path of an application's entry in the first folder that has one.
    static func path(of id: String, in folders: [String]) -> String? {
        guard !id.isEmpty, id.utf8.count < 240, !id.contains("/"), !id.hasPrefix("."), !id.utf8.contains(0) else {
            return nil
        }
        return folders.lazy.map { "\($0)/\(id).desktop" }.first { access($0, F_OK) == 0 }
    }

    /// Whether a path is that of a desktop entry.
    static func isEntry(_ path: String) -> Bool { path.hasSuffix(".desktop") }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
