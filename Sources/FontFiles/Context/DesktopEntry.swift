import Glibc

/// Desktop entries (Desktop Entry Specification).
enum DesktopEntry {
    /// Returns the path of an application's entry in the order of the XDG Base Directory Specification, or nil if it
    /// has none.
    ///
    /// - Parameter id: The application's id, such as `org.example.Reader`.
    static func path(of id: String) -> String? {
        guard !id.isEmpty, !id.contains("/"), !id.hasPrefix(".") else { return nil }
        return folders.lazy.map { "\($0)/applications/\(id).desktop" }.first { access($0, F_OK) == 0 }
    }

    /// Whether a path is that of a desktop entry.
    static func isEntry(_ path: String) -> Bool { path.hasSuffix(".desktop") }

    private static var folders: [String] {
        func list(_ name: String, otherwise: String) -> [String] {
            let value = getenv(name).map { String(cString: $0) } ?? ""
            return (value.isEmpty ? otherwise : value).split(separator: ":").map(String.init).filter {
                $0.hasPrefix("/")
            }
        }
        let home = getenv("HOME").map { String(cString: $0) + "/.local/share" } ?? ""
        return list("XDG_DATA_HOME", otherwise: home)
            + list("XDG_DATA_DIRS", otherwise: "/usr/local/share:/usr/share")
    }
}
