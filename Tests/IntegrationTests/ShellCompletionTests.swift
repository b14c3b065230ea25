import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Completion in interactive shells, with names that contain commands, wildcards and quotation marks.
    @Suite(.timeLimit(.minutes(60)))
    struct ShellCompletionTests {
        enum Shell: String, CaseIterable, Sendable {
            case bash, zsh, fish
        }

        private let home: PrivateHome

        /// The families, each with another first letter or character; a command in them would make a file.
        private static let families = [
            "a$(touch made-a)", "b`touch made-b`", "c it's \"quoted\"", #"d\n \ e"#, "f*", "g?[x]", "h;touch made-h",
            "i&touch made-i", "j|touch made-j", "k>made-k", "l!! !x", "m{1,2}", "o$HOME ${IFS}", "p#q r", "s:t u",
            "v=~root", "~root", "=ls", "日 本", "w(x)<y", "z%s^",
        ]

        init() throws {
            home = try PrivateHome()
            for (number, family) in Self.families.enumerated() {
                try home.write(
                    SyntheticFont(family: family) { $0.postscriptName = "Hostile-\(number)" }, as: "in/\(number).ttf")
            }
            try home.write(SyntheticFont(family: "--all") { $0.postscriptName = "Dash" }, as: "in/dash.ttf")
            try home.write(SyntheticFont(family: "Two Words") { $0.postscriptName = "TwoA" }, as: "in/two.ttf")
            try home.write(SyntheticFont(family: "Two(Words") { $0.postscriptName = "TwoB" }, as: "in/three.ttf")
            try home.fontctl("register", home.root + "/given/in")
            let file = try home.write(SyntheticFont(family: "File"), as: "x $(touch made-file) 'y'.ttf")
            try home.fontctl("register", "--tag", "t$(touch made-tag)", "--provider", "e$(touch made-id)", file)
            try home.fontctl("tag", "add", "u v'`touch made-tag2`", "File")
            try addCatalog()
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            // What a folder has is completed by the shell itself.
            try Data().write(to: URL(filePath: folder + "/$(touch made-entry) \"z\".ttf"))
        }

        /// Adds a catalogue of the same families.
        private func addCatalog() throws {
            let root = home.root
            let license = """
                SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
                PERMISSION & CONDITIONS
                No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
                """
            for (number, family) in Self.families.enumerated() {
                try home.write(
                    SyntheticFont(family: family) { $0.postscriptName = "Hostile-\(number)" },
                    as: "offered/\(number)/font.ttf")
                try home.write(Array(license.utf8), as: "offered/\(number)/OFL.txt")
            }
            try home.fontctl("catalog", "keygen", root + "/keys")
            let built = try home.fontctl(
                "catalog", "build", root + "/given/offered", "--out", root + "/site", "--keys", root + "/keys", "--json"
            )
            let document = try JSONSerialization.jsonObject(with: Data(built.output.utf8)) as? [String: Any]
            try home.fontctl("catalog", "add", try #require(document?["address"] as? String))
        }

        private var folder: String { home.root + "/work" }
        private var dump: String { home.root + "/dump" }

        /// Starts a shell that writes its line into a file on Ctrl-G, and clears it.
        private func start(_ shell: Shell) throws -> Terminal {
            let write = { (line: String) in "\(line) > '\(dump).new'; mv '\(dump).new' '\(dump)'" }
            let share = Stage.prefix + "/share"
            let settings: String
            let command: String
            switch shell {
            case .bash:
                settings = """
                    PS1='READY> '
                    set -o history -o histexpand
                    source '\(share)/bash-completion/completions/fontctl'
                    dump() { \(write(#"printf %s "$READLINE_LINE""#)); READLINE_LINE=; READLINE_POINT=0; }
                    bind -x '"\\C-g": dump'
                    bind 'set completion-query-items 0'
                    bind 'set page-completions off'
                    bind 'set enable-bracketed-paste off'
                    """
                command = "exec bash --noprofile --rcfile '\(home.root)/settings' -i"
                try settings.write(toFile: home.root + "/settings", atomically: true, encoding: .utf8)
            case .zsh:
                settings = """
                    PROMPT='READY> '
                    LISTMAX=10000
                    setopt bang_hist
                    unsetopt auto_menu
                    fpath=('\(share)/zsh/site-functions' $fpath)
                    autoload -U compinit
                    compinit -u -D
                    dump() { \(write(#"print -rn -- "$BUFFER""#)); BUFFER=; }
                    zle -N dump
                    bindkey '^G' dump
                    """
                command = "exec zsh -i"
                try settings.write(toFile: home.root + "/.zshrc", atomically: true, encoding: .utf8)
            case .fish:
                settings = """
                    function fish_prompt; printf 'READY> '; end
                    function fish_greeting; end
                    function dump; \(write("string join \\n -- (commandline)")); commandline ''; end
                    bind \\cg dump
                    set -g fish_autosuggestion_enabled 0
                    source '\(share)/fish/vendor_completions.d/fontctl.fish'
                    """
                command = "exec fish -i"
                let config = home.paths.configHome + "/fish"
                try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
                try settings.write(toFile: config + "/config.fish", atomically: true, encoding: .utf8)
            }
            let path = Stage.prefix + "/bin:" + (home.environment["PATH"] ?? "/usr/bin:/bin")
            let terminal = try Terminal(
                "cd '\(folder)' && \(command)", in: home, columns: 150, rows: 60,
                environment: ["PATH": path, "ZDOTDIR": home.root])
            let isReady = try eventually { try terminal.screen().contains { $0.contains("READY>") } }
            let screen = try terminal.screen()
            try #require(isReady, "\(screen)")
            return terminal
        }

        /// Returns the line after a tab at its end.
        private func completed(_ line: String, in terminal: Terminal, tabs: Int = 1) throws -> String {
            try? FileManager.default.removeItem(atPath: dump)
            try terminal.type(line, literally: true)
            for _ in 0..<tabs { try terminal.type("Tab") }
            try terminal.type("C-g")
            let isThere = eventually { FileManager.default.fileExists(atPath: dump) }
            let screen = try terminal.screen()
            try #require(isThere, "\(line): \(screen)")
            let text = try String(contentsOfFile: dump, encoding: .utf8)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }

        /// Returns the words after the first ones of a line, as the shell reads them.
        private func words(_ line: String, after prefix: String, in shell: Shell) throws -> [String] {
            try #require(line.hasPrefix(prefix), "\(line)")
            let result = try Command.run(
                shell.rawValue, ["-c", "printf '%s\\n' \(line.dropFirst(prefix.count))"], environment: home.environment)
            #expect(result.status == 0 && result.errors.isEmpty, "\(line): \(result)")
            return result.lines
        }

        @Test(arguments: Shell.allCases) func candidatesAreData(_ shell: Shell) throws {
            try #require(Command.find(shell.rawValue) != nil, "Needs \(shell.rawValue).")
            let terminal = try start(shell)
            let command = "fontctl unregister "
            for family in Self.families {
                let first = String(family.prefix(1))
                // A plain letter as it is; another character in quotation marks.
                let typed = first.first?.isLetter == true ? first : "'" + first
                let line = try completed(command + typed, in: terminal)
                #expect(try words(line, after: command, in: shell) == [family], "\(typed): \(line)")
            }
            for (typed, family) in [("'c it", 2), ("\"c", 2), ("'d", 3), ("\"o", 12), ("\"s", 14), ("c\\ it\\'", 2)] {
                let line = try completed(command + typed, in: terminal)
                #expect(try words(line, after: command, in: shell) == [Self.families[family]], "\(typed): \(line)")
            }
            // What several candidates have in common.
            #expect(try completed(command + "Tw", in: terminal).hasPrefix(command + "Two"))
            let (tag, id) = ("t$(touch made-tag)", "e$(touch made-id)")
            for (option, typed, value) in [
                ("--tag ", "t", tag), ("--tag ", "u", "u v'`touch made-tag2`"), ("--provider ", "e", id),
            ] {
                let line = try completed(command + option + typed, in: terminal)
                #expect(try words(line, after: command + option, in: shell) == [value], "\(line)")
            }
            let file = home.root + "/given/x"
            let registered = try completed(command + file, in: terminal)
            #expect(try words(registered, after: command, in: shell) == [file + " $(touch made-file) 'y'.ttf"])
            // Lists of all candidates; a name that begins with a dash is no option, and is offered after the options.
            for line in [
                command, command + "--tag ", command + "--family ", command + home.root + "/given/", "fontctl policy ",
            ] {
                _ = try completed(line, in: terminal, tabs: 2)
            }
            #expect(try completed(command + "-- --a", in: terminal) == command + "-- --all ")
            #expect(try completed("fontctl register '$(", in: terminal).contains("made-entry"))
            // Commands, help, and the flags before a command.
            let plain = [
                ("fontctl unreg", command), ("fontctl help unreg", "fontctl help unregister "),
                ("fontctl --sys", "fontctl --system "), ("fontctl --system unreg", "fontctl --system unregister "),
                ("fontctl --json unreg", "fontctl --json unregister "),
                ("fontctl why --for fire", "fontctl why --for firefox "),
                ("fontctl unregister --prov", "fontctl unregister --provider "),
                ("fontctl adopt f", "fontctl adopt folder/"), ("fontctl catalog se", "fontctl catalog search "),
                ("fontctl help catalog se", "fontctl help catalog search "),
                ("fontctl catalog search --lang", "fontctl catalog search --language "),
                ("fontctl catalog refresh off", "fontctl catalog refresh offered "),
            ]
            for (typed, line) in plain { #expect(try completed(typed, in: terminal) == line) }
            // Names in copies of catalogues are data, too.
            for (typed, family) in [("a", 0), ("b", 1), ("'c it", 2), ("'~r", 16), ("h", 6)] {
                let show = "fontctl catalog show "
                let line = try completed(show + typed, in: terminal)
                #expect(try words(line, after: show, in: shell) == [Self.families[family]], "\(typed): \(line)")
            }
            for name in ["preview", "css"] {
                let line = try completed("fontctl \(name) a", in: terminal)
                #expect(try words(line, after: "fontctl \(name) ", in: shell) == [Self.families[0]])
            }
            let entries = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(entries == ["folder", "$(touch made-entry) \"z\".ttf"])
            #expect(try home.fontctl("list", "-q").lines.count == Self.families.count + 4)
        }
    }
}
