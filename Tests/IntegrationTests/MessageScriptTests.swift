import Foundation
import TestSupport
import Testing

/// `scripts/messages` in a tree of its own: what is a message, and which catalogues it refuses.
@Suite(
    .enabled(
        if: Command.find("msgfmt") != nil && Command.find("xgettext") != nil,
        "Needs gettext (Debian's gettext)."))
struct MessageScriptTests {
    private let home: PrivateHome
    private var tree: String { home.root + "/tree" }

    init() throws {
        home = try PrivateHome()
        for name in [
            "messages", "swift_declarations.py", "swift_expressions.py", "swift_messages.py", "swift_source.py",
        ] {
            try home.put(
                Array(try Data(contentsOf: Repository.file("scripts/" + name))), at: "\(home.root)/tree/scripts/\(name)"
            )
        }
        // The domain of the application has a message, too.
        try put(#"let title = tr("Fonts")"#, in: "FontsModel")
        try put(
            """
            func tr(_ message: Message) -> String { message.localized }
            enum Fault { case failed(Message, code: Int) }
            struct Report { var text: Message, name: String }
            struct Failure { init(_ code: Code, _ message: Message, file: String? = nil) {} }
            func warn(_ code: Code, _ message: (_ name: String) -> Message) {}
            """, in: "Declarations")
    }

    private func put(_ source: String, in module: String = "Module") throws {
        try home.put(Array(source.utf8), at: "\(tree)/Sources/\(module)/Source.swift")
    }

    private func catalogue(_ entries: String) throws {
        let header =
            #"msgid ""\#nmsgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n""#
        try home.put(Array("\(header)\n\n\(entries)\n".utf8), at: tree + "/data/po/ja.po")
    }

    private func messages(_ arguments: String...) throws -> Command.Result {
        try home.run(Python.interpreter, ["\(tree)/scripts/messages"] + arguments)
    }

    /// The ids of the messages, those with a plural form with it.
    private func found(in source: String) throws -> [String] {
        try put(source)
        let result = try messages("--list")
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    @Test(
        arguments: [
            // Values, with parentheses and texts of their own.
            (#"tr("A \(f("x", g(h))) of \(a ? ": " : c).")"#, [#""A {1} of {2}.""#]),
            (#"tr("One " + "message")"#, [#""One message""#]),
            (
                "tr(\"\"\"\n    Two lines, \\\n    joined \\(n).\n      Indented\n    \"\"\")",
                [#""Two lines, joined {1}.\n  Indented""#]
            ),
            (##"tr(#"Raw \n \#(value) "x""#)"##, [#""Raw \\n {1} \"x\"""#]),
            (#"tr("\u{201C}A\u{201D}\t\"")"#, [#""“A”\t\"""#]),
            (
                #"Failure(.code, isNew ? "A first one." : b ?? "Another one.", file: "None")"#,
                [#""A first one.""#, #""Another one.""#]
            ),
            (#"Report(text: ("Words"), name: "None")"#, [#""Words""#]),
            (#"let fault = Fault.failed("It failed", code: g("None"))"#, [#""It failed""#]),
            (
                #"let all: [Message] = ["One", f("none"), kind == "none" ? "Two" : "Three"]"#,
                [#""One""#, #""Two""#, #""Three""#]
            ),
            (
                "let a: Message =\n    switch x {\n    case \"none\": \"One\"\n    default: \"Two\"\n    }\nlet b = \"None\"",
                [#""One""#, #""Two""#]
            ),
            (
                "var text: Message? {\n    guard case .a(\"none\") = b else { return \"One\" }\n    let c = [\"none\"]\n    return c.first.map { \"Two \\($0)\" }\n}",
                [#""One""#, #""Two {1}""#]
            ),
            (
                #"func f(_ a: String = "none") -> Message { if a.hasPrefix("none") { "One" } else { "Two" } }"#,
                [#""One""#, #""Two""#]
            ),
            (#"func f(_ reason: Message = "It is unknown") {}"#, [#""It is unknown""#]),
            (#"let f = { a -> Message in a ? "One" : "Two" }"#, [#""One""#, #""Two""#]),
            ("var reason: Message = \"One\"\nfunc f() { reason = \"Two\"; other = \"None\" }", [#""One""#, #""Two""#]),
            (#"report.text = "Its words"; report.name = "No words""#, [#""Its words""#]),
            (
                #"var all: [Message] = []; func f() { all.append("One"); all.insert("Two", at: 0); b.append("None") }"#,
                [#""One""#, #""Two""#]
            ),
            (#"extension Failure { static let none = Self(.code, "It is none") }"#, [#""It is none""#]),
            (#"warn(.code) { name in "It is \(name)" }; other(.code) { name in "None" }"#, [#""It is {1}""#]),
            (#"f("words" as Message)"#, [#""words""#]),
            (
                #"tr(counted(n, "face")) + "\(counted(n, "family", "families"))""#,
                [#""{1} face" / "{1} faces""#, #""{1} family" / "{1} families""#]
            ),
            (
                #"Message(for: n, one: "\(n) font of \(a)", many: "\(n) fonts of \(a)")"#,
                [#""{1} font of {2}" / "{1} fonts of {2}""#]
            ),
            (#"Message(["One.", "Two."], separator: " and ")"#, [#""One.""#, #""Two.""#]),
            (#"Message(verbatim: "None"); tr("\(a): \(b)"); f("None"); let a: String = "None" // tr("None")"#, []),
        ] as [(String, [String])])
    func literalsAreMessagesWhereMessageIsDeclared(_ given: (source: String, ids: [String])) throws {
        #expect(try found(in: given.source) == given.ids)
    }

    /// Messages in two modules have one entry, with the places and the expressions of the values.
    @Test func theTemplateHasPlacesAndValues() throws {
        try put(#"tr("\(family.name) has \(count)")"#, in: "Another")
        try put(#"tr("\(a) has \(b)")"#)
        let result = try messages("--template", "fontd")
        let entry = """
            #. {1}: family.name
            #. {2}: count
            #: Sources/Another/Source.swift
            #: Sources/Module/Source.swift
            msgid "{1} has {2}"
            msgstr ""
            """
        #expect(result.output.contains(entry), "\(result)")
        #expect(try messages("--template", "fontd-fonts").output.contains("msgid \"Fonts\"\n"))
    }

    @Test(arguments: [
        (#"tr("It is " + (isOn ? "on" : "off"))"#, "write the whole sentence"),
        (#"tr("It is " + state)"#, "write the whole sentence"),
        (#"tr("It is \(isOn ? "on" : "off")")"#, "words in a value"),
        (#"Message(for: n, one: "One font", many: "\(n) fonts")"#, "have the same values"),
        (#"Message(for: n, one: singular, many: "\(n) fonts")"#, "are literals"),
        (#"counted(n, noun)"#, "is a literal"),
        ("counted(n, \"box\")\ncounted(n, \"box\", \"boxes\")", "another plural"),
        (#"print("This is a sentence.")"#, "no message: \"This is a sentence.\""),
    ])
    func sentencesThatCannotBeTranslatedAreReported(_ given: (source: String, problem: String)) throws {
        try put(given.source)
        let result = try messages("--check")
        #expect(result.status == 1)
        #expect(result.errors.contains("Sources/Module/Source.swift:1: "), "\(result)")
        #expect(result.errors.contains(given.problem), "\(result)")
    }

    @Test func helpAndTrapsAreNoSentencesForTranslators() throws {
        try put(
            """
            @Option(help: "The name of a font.") var name
            fatalError("This cannot be.")
            static func help(for value: State) -> ArgumentHelp? { "All of the fonts." }
            let query = "SELECT a FROM b WHERE c = ?"
            """)
        let result = try messages("--check")
        #expect(result.status == 0, "\(result)")
    }

    /// The service answers in English, so its sentences are neither in the catalogues nor missing there.
    @Test func modulesThatSpeakEnglishHaveNoMessages() throws {
        try put(#"throw Failure(.code, "It was refused."); print("It has ended.")"#, in: "FontService")
        #expect(try found(in: #"tr("One")"#) == [#""One""#])
        let result = try messages("--check")
        #expect(result.status == 0, "\(result)")
    }

    @Test(arguments: [
        ("", "not defined"),
        ("msgid \"Read {1} in {2}\"\nmsgstr \"\"", "untranslated"),
        ("#, fuzzy\nmsgid \"Read {1} in {2}\"\nmsgstr \"{2} {1}\"", "fuzzy"),
        ("msgid \"Read {1} in {2}\"\nmsgstr \"{2}\"", "placeholders"),
        ("msgid \"Read {1} in {2}\"\nmsgstr \"{2} {1} {3}\"", "placeholders"),
        ("msgid \"Read {1} in {2}\"\nmsgstr \"{2} {1}\"\n\n#~ msgid \"Old\"\n#~ msgstr \"Alt\"", "obsolete"),
        ("msgid \"Read {1} in {2}\"\nmsgstr \"{2} {1}\"", ""),
    ])
    func cataloguesAreComplete(_ given: (entries: String, problem: String)) throws {
        try put(#"tr("Read \(a) in \(b)")"#)
        try catalogue(given.entries)
        let result = try messages("--check")
        #expect((result.status == 0) == given.problem.isEmpty, "\(result)")
        #expect(result.errors.contains(given.problem) || given.problem.isEmpty, "\(result)")
    }

    /// A plural form may state its number in words, but no other value.
    @Test func pluralFormsMayLeaveOutTheirNumber() throws {
        try put(#"Message(for: n, one: "\(n) font of \(a)", many: "\(n) fonts of \(a)")"#)
        let ids = "msgid \"{1} font of {2}\"\nmsgid_plural \"{1} fonts of {2}\"\nmsgstr[0] "
        try catalogue(ids + "\"{2}\"")
        #expect(try messages("--check").status == 0)
        try catalogue(ids + "\"{1}\"")
        #expect(try messages("--check").errors.contains("placeholders"))
    }

    @Test func anUpdateKeepsTranslations() throws {
        try put(#"tr("Kept"); tr("New")"#)
        try catalogue("msgid \"Kept\"\nmsgstr \"K\"\n\nmsgid \"Gone\"\nmsgstr \"G\"")
        let result = try messages()
        #expect(result.status == 0, "\(result)")
        let updated = try String(contentsOfFile: tree + "/data/po/ja.po", encoding: .utf8)
        #expect(updated.contains("msgid \"Kept\"\nmsgstr \"K\"") && updated.contains("msgid \"New\"\nmsgstr \"\""))
        #expect(!updated.contains("Gone"))
        // Nothing changes without a change.
        #expect(try messages().status == 0)
        #expect(try String(contentsOfFile: tree + "/data/po/ja.po", encoding: .utf8) == updated)
    }

    /// A reworded message has its former translation until somebody revises it.
    @Test func anUpdateKeepsTheTranslationOfAReworded() throws {
        try put(#"tr("The file \(a) cannot be read at present.")"#)
        try catalogue("msgid \"The file {1} cannot be read.\"\nmsgstr \"{1} geht nicht.\"")
        #expect(try messages().status == 0)
        let updated = try String(contentsOfFile: tree + "/data/po/ja.po", encoding: .utf8)
        let entry = """
            #, fuzzy
            #| msgid "The file {1} cannot be read."
            msgid "The file {1} cannot be read at present."
            msgstr "{1} geht nicht."
            """
        #expect(updated.contains(entry), "\(updated)")
        let result = try messages("--check")
        #expect(result.status == 1 && result.errors.contains("fuzzy"), "\(result)")
        #expect(try messages().status == 0)
        #expect(try String(contentsOfFile: tree + "/data/po/ja.po", encoding: .utf8) == updated)
    }
}
