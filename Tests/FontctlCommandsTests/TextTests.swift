import FontAdvice
import FontRegistry
import FontValidation
import Foundation
import Testing

@testable import FontctlCommands

@Suite struct TextTests {
    @Test func columnsAreAligned() {
        let text = TextOutput([["a", "", "x"], ["合成", "", ""], ["bbbbb", "", "y"]])
        #expect(text.rendered == "a      x\n合成\nbbbbb  y\n")
    }

    @Test func nothingIsPrintedForNothing() async {
        #expect(TextOutput([]).rendered.isEmpty)
        #expect(RegistrationList(generation: 4, registrations: []).text.rendered.isEmpty)
        #expect(RegistrationList(generation: 4, registrations: []).hint != nil)
    }

    @Test func list() {
        let report = RegistrationList(
            generation: 1,
            registrations: [
                Values.registration(),
                Values.registration([Values.variable], file: "/given/Flex.ttf", isEnabled: false),
            ])
        #expect(
            report.text.rendered == """
                Lora-Bold     Lora  Bold     700      persistent  user            f0  /given/Lora.ttf
                Flex-Regular  Flex  Regular  100–900  persistent  user  disabled  f0  /given/Flex.ttf

                """)
    }

    @Test func aListOnATerminalHasALineForEachFamily() {
        var list = RegistrationList(
            generation: 1,
            registrations: [
                Values.registration([Values.variable], file: "/given/Flex.ttf", isEnabled: false),
                Values.registration(), Values.registration([Values.lora, Values.lora], isEnabled: false),
            ])
        list.form = .families(.init(columns: 80, isColored: false))
        #expect(
            list.text.rendered == """
                FAMILY  FACES  STYLES          STATE
                Flex    2      Regular, Black  disabled
                Lora    3      Bold            2 disabled
                5 faces in 2 families, 4 disabled

                """)
        list.form = .families(.init(columns: 80, isColored: true))
        #expect(
            list.text.rendered.hasPrefix("\u{1B}[1mFAMILY  FACES  STYLES          STATE\u{1B}[0m\n\u{1B}[2mFlex    2"))
        list.form = .names
        #expect(list.text.rendered == "Flex-Regular\nLora-Bold\nLora-Bold\nLora-Bold\n")
    }

    /// No line of a table is wider than the terminal.
    @Test(arguments: [80, 40, 20, 9, 1]) func tablesFitTheTerminal(_ columns: Int) {
        let long = "源ノ明朝 " + String(repeating: "Wide 合成 ", count: 9)
        let table = FittedTable(
            header: ["FAMILY", "STYLES", "EMPTY", "STATE"],
            rows: [
                .init(cells: [long, long, "", "disabled"]), .init(cells: ["A", "Regular, Bold", "", ""]),
                .init(cells: ["", "Regular", "", "2 disabled"]),
            ], terminal: .init(columns: columns, isColored: false))
        var bytes: [UInt8] = []
        table.write(to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { TextColumns.count(String($0)) <= columns }, "\(lines)")
        #expect(columns < 80 || lines[0].contains("STATE") && lines[1].contains("…") && lines[1].hasSuffix("disabled"))
        #expect(!lines[0].contains("EMPTY"))
    }

    @Test(arguments: [
        ("Lora", 4), ("合成", 4), ("ﾃｽﾄ", 3), ("é", 1), ("e\u{301}", 1), ("각", 2), ("\u{1100}\u{1161}", 2), ("😀", 2),
        ("\u{2615}", 2), ("Ａ", 2), ("𠀀", 2), ("…", 1), ("ก็", 1), ("", 0),
    ])
    func widths(_ text: String, _ columns: Int) { #expect(TextColumns.count(text) == columns) }

    @Test(arguments: [
        ("Lora", 4, "Lora"), ("Lora", 3, "Lo…"), ("合成明朝", 5, "合成…"), ("合成", 3, "合…"), ("a b", 2, "a…"), ("ab", 0, ""),
    ])
    func cuts(_ text: String, _ columns: Int, _ cut: String) { #expect(TextColumns.cut(text, to: columns) == cut) }

    @Test func collectionsAreSortedByTheRulesOfTheUsersLanguage() {
        var registration = Values.registration()
        registration.tags = ["zoo", "Äpfel", "Zebra", "apfel"]
        let tags = TagList([registration], order: Locale(identifier: "de_DE")).entries.map(\.tag)
        #expect(tags == ["apfel", "Äpfel", "Zebra", "zoo"])
    }

    @Test func hiddenFilesAreSaidToBeRemovedByWhatRemovesThem() {
        var outcome = FontOutcome(item: "Lora", status: .disabled, registration: Values.registration())
        outcome.keptFor = [FontUser(processIdentifier: 7, program: "writer")]
        var report = SummaryReport(operation: .change, summary: FontSummary(generation: 1, outcomes: [outcome]))
        #expect(
            report.diagnostics.contains(
                "The file is hidden while these programs run: writer. It is removed after they have ended, or at the next login. Run the command again with --now to remove at once."
            ))
        report.isOfAllUsers = true
        let text = report.diagnostics.joined()
        #expect(
            text.contains(
                "It is removed by the first change of the fonts of all users after they have ended, or after the machine is restarted. Run"
            ) && !text.contains("login"))
        var other = outcome
        other.keptFor.append(FontUser(processIdentifier: 8, program: "painter"))
        other.status = .unregistered
        report = SummaryReport(operation: .change, summary: FontSummary(generation: 1, outcomes: [outcome, other]))
        #expect(
            report.diagnostics.contains(
                "2 files are hidden while these programs run: painter, writer. They are removed after the programs have ended, or at the next login."
            ))
    }

    @Test func manyOutcomesAreSummedUpOnATerminal() {
        let outcome = FontOutcome(item: "/a.ttf", status: .registered, registration: Values.registration())
        let flex = FontOutcome(
            item: "/b.ttf", status: .registered, registration: Values.registration([Values.variable], isEnabled: false))
        let outcomes = Array(repeating: outcome, count: 20) + [flex]
        var report = SummaryReport(
            operation: .register(.init(options: .init())), summary: FontSummary(generation: 1, outcomes: outcomes),
            terminal: .init(columns: 80, isColored: false))
        #expect(
            report.text.rendered == """
                STATUS                FAMILY  FILES
                registered            Lora    20
                registered, disabled  Flex    1
                registered: 20 files, registered, disabled: 1 file

                """)
        report.terminal = nil
        #expect(report.text.rendered.split(separator: "\n").count == 21)
        report.summary.outcomes.removeLast()
        report.terminal = .init(columns: 80, isColored: false)
        #expect(report.text.rendered.split(separator: "\n").count == 20)
    }

    @Test func resolve() {
        let found = ResolutionReport(
            resolution: FontResolution(query: "Lora-Bold", match: Values.system, matchedBy: .postscriptName))
        #expect(found.text.rendered == "Lora-Bold  Lora Bold  /usr/Lora.ttf (by postscript-name)\n")
        #expect(found.diagnostics.isEmpty)
        let missing = ResolutionReport(resolution: FontResolution(query: "None", substitute: Values.system))
        #expect(missing.text.rendered.isEmpty, "a script must not take the substitute for the answer")
        #expect(missing.diagnostics.first?.contains("another font: Lora-Bold") == true)
        // Some fonts have the PostScript name as their full name, too.
        var face = Values.lora
        face.fullName = face.postscriptName
        let substitute = FontDescriptor(face: face, path: "/usr/Lora.ttf", origin: .system)
        let named = ResolutionReport(resolution: FontResolution(query: "None", substitute: substitute))
        #expect(named.diagnostics.first?.contains("another font: Lora-Bold (Lora Bold).") == true)
    }

    @Test func changes() {
        let change = FontChange(
            generation: 8, kind: .added, scope: .persistent, provider: "user",
            faces: Array(repeating: .init(face: Values.lora, path: nil), count: 6))
        #expect(
            ChangeReport(event: .change(change)).text.rendered
                == "8  added  persistent  user  Lora-Bold, Lora-Bold, Lora-Bold, Lora-Bold and 2 more\n")
        #expect(
            ChangeReport(event: .snapshot(generation: 9, registrations: [Values.registration()])).text.rendered
                .hasPrefix("9  snapshot  1 face registered now"))
        let face = FontChange.Face(face: Values.lora, path: "/usr/Lora.ttf")
        let system = SystemFontChange(added: [face, face], removed: [face], replaced: [])
        #expect(
            ChangeReport(event: .system(generation: 9, change: system)).text.rendered
                == "9  added  system  Lora-Bold, Lora-Bold\n9  removed  system  Lora-Bold\n")
        #expect(ChangeReport(event: .policy(generation: 9)).text.rendered == "9  policy\n")
        #expect(
            ChangeReport(event: .announcements(generation: 9, provider: "snap:reader")).text.rendered
                == "9  announcements  snap:reader\n")
    }

    @Test func summaryTellsWhatToDo() {
        let conflict = FontError.Conflict(id: "f9", file: "/o.ttf", provider: "p", postscriptName: "Lora-Bold")
        func report(_ options: RegistrationOptions, _ outcomes: [FontOutcome], wasStopped: Bool = false)
            -> SummaryReport
        {
            SummaryReport(
                operation: .register(RegisterAdvice(options: options)),
                summary: FontSummary(generation: 1, outcomes: outcomes, wasStopped: wasStopped))
        }
        let failed = FontOutcome(
            item: "/b.ttf", status: .failed, error: FontError(.duplicatedName, "Taken.", conflict: conflict))
        let done = FontOutcome(item: "/a.ttf", status: .registered, registration: Values.registration())
        let skipped = FontOutcome(item: "/c.ttf", status: .skipped)
        #expect(
            report(.init(), [done, failed]).diagnostics == [
                "/b.ttf: Taken. Run `fontctl register --replace /b.ttf`. (305)", "1 of 2 failed; the others are done.",
            ])
        #expect(report(.init(), [done, failed]).text.rendered == "registered  Lora-Bold  /given/Lora.ttf\n")
        let older = FontOutcome(
            item: "/b.ttf", status: .failed,
            error: FontError(.duplicatedName, "Old.", cause: .olderRevision(registered: 2, offered: 1)))
        #expect(
            report(.init(replaces: true), [older]).diagnostics
                == ["/b.ttf: Old. Run `fontctl register --replace --allow-downgrade /b.ttf`. (305)"])
        #expect(
            report(.init(), [done, skipped], wasStopped: true).diagnostics.last?.hasPrefix("Stopped: 1 file") == true)
        #expect(report(.init(), [done], wasStopped: true).exitStatus == 1)
        #expect(report(.init(isAtomic: true), [failed, skipped]).diagnostics.last?.contains("--atomic") == true)
        let already = FontOutcome(
            item: "/a.ttf", status: .alreadyRegistered, error: FontError(.alreadyRegistered, "Known."),
            registration: Values.registration())
        #expect(report(.init(), [already]).exitStatus == 0)
        #expect(report(.init(), [already]).diagnostics.isEmpty)
        let full = FontOutcome(
            item: "/a.ttf", status: .failed,
            error: FontError(.registrationFailed, "Full.", cause: .store(.full, detail: "")))
        #expect(report(.init(), [full]).exitStatus == ExitStatus.unavailable)
        #expect(report(.init(), [full, failed]).exitStatus == ExitStatus.failed)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (1_250, "1.3 kB"), (999_949, "999.9 kB"),
        (4_200_000, "4.2 MB"), (5_000_000_000_000, "5000 GB"),
    ])
    func sizes(_ bytes: Int, _ text: String) { #expect(byteCount(bytes) == text) }

    @Test(arguments: [("y", true), ("Yes", true), ("", false), ("n", false), ("yess", false), (" y", false)])
    func answers(_ answer: String, _ isYes: Bool) { #expect(Console.isYes(answer) == isYes) }

    @Test func families() {
        var other = Values.system
        other.face.postscriptName = "Lora-Other"
        let report = FamilyList(families: [
            FontFamily(name: "Flex", localizedName: "フレックス", fonts: [Values.system, other]),
            FontFamily(name: "Lora", localizedName: "Lora", fonts: [Values.system, Values.system]),
        ])
        #expect(report.text.rendered == "フレックス (Flex)  2 faces  Bold\nLora               1 face   Bold\n")
    }

    @Test func findingsSayWhereAndWhatFollows() {
        let report = ValidationReport(results: [
            FileValidation(
                file: "/a.ttf", format: .trueType,
                findings: [
                    FontFinding(
                        .tableOrder, faceIndex: 0, table: FontFinding.directory, offset: 28, message: "Unsorted."),
                    FontFinding(.glyphRefused, faceIndex: 0, table: "glyf", offset: 9, glyph: 1, message: "Cut."),
                ])
        ])
        #expect(
            report.text.rendered == """
                invalid  /a.ttf (104)
                  error    face 0, table glyf, byte 9    Cut. [glyph-refused]
                                                         Text with the glyph is not drawn.
                  warning  face 0, sfnt header, byte 28  Unsorted. [table-order]
                                                         Programs that use binary search do not find some tables.

                """)
    }

    /// No part of a name, path or message reaches a terminal as a control sequence.
    @Test(arguments: HostileReport.all) func nothingDrivesTheTerminal(_ hostile: HostileReport) {
        let report = hostile.report
        let text = report.text.rendered
        #expect(!isHostile(text))
        #expect(!isHostile(String(decoding: report.json.document, as: UTF8.self)))
        #expect(report.json.document.count { $0 == UInt8(ascii: "\n") } == 1)
        let printed = ([text] + report.diagnostics.map(DisplayText.harmless)).joined()
        #expect(printed.contains(#"\u{1b}[31m\u{7}b\u{a}c\u{202e}d\u{9b}e"#))
    }
}
