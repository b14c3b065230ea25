import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The output of fontctl and fontd for users of other languages.
    ///
    /// The language of most tests is English in brackets, so that a text outside of brackets has no translation.
    @Suite(
        .enabled(if: SpeakingInstallation.isPossible, "Needs msgfmt (Debian's gettext)."), .timeLimit(.minutes(10)))
    struct LanguageTests {
        private let home: PrivateHome
        private let installation: SpeakingInstallation
        private let file: String
        private let missing: String

        init() throws {
            home = try PrivateHome()
            installation = try SpeakingInstallation(in: home)
            file = try home.write(SyntheticFont(family: "Flex") { $0.postscriptName = "Flex-Regular" })
            missing = home.root + "/given/none.ttf"
        }

        private func english(_ arguments: [String]) throws -> Command.Result {
            try installation.fontctl(arguments, in: "")
        }

        /// Registers families with one, two and five faces, and a collection.
        private func fill() throws {
            for (family, count) in [("Single", 1), ("Pair", 2), ("Five", 5)] {
                for number in 1...count {
                    try home.write(
                        SyntheticFont(family: family) {
                            $0.style = "S\(number)"
                            $0.weight = number * 100
                            $0.postscriptName = "\(family)-S\(number)"
                        }, as: "\(family)/\(number).ttf")
                }
                try home.fontctl("register", "--tag", "talk", "\(home.root)/given/\(family)")
            }
        }

        /// Command lines that change nothing.
        private var questions: [[String]] {
            [
                ["list"], ["list", "Single", "Nothing"], ["why", "Pair"], ["why", "Pair-S1"], ["why", "Nothing"],
                ["why", file], ["why", missing], ["families"], ["faces", "Nothing"], ["search", "five"],
                ["resolve", "Pair-S1"], ["resolve", "Nothing"], ["info", missing], ["validate", file], ["doctor"],
                ["tag", "list"], ["tag", "list", "nothing"], ["providers"], ["undo", "--list"], ["duplicates"],
                ["register", file, missing, "--dry-run"], ["prune", "--dry-run"], ["licenses", "Nothing"],
                ["disable", "Nothing"], ["unregister", "Nothing"], ["catalog", "show", "nothing"],
                ["download", "Nothing"], ["import", missing],
            ]
        }

        /// Command lines that change the store, one after the other.
        private var changes: [[String]] {
            [
                ["register", file], ["register", file], ["register", missing], ["disable", "Flex"],
                ["disable", "Flex"], ["why", "Flex"], ["enable", "Flex"], ["tag", "add", "news", "Flex"],
                ["tag", "remove", "news", "Flex"], ["export", home.root + "/all.tar"],
                ["import", home.root + "/all.tar"], ["prune"], ["doctor", "--repair"], ["unregister", "Flex"],
                ["undo"], ["status"],
            ]
        }

        /// Returns the words of an output that are no translations.
        private func untranslated(_ text: String) -> [String] {
            var depth = 0
            // A command that helps has a line of its own.
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  fontctl ") }
            let rest = lines.joined(separator: "\n").filter { character in
                if character == "⟦" { depth += 1 }
                if character == "⟧" { depth -= 1 }
                return depth == 0 || character == "\n"
            }
            // Names, paths, ids, words that are typed, and codes.
            let data =
                #/fontctl:|\S*\/\S*|[a-z]?[0-9a-f]{8,}|(Single|Pair|Five|Flex)(-\w+)?|\bS\d|Regular|[Nn]othing|talk|news|user|persistent|OFL\S*/#
            return rest.replacing(data, with: " ").split { !$0.isLetter }.map(String.init).filter { $0.count > 2 }
        }

        @Test func allThatPeopleReadIsTranslated() throws {
            try installation.addPseudoLanguage("qps")
            try fill()
            for line in questions + changes {
                let result = try installation.fontctl(line, in: "qps")
                #expect(untranslated(result.output).isEmpty, "\(line): \(result.output)")
                #expect(untranslated(result.errors).isEmpty, "\(line): \(result.errors)")
            }
            // The brackets are those of the catalogue.
            #expect(try installation.fontctl(["info", missing], in: "qps").errors.contains("⟦"))
        }

        /// Above the help and the usage, which are in English.
        @Test(arguments: [
            ["register"], ["list", "--scope", "x"], ["undo", "abc"], ["list", "--tag"], ["status", "a"],
        ])
        func errorsOfUsageAreTranslated(_ line: [String]) throws {
            try installation.addPseudoLanguage("qps")
            let errors = try installation.fontctl(line, in: "qps").errors
            let error = errors.split(separator: "\n").prefix { !$0.hasPrefix("Help: ") && !$0.hasPrefix("Usage: ") }
            #expect(!error.isEmpty && untranslated(error.joined(separator: "\n")).isEmpty, "\(errors)")
        }

        @Test func numbersHaveTheFormsOfTheLanguage() throws {
            try installation.addPseudoLanguage("qps")
            try fill()
            let output = try installation.fontctl(["families"], in: "qps").output
            for (family, text) in [("Single", "⟦one:1 face⟧"), ("Pair", "⟦few:2 faces⟧"), ("Five", "⟦many:5 faces⟧")] {
                #expect(
                    output.split(separator: "\n").contains { $0.contains(family) && $0.contains(text) }, "\(output)")
            }
        }

        /// The second answer in English is for what changes by itself, such as the time until programs are notified.
        @Test func documentsAndExitStatusesAreThoseOfEnglish() throws {
            try installation.addPseudoLanguage("qps")
            try fill()
            for line in questions {
                let documents = line + ["--json"]
                let before = try english(documents)
                let translated = try installation.fontctl(documents, in: "qps")
                let after = try english(documents)
                #expect([before.output, after.output].contains(translated.output), "\(line)")
                #expect([before.errors, after.errors].contains(translated.errors), "\(line)")
                #expect(translated.status == before.status, "\(line)")
                let status = try installation.fontctl(line, in: "qps").status
                #expect(try english(line).status == status, "\(line)")
            }
        }

        @Test(arguments: [
            ["--help"], ["help", "register"], ["help", "catalog", "add"], ["--version"], ["list", "--unknown"],
            ["--generate-completion-script", "bash"], ["--generate-completion-script", "zsh"],
            ["--generate-completion-script", "fish"],
        ])
        func helpAndCompletionAreInEnglish(_ line: [String]) throws {
            try installation.addPseudoLanguage("qps")
            let (given, translated) = (try english(line), try installation.fontctl(line, in: "qps"))
            #expect(translated.output == given.output && translated.status == given.status)
            // The parser's own words are English, too.
            if line != ["list", "--unknown"] { #expect(translated.errors == given.errors) }
        }

        /// The languages of the bus's programs may differ from that of fontd.
        @Test(.enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon."))
        func theServiceSpeaksEnglish() throws {
            try installation.addPseudoLanguage("qps")
            try fill()
            let name = PrivateService.name
            let answers = try ["", "qps"].map { language in
                let bus = try PrivateBus(.daemon, in: home, environment: ["LANGUAGE": language])
                let service = try bus.serve(installation.prefix + "/bin/fontd")
                defer {
                    service.terminate()
                    service.waitUntilExit()
                }
                return try [
                    ["Resolve", "s", "Pair-S1"], ["Resolve", "s", "Nothing"],
                    ["Change", "sasa{sv}", "explode", "0", "0"],
                    ["Change", "sasa{sv}", "disable", "1", "Nothing", "0"],
                ].map { call -> String in
                    let result = try Command.run(
                        "busctl", ["--address=\(bus.address)", "call", name, "/org/fontd/FontRegistry1", name] + call,
                        environment: bus.environment.merging(["LANGUAGE": ""]) { $1 })
                    return "\(result.status) \(result.output) \(result.errors)"
                }
            }
            #expect(answers[0] == answers[1])
            #expect(answers[1].contains { $0.contains("registered font") }, "\(answers[1])")
        }

        @Test func valuesStandWhereTheLanguageHasThem() throws {
            // Only the values, the last first.
            try installation.addPseudoLanguage("qrv") { text in
                "«" + text.matches(of: #/\{\d+\}/#).map { String($0.output) }.reversed().joined(separator: "|") + "»"
            }
            try home.fontctl("register", file)
            let other = try home.write(
                SyntheticFont(family: "Flex") {
                    $0.postscriptName = "Flex-Regular"
                    $0.salt = 1
                }, as: "other.ttf")
            let result = try installation.fontctl(["register", other], in: "qrv")
            #expect(result.status == 1)
            #expect(
                try english(["register", other]).errors.contains("name Flex-Regular: \(file), registered by user as "))
            let id = try #require(try home.fontctl("list").output.firstMatch(of: #/f[0-9a-f]{10,}/#)).output
            #expect(result.errors.contains("«\(id)|user|\(file)|Flex-Regular»"), "\(result.errors)")
        }

        @Test func otherLanguagesFollowInTheirOrder() throws {
            func entry(_ id: String, _ text: String) -> SpeakingInstallation.Entry {
                .init(id: id, translation: "msgstr \"\(text)\"")
            }
            let (path, name) = ("There is no such file. Check the path.", "No registered font has that name.")
            try installation.add("qaa", [entry(path, "ERSTE")])
            try installation.add("qab", [entry(path, "ZWEITE"), entry(name, "ZWEITE")])
            func says(_ languages: String, _ line: [String]) throws -> String {
                try installation.fontctl(line, in: languages).errors
            }
            #expect(try says("qaa:qab", ["info", missing]).contains("ERSTE"))
            #expect(try says("qaa:qab", ["list", "Nothing"]).contains("ZWEITE"))
            #expect(try says("qac:qab", ["info", missing]).contains("ZWEITE"))
            #expect(try says("qaa", ["list", "Nothing"]) == english(["list", "Nothing"]).errors)
            // English is a language of the list, although it has no catalogue.
            for languages in ["en:qab", "en_US:qab", ":en_GB.UTF-8@x:qab", "en"] {
                #expect(try says(languages, ["info", missing]) == english(["info", missing]).errors, "\(languages)")
            }
            #expect(try says("qaa:en:qab", ["info", missing]).contains("ERSTE"))
            #expect(try says("qaa:en:qab", ["list", "Nothing"]) == english(["list", "Nothing"]).errors)
            // Not every language that begins with these letters is English.
            try installation.add("enm", [entry(path, "MITTELENGLISCH")])
            #expect(try says("enm", ["info", missing]).contains("MITTELENGLISCH"))
        }

        /// The folder of catalogues beside a program may be there for other programs alone.
        @Test(.enabled(if: Programs.hasTrace, "Needs strace and leave to trace."))
        func aFolderWithoutCataloguesOfOursIsPassedOver() throws {
            let beside = installation.prefix + "/share/locale/qaa/LC_MESSAGES"
            try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
            func opened() throws -> String {
                let trace = home.root + "/trace"
                let program = installation.prefix + "/bin/fontctl"
                let result = try Command.run(
                    "strace", ["-f", "-qq", "-e", "trace=openat", "-o", trace, program, "info", missing],
                    environment: home.environment.merging(["LANGUAGE": "qaa"]) { $1 })
                #expect(result.status == 1, "\(result.errors)")
                return try String(contentsOfFile: trace, encoding: .utf8)
            }
            let (ours, systems) = ("\(beside)/fontd.mo", "/usr/share/locale/qaa/LC_MESSAGES/fontd.mo")
            let without = try opened()
            #expect(without.contains(systems) && !without.contains(ours), "\(without.suffix(4000))")
            try installation.add("qaa", [.init(id: "x", translation: "msgstr \"y\"")])
            let with = try opened()
            #expect(with.contains(ours) && !with.contains(systems), "\(with.suffix(4000))")
        }

        /// Neither a language without a catalogue nor the locale C has other texts; and none are shown where their
        /// characters cannot be.
        @Test func withoutATranslationTheTextIsEnglish() throws {
            try installation.addPseudoLanguage("qps")
            let given = try english(["info", missing])
            #expect(given.errors.contains("There is no such file."))
            #expect(try installation.fontctl(["info", missing], in: "qqq").errors == given.errors)
            for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "xx_XX.UTF-8"] {
                let result = try Command.run(
                    installation.prefix + "/bin/fontctl", ["info", missing],
                    environment: home.environment.merging(["LC_ALL": locale, "LANGUAGE": "qps"]) { $1 })
                #expect(result.errors == given.errors, "\(locale)")
            }
        }

        /// The catalogues that `make install` installs.
        @Test func theInstalledFontctlSpeaksGermanAndJapanese() throws {
            func says(_ language: String, _ line: [String]) throws -> String {
                let result = try Command.run(
                    Programs.fontctl, line, environment: home.environment.merging(["LANGUAGE": language]) { $1 })
                return (result.output + result.errors).replacing(home.root, with: "~")
            }
            try fill()
            for line in [["info", missing], ["list", "Nothing"], ["why", "Pair"], ["doctor"], ["families"]] {
                let texts = try ["", "de", "ja"].map { try says($0, line) }
                #expect(Set(texts).count == 3, "\(texts)")
                #expect(texts[2].unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }, "\(texts[2])")
            }
            #expect(try says("de", ["info", missing]).contains("Datei"))
            #expect(try says("de", ["list", "Nothing"]).contains("Schrift"))
            #expect(try says("ja:de", ["families"]) == says("ja", ["families"]))
            #expect(try says("ja", ["disable", "Nothing"]).contains("。`fontctl list`"))
        }
    }
}
