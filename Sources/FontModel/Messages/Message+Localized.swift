internal import CIntl
internal import Glibc

extension Message {
    /// The text in the language of this process, or in English where there is no translation.
    ///
    /// The language is that of the locale that the program has set (`setlocale`, category `LC_MESSAGES`) and of the variable
    /// `LANGUAGE`, and the translations are those of the installed catalogue `fontd` (GNU gettext).
    public var localized: String {
        guard MessageCatalog.hasLanguage else { return description }
        return switch content {
        case .verbatim(let text): text
        case .sentence(let sentence): sentence.filling(MessageCatalog.text(sentence.key))
        case .plural(let one, let many, let count):
            (count == 1 ? one : many).filling(MessageCatalog.text(one.key, many.key, count))
        case .sequence(let messages, let separator): Self.joined(messages.map(\.localized), separator)
        case .errno(let number): MessageCatalog.text(number)
        }
    }

    /// Returns texts one after the other; the full stop of Japanese and Chinese is followed by no space.
    static func joined(_ texts: [String], _ separator: String) -> String {
        texts.dropFirst().reduce(texts.first ?? "") { text, next in
            text + (separator == " " && text.hasSuffix("。") ? "" : separator) + next
        }
    }
}

extension Message.Sentence {
    /// The words as catalogues have them, with a number in braces for each value, from 1.
    var key: String {
        guard !values.isEmpty else { return words[0] }
        var key = words[0]
        for (place, word) in words.dropFirst().enumerated() { key += "{\(place + 1)}" + word }
        return key
    }

    /// Returns a translation with the values for the numbers in braces.
    func filling(_ translation: String) -> String {
        guard !values.isEmpty else { return translation }
        var filled = ""
        var rest = translation[...]
        while let start = rest.firstIndex(of: "{") {
            filled += rest[..<start]
            rest = rest[start...]
            if let end = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: start)..<end]),
                values.indices.contains(number - 1)
            {
                filled += values[number - 1].localized
                rest = rest[rest.index(after: end)...]
            } else {
                filled.append("{")
                rest = rest.dropFirst()
            }
        }
        return filled + rest
    }
}

extension Message.Value {
    fileprivate var localized: String {
        switch self {
        case .text(let text): text
        case .message(let message): message.localized
        }
    }
}

/// The catalogue with the translations of library, command and service.
package enum MessageCatalog {
    /// The name of the catalogue's files, below the folders of the languages.
    package static let domain = "fontd"

    /// Takes the language from the environment, for a program of ours.
    ///
    /// Call it before other threads start: `setlocale` is not safe beside them. Only messages follow. Numbers are written
    /// and read as in C, and so are characters: libraries compare names by them, in Turkish `I` without `i`, and
    /// libarchive converts names to their encoding. Texts are in UTF-8 whatever the locale has, also those of the C library.
    ///
    /// English in `LANGUAGE` ends the list: it has no catalogue, and gettext would go on to the languages behind it. Whose
    /// first language it is has no locale to load and no catalogue to look for.
    package static func useLanguageOfUser() {
        func list(_ variable: String) -> [Substring] {
            getenv(variable).map { String(cString: $0).split(separator: ":") } ?? []
        }
        let variables = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
        let languages = variables.lazy.map(list).first { !$0.isEmpty } ?? []
        let own = languages.prefix { !["C", "POSIX", "en"].contains($0.prefix { !"_.@".contains($0) }) }
        if own.isEmpty { return }
        // Programs that fontctl runs get the list as it is where gettext stops at English by itself.
        if own.count < languages.count - 1 { setenv("LANGUAGE", own.joined(separator: ":"), 1) }
        setlocale(LC_MESSAGES, "")
        bind_textdomain_codeset("libc", "UTF-8")
    }

    /// Whether the process has a locale for messages other than `C`, in which nothing is translated.
    static var hasLanguage: Bool { setlocale(LC_MESSAGES, nil).map { strcmp($0, "C") != 0 } ?? false }

    /// Binds the domain once to the catalogues beside the program, in `share/locale` beside its `bin`; where there are none,
    /// those of the system stay.
    private static let binding: Void = {
        if let folder = folderOfProgram, hasCatalogues(folder) { bindtextdomain(domain, folder) }
        bind_textdomain_codeset(domain, "UTF-8")
    }()

    private static var folderOfProgram: String? {
        var program = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &program, program.count - 1)
        guard length > 0 else { return nil }
        let path = String(decoding: program.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let prefix = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return (prefix + ["share", "locale"]).joined(separator: "/")
    }

    /// Whether a folder has a catalogue of ours in any language: that of another program's prefix has only others.
    private static func hasCatalogues(_ folder: String) -> Bool {
        let escaped = String(folder.flatMap { #"*?[\"#.contains($0) ? ["\\", $0] : [$0] })
        var found = glob_t()
        defer { globfree(&found) }
        return glob("\(escaped)/*/LC_MESSAGES/\(domain).mo", GLOB_NOSORT, nil, &found) == 0
    }

    /// The locale of texts in English.
    private nonisolated(unsafe) static let english = newlocale(1 << LC_MESSAGES, "C", nil)

    /// Returns the description of an error of the system in English.
    static func english(_ number: CInt) -> String { String(cString: strerror_l(number, english)) }

    /// Returns the description of an error of the system in the language of the process.
    fileprivate static func text(_ number: CInt) -> String { String(cString: strerror(number)) }

    fileprivate static func text(_ message: String) -> String {
        // The empty message is the header of the catalogue.
        guard !message.isEmpty else { return message }
        binding
        // The answer may be the argument itself, and so it is copied before that goes.
        return message.withCString { String(cString: dgettext(domain, $0)) }
    }

    fileprivate static func text(_ one: String, _ many: String, _ count: Int) -> String {
        binding
        return one.withCString { one in
            many.withCString { String(cString: dngettext(domain, one, $0, UInt(max(count, 0)))) }
        }
    }
}
