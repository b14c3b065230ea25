import Glibc

/// The user's conventions for text, from the variables of POSIX's locales; see locale(7).
struct UserFormats: Sendable, Hashable {
    /// The locale of names, such as `de_DE`; nil for `C`, which has no language.
    var names: String?
    /// The locale by whose rules names are sorted; nil for `C`.
    var order: String?
    /// The locale of numbers; nil for `C`.
    var numbers: String?
    /// The locale of dates and times; nil for `C`.
    var times: String?
    /// Whether the terminal, or a program that reads the output, has no other characters than ASCII.
    var isASCII = false

    /// The formats that the process's environment states.
    static let ofProcess = UserFormats { getenv($0).map { String(cString: $0) } }

    /// The formats of the locale `C`, in UTF-8.
    init() {}

    /// - Parameter value: Returns the value of a variable.
    init(_ value: (String) -> String?) {
        func setting(_ category: String) -> String? {
            ["LC_ALL", category, "LANG"].compactMap(value).first { !$0.isEmpty }
        }
        names = Self.locale(setting("LC_MESSAGES"))
        // As in gettext, the list of languages counts unless the locale is `C`.
        if names != nil, let first = value("LANGUAGE")?.split(separator: ":").first {
            names = Self.locale(String(first))
        }
        order = Self.locale(setting("LC_COLLATE"))
        numbers = Self.locale(setting("LC_NUMERIC"))
        times = Self.locale(setting("LC_TIME"))
        guard let characters = setting("LC_CTYPE") else { return }
        if let encoding = characters.split(separator: ".").dropFirst().first {
            isASCII = !["utf8", "utf-8"].contains(encoding.prefix { $0 != "@" }.lowercased())
        } else {
            // A locale without an encoding is that of an older system or a mistake, and UTF-8 the likelier one.
            isASCII = Self.locale(characters) == nil
        }
    }

    /// Returns a locale without encoding and modifier; nil for `C` and `POSIX`.
    private static func locale(_ value: String?) -> String? {
        let locale = String((value ?? "").prefix { $0 != "." && $0 != "@" })
        return ["", "C", "POSIX"].contains(locale) ? nil : locale
    }
}
