public import Foundation
import Glibc

/// The user's conventions for text, from the variables of POSIX's locales and of gettext; see locale(7) and gettext(3).
///
/// Foundation's `Locale.current` does not know them on Linux: it is `en_001` for every user.
public struct UserFormats: Sendable, Hashable {
    /// The locale of names and messages, such as `de_DE`; nil for `C`, which has no language.
    public var names: String?
    /// The locales whose messages the user reads, the best first, as gettext names their catalogues: without encoding, but
    /// with a modifier, such as `sr_RS@latin`; empty for `C`.
    public var languages: [String] = []
    /// The locale by whose rules names are sorted; nil for `C`.
    public var order: String?
    /// The locale of numbers; nil for `C`.
    public var numbers: String?
    /// The locale of dates and times; nil for `C`.
    public var times: String?
    /// Whether the terminal, or a program that reads the output, has no other characters than ASCII.
    public var isASCII = false

    /// The formats that the process's environment states, read once.
    public static let ofProcess = UserFormats { getenv($0).map { String(cString: $0) } }

    /// The formats of the locale `C`, in UTF-8.
    public init() {}

    /// Reads the formats from variables.
    ///
    /// Of `LC_ALL`, the variable of a category and `LANG`, the first that is not empty counts. For messages, the list in
    /// `LANGUAGE` precedes them unless the locale is `C` itself: as for gettext, `C.UTF-8` is a locale whose messages can be
    /// translated.
    /// - Parameter value: Returns the value of a variable, such as `LC_ALL`; nil if it is not set.
    public init(_ value: (String) -> String?) {
        func setting(_ category: String) -> String? {
            ["LC_ALL", category, "LANG"].compactMap(value).first { !$0.isEmpty }
        }
        let messages = setting("LC_MESSAGES")
        names = Self.locale(messages)
        if let messages, !["C", "POSIX"].contains(messages) {
            let list = (value("LANGUAGE") ?? "").split(separator: ":").map(String.init)
            // A `C` in the list ends it: messages are then those of the program.
            languages = (list.isEmpty ? [messages] : list).prefix { Self.locale($0) != nil }.map(Self.catalogue)
            if let first = list.first { names = Self.locale(first) }
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

    /// The locale of names in a form for Foundation; international English for `C`.
    public var namesLocale: Locale { Locale(identifier: names ?? "en_001") }

    /// The locale by whose rules names are sorted; that of names for `C`.
    public var orderLocale: Locale { Locale(identifier: order ?? names ?? "en_001") }

    /// Returns a locale without encoding and modifier; nil for `C` and `POSIX`.
    private static func locale(_ value: String?) -> String? {
        let locale = String((value ?? "").prefix { $0 != "." && $0 != "@" })
        return ["", "C", "POSIX"].contains(locale) ? nil : locale
    }

    /// Returns a locale without encoding.
    private static func catalogue(_ value: String) -> String {
        String(value.prefix { $0 != "." && $0 != "@" } + (value.firstIndex(of: "@").map { value[$0...] } ?? ""))
    }
}

extension Locale {
    /// The locale of the user who runs the program, in whose language names are shown; see ``UserFormats``.
    public static var ofUser: Locale { UserFormats.ofProcess.namesLocale }

    /// Whether the language is English; `language` loads ICU's data first, which takes milliseconds.
    package var isEnglish: Bool { identifier.prefix { $0 != "_" && $0 != "-" && $0 != "@" }.lowercased() == "en" }
}
