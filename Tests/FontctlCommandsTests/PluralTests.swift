import FontAdvice
import FontPictures
import FontRegistry
import Testing

@testable import FontctlCommands

/// Messages about one and about several things.
@Suite struct PluralTests {
    private func change(_ edit: (inout SummaryReport, Registration) -> Void) -> [String] {
        let registration = Values.registration()
        let outcome = FontOutcome(item: "Lora", status: .disabled, registration: registration)
        var report = SummaryReport(operation: .change, summary: FontSummary(generation: 1, outcomes: [outcome]))
        edit(&report, registration)
        return report.remarks
    }

    @Test func copiesThatProgramsStillShow() {
        let one = change { $0.copies[$1.id] = ["/a.ttf"] }
        #expect(
            one == [
                "Lora: Programs still show a copy that is not registered, /a.ttf. `fontctl disable /a.ttf` hides it, too."
            ])
        let two = change { $0.copies[$1.id] = ["/a.ttf", "/b.ttf"] }
        #expect(
            two == [
                "Lora: Programs still show copies that are not registered, /a.ttf, /b.ttf. `fontctl disable /a.ttf /b.ttf` hides them, too."
            ])
    }

    @Test func filesInNoRecord() {
        let one = change { $0.unrecorded[$1.id] = ["/a.ttf"] }
        #expect(one.first?.contains("/a.ttf, which is in fontd's font folder") == true, "\(one)")
        #expect(one.first?.hasSuffix("says what to do with it.") == true, "\(one)")
        let two = change { $0.unrecorded[$1.id] = ["/a.ttf", "/b.ttf"] }
        #expect(two.first?.contains("/b.ttf, which are in fontd's font folder") == true, "\(two)")
        #expect(two.first?.hasSuffix("says what to do with them.") == true, "\(two)")
    }

    @Test(
        arguments: [
            (1, 0, 0, 0, "Lora.zip is an archive with 1 font."),
            (
                2, 1, 1, 1,
                "Lora.zip is an archive with 3 files. 1 file cannot be registered. 1 of its fonts is registered. Not needed: 1 other form of the same fonts."
            ),
            (
                2, 2, 2, 3,
                "Lora.zip is an archive with 4 files. 2 files cannot be registered. 2 of its fonts are registered. Not needed: 3 other forms of the same fonts."
            ),
            (nil, 0, 2, 0, "Lora.zip is an archive. 2 of its fonts are registered."),
        ] as [(Int?, Int, Int, Int, String)])
    func archives(_ fonts: Int?, _ others: Int, _ registered: Int, _ forms: Int, _ text: String) {
        var explanation = FontExplanation("Lora.zip", .archive)
        (explanation.archivedFonts, explanation.unusableFiles, explanation.otherForms) = (fonts, others, forms)
        explanation.others = Array(repeating: Values.registration(), count: registered)
        #expect(ExplanationReport(explanation: explanation).text.rendered.hasPrefix("\(text)\n"))
    }

    @Test(arguments: [true, false]) func aTrialIsNoChange(_ isDryRun: Bool) {
        for status in [FontOutcome.Status.registered, .replaced, .disabled, .broughtBack, .movedToTrash] {
            let words = SummaryReport.words(status, isDryRun: isDryRun)
            #expect(words.description.hasPrefix("would be ") == isDryRun, "\(words)")
        }
        #expect(SummaryReport.words(.unchanged, isDryRun: isDryRun) == "unchanged")
    }

    @Test(arguments: [
        (1, "1 file moved to the trash; `fontctl undo` restores it"),
        (2, "2 files moved to the trash; `fontctl undo` restores them"),
    ])
    func filesInTheTrash(_ count: Int, _ line: String) { #expect(Message.filesMoved(count).description == line) }

    @Test(arguments: [(6, "1 more registration"), (7, "2 more registrations")])
    func registrationsBeyondTheFirst(_ count: Int, _ text: String) {
        var explanation = FontExplanation("Lora", .shown)
        explanation.others = Array(repeating: Values.registration(), count: count)
        #expect(ExplanationReport(explanation: explanation).text.rendered.contains("  also        \(text)\n"))
    }

    @Test(arguments: [
        (1, "1 more font not shown. Specify some of them, or a folder with fewer."),
        (2, "2 more fonts not shown. Specify some of them, or a folder with fewer."),
    ])
    func fontsThatASheetLeavesOut(_ count: Int, _ line: String) {
        #expect(PreviewReport(file: nil, format: .png, fonts: [], leftOut: count).diagnostics == [line])
    }

    @Test(arguments: [
        (["pcf": 1, "rar": 2], "1 PCF font, 2 RAR archives. Only TrueType"), (["pcf": 2], "2 PCF fonts. Only TrueType"),
        (["rar": 1], "1 RAR archive. Only TrueType"),
    ])
    func filesThatAreSkipped(_ passedOver: [String: Int], _ text: String) {
        let lines = SkippedFiles(passedOver: passedOver).lines
        #expect(lines.count == 1 && lines[0].hasPrefix("Skipped in folders and archives: \(text)"), "\(lines)")
    }
}
