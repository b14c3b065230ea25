import FontModel
import Glibc

/// The folders with the entries of applications, from which providers have the names and icons that people know.
package struct ApplicationFolders: Sendable, Hashable {
    /// The folders of all kinds of applications, the user's own first.
    var folders: [String]
    /// Those to which Flatpak exports the entries of its applications.
    var flatpaks: [String]
    /// That of snapd.
    var snaps: String
    /// The suffixes of localised keys in the user's languages, the best first, as `de_DE` and `de`.
    var languages: [String]

    /// The folders of this process's user; see the XDG Base Directory Specification.
    package static var ofUser: ApplicationFolders {
        let data = dataFolders
        let applications = "/flatpak/exports/share/applications"
        return ApplicationFolders(
            folders: data.map { $0 + "/applications" },
            flatpaks: (data.first.map { [$0 + applications] } ?? []) + ["/var/lib" + applications],
            snaps: "/var/lib/snapd/desktop/applications",
            languages: languages { getenv($0).map { String(cString: $0) } })
    }

    package init(folders: [String], flatpaks: [String] = [], snaps: String = "/nonexistent", languages: [String] = []) {
        self.folders = folders
        self.flatpaks = flatpaks
        self.snaps = snaps
        self.languages = languages
    }

    /// The folders of data, the user's first.
    static var dataFolders: [String] {
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

    /// Returns the suffixes of keys for the languages of an environment, as gettext chooses languages.
    ///
    /// `LANGUAGE` is a list, and counts unless the locale is `C`.
    /// - Parameter value: Returns the value of a variable.
    package static func languages(_ value: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first { !$0.isEmpty } ?? ""
        guard !["", "C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return [] }
        let list = (value("LANGUAGE") ?? "").split(separator: ":")
        var seen: Set<String> = []
        return (list.isEmpty ? [locale[...]] : list).flatMap { variants(of: $0) }.filter { seen.insert($0).inserted }
    }

    /// Returns the keys that match a locale `lang_COUNTRY.ENCODING@MODIFIER`, the best first.
    private static func variants(of locale: Substring) -> [String] {
        let modifier = locale.firstIndex(of: "@").map { String(locale[$0...]) } ?? ""
        let base = String(locale.prefix { $0 != "." && $0 != "@" })
        let language = String(base.prefix { $0 != "_" })
        return [base + modifier, base, language + modifier, language].filter { !$0.isEmpty && $0 != "@" }
    }
}
