import Foundation
import TestSupport
import Testing

/// A copy of the installed fontctl and fontd with catalogues of the test.
///
/// Programs find their catalogues beside themselves, so they are files of their own.
struct SpeakingInstallation {
    /// Whether catalogues can be made here.
    static let isPossible = Command.find("msgfmt") != nil

    let home: PrivateHome
    var prefix: String { home.root + "/speaking" }

    init(in home: PrivateHome) throws {
        self.home = home
        try home.copyProgram(Programs.fontctl, to: prefix + "/bin/fontctl")
        try home.copyProgram(Command.product("fontd-worker"), to: prefix + "/libexec/fontd/fontd-worker")
        try FileManager.default.linkItem(atPath: prefix + "/bin/fontctl", toPath: prefix + "/bin/fontd")
    }

    /// Runs fontctl for a user with languages, the best first.
    func fontctl(_ arguments: [String], in languages: String) throws -> Command.Result {
        try Command.run(
            prefix + "/bin/fontctl", arguments, environment: home.environment.merging(["LANGUAGE": languages]) { $1 })
    }

    /// Compiles a catalogue.
    func add(_ language: String, _ entries: [Entry]) throws {
        let header = #"msgid ""\#nmsgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: \#(Self.polish)\n""#
        let texts = [header] + entries.map { "msgid \"\($0.id)\"\n" + $0.translation }
        let source = try home.put(
            Array((texts.joined(separator: "\n\n") + "\n").utf8), at: "\(home.root)/\(language).po")
        let folder = "\(prefix)/share/locale/\(language)/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let compiled = try home.run("msgfmt", ["-o", folder + "/fontd.mo", source])
        #expect(compiled.status == 0, "\(compiled.errors)")
    }

    /// The rule of Polish: one form for 1, one for 2 to 4, and one for the others.
    private static let polish =
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"

    /// A message of a catalogue, with the escapes of catalogues.
    struct Entry {
        var id: String
        var plural: String?
        /// The lines of the translation.
        var translation = ""
    }

    /// The messages of library, command and service.
    static let messages = Result {
        let template = try Command.run(
            Python.interpreter, [Repository.file("scripts/messages").path, "--template", "fontd"],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        try #require(template.status == 0, "\(template.errors)")
        let entries = template.output.components(separatedBy: "\n\n").dropFirst().map { entry in
            func text(_ keyword: String) -> String? {
                entry.split(separator: "\n").first { $0.hasPrefix(keyword + " \"") }
                    .map { String($0.dropFirst(keyword.count + 2).dropLast()) }
            }
            return Entry(id: text("msgid") ?? "", plural: text("msgid_plural"))
        }
        try #require(entries.count > 1000)
        return entries
    }

    /// Compiles a catalogue in which each message is English in brackets, and plural forms have their names.
    ///
    /// - Parameter bracketed: Returns the translation of a text.
    func addPseudoLanguage(_ language: String, _ bracketed: (String) -> String = Self.bracketed) throws {
        try add(
            language,
            Self.messages.get().map { entry in
                var entry = entry
                if let plural = entry.plural {
                    let forms = [("one", entry.id), ("few", plural), ("many", plural)]
                    entry.translation =
                        "msgid_plural \"\(plural)\"\n"
                        + forms.enumerated().map { "msgstr[\($0)] \"\(bracketed("\($1.0):\($1.1)"))\"" }
                        .joined(separator: "\n")
                } else {
                    entry.translation = "msgstr \"\(bracketed(entry.id))\""
                }
                return entry
            })
    }

    /// Returns a text in brackets.
    ///
    /// Both texts of an entry begin and end with an end of a line, or neither.
    static func bracketed(_ text: String) -> String {
        let starts = text.hasPrefix("\\n")
        let ends = text.hasSuffix("\\n") && text.count > 2
        let inner = text.dropFirst(starts ? 2 : 0).dropLast(ends ? 2 : 0)
        return (starts ? "\\n" : "") + "⟦\(inner)⟧" + (ends ? "\\n" : "")
    }
}
