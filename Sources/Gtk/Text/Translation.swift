internal import CAdwaita
internal import CGio
internal import CIntl
internal import Synchronization

/// The catalogue of translated messages that `tr` reads.
package enum Translation {
    private static let domain = Mutex("")

    /// Takes the user's locale and selects a catalogue, before any text is needed.
    ///
    /// - Parameters:
    ///   - name: The catalogue: `name.mo` below a folder of the locale's language.
    ///   - folder: The folder with the languages' folders, such as `/usr/share/locale`.
    package static func begin(domain name: String, folder: String) {
        setlocale(LC_ALL, "")
        bindtextdomain(name, folder)
        bind_textdomain_codeset(name, "UTF-8")
        textdomain(name)
        domain.withLock { $0 = name }
    }

    /// The folder with catalogues beside an installed program: `share/locale` beside its `bin`.
    ///
    /// - Parameter program: The program's first argument. Programs that were found by their name are asked of the kernel.
    package static func folder(of program: String?) -> String {
        let path = g_file_read_link("/proc/self/exe", nil).map { path in
            defer { g_free(path) }
            return String(cString: path)
        }
        var parts = (path ?? program ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        parts += ["share", "locale"]
        return parts.joined(separator: "/")
    }

    /// Looks a message up; without translation the answer is the message.
    package static func text(_ message: String) -> String {
        domain.withLock { $0 }.withCString { domain in
            // The answer may be the argument itself, and so it is copied before that goes.
            message.withCString { String(cString: dgettext(domain, $0)) }
        }
    }

    package static func text(_ one: String, _ many: String, _ count: Int) -> String {
        domain.withLock { $0 }.withCString { domain in
            one.withCString { one in
                many.withCString { String(cString: dngettext(domain, one, $0, UInt(count.magnitude))) }
            }
        }
    }
}

/// The translation of a message: a plain literal, because `xgettext -L C -k -ktr:1` does not find interpolations.
package func tr(_ message: String) -> String { message.isEmpty ? "" : Translation.text(message) }

/// The translation of a message with values for its placeholders, such as `{name}`.
package func tr(_ message: String, _ values: [String: String]) -> String { tr(message).filling(values) }

/// The form of a message for a number, which replaces `{count}`, by the plural rules of the language.
package func trn(_ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:]) -> String {
    Translation.text(one, many, count).filling(values.merging(["count": "\(count)"]) { given, _ in given })
}

/// The translation of a message that means something else in another context, such as a verb and a noun.
package func trc(_ context: String, _ message: String) -> String {
    // Catalogues have context and message in one key, with this character in between.
    let key = context + "\u{4}" + message
    let text = Translation.text(key)
    return text == key ? message : text
}

extension String {
    /// Replaces placeholders in one pass, so that a value with braces is not read again.
    package func filling(_ values: [String: String]) -> String {
        var filled = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{") {
            filled += rest[..<start]
            rest = rest[start...]
            if let end = rest.firstIndex(of: "}"), let value = values[String(rest[rest.index(after: start)..<end])] {
                filled += value
                rest = rest[rest.index(after: end)...]
            } else {
                filled.append("{")
                rest = rest.dropFirst()
            }
        }
        return filled + rest
    }
}
