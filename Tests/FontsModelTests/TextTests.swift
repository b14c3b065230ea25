import FontModel
import FontRegistry
import Foundation
import SystemPackage
import Testing

@testable import FontsModel

/// Texts with values, numbers, and the texts of errors.
@Suite struct TextTests {
    /// An error interrupts only if there is something to choose.
    @Test func errorsWithoutActionsFitToasts() {
        #expect(ErrorText(FontError(.notRegistered, "It is gone.")).fitsToast)
        let locked = FontError(.registrationFailed, "It is locked.", cause: .store(.locked, detail: ""))
        #expect(!ErrorText(locked).fitsToast, "it can be tried again")
    }

    @Test func valuesArePutIntoTextsAsTheyAre() {
        #expect("{a} and {b}".filled(["a": "{b}", "b": "2"]) == "{b} and 2")
        #expect("{c} {a".filled(["a": "1"]) == "{c} {a" && "{}{a}".filled(["a": "1"]) == "{}1")
        #expect(trn("{count} font", "{count} fonts", 1) == "1 font")
        #expect(trn("{count} font", "{count} fonts", 12_345) == "12,345 fonts")
    }

    /// The translator gets the literals, so that a catalogue by these texts has them.
    @Test func theTranslatorGetsTheLiterals() {
        let german = Translator(
            text: { $0 == "Serif" ? "Mit Serifen" : $0 },
            plural: { one, many, count in (count == 1 ? one : many).replacing("fonts", with: "Schriften") },
            locale: Locale(identifier: "de_DE"))
        #expect(german.text("Serif") == "Mit Serifen")
        #expect(german.plural("{count} font", "{count} fonts", 2) == "{count} Schriften")
    }

    @Test func numbersHaveUnits() {
        #expect(NumberText.bytes(1) == "1 byte" && NumberText.bytes(999) == "999 bytes")
        #expect(NumberText.bytes(1_000) == "1 kB" && NumberText.bytes(1_550_000) == "1.6 MB")
        #expect(NumberText.bytes(999_600) == "1 MB" && NumberText.bytes(123_456_789_000) == "123 GB")
        #expect(NumberText.bytes(-5) == "0 bytes")
        #expect(
            NumberText.percent(0.999) == "99 %" && NumberText.percent(1) == "100 %" && NumberText.percent(7) == "100 %")
        #expect(NumberText.decimal(2.5) == "2.5" && NumberText.decimal(400) == "400")
    }

    /// Versions have a point and no groups of digits, whatever numbers have.
    @Test func versionsAreNoNumbers() {
        #expect(NumberText.version(3.019) == "3.019" && NumberText.version(2) == "2")
        #expect(NumberText.version(1.0000152587890625) == "1" && NumberText.version(20_201.5) == "20201.5")
    }

    /// Bihari and Moldavian are no languages beside those whose names they have.
    @Test func languagesWithSeveralCodesAreNamedOnce() {
        #expect(LanguageName.unique(["bh", "bho", "de", "mo", "qu", "quz", "ro"]) == ["bho", "de", "ro", "qu"])
    }

    @Test(arguments: [
        ([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C"),
        (["A", "B", "C", "D"], "A, B and 2 more"),
    ]) func lists(_ names: [String], _ text: String) { #expect(ListText.names(names) == text) }

    @Test(arguments: [
        ("user", "You"), ("flatpak:org.example.App", "org.example.App"), ("snap:notes", "notes"),
        ("catalog:fonts", "Catalogue fonts"), ("/usr/bin/writer", "writer"), ("sync.service", "sync"),
        ("flatpak:a\u{202E}b", "a\\u{202e}b"),
    ]) func programsHaveNamesByTheirIds(_ id: String, _ name: String) { #expect(ProviderName.text(id) == name) }

    /// An error of every cause and code.
    static let errors: [FontError] = {
        let path = "/home/me/secret folder/font.ttf"
        let id = "0123456789abcdef"
        let conflict = FontError.Conflict(id: id, file: path, provider: "user", postscriptName: "Lora-Regular")
        let causes: [FontError.Cause] =
            [
                .olderRevision(registered: 2, offered: 1.5), .nameOfOtherSlope, .disabledByUser(id: id),
                .memory(concernsStore: true), .memory(concernsStore: false), .configuration(.policy, path: path),
                .configuration(.fontconfig, path: nil), .policy(provider: path, member: .maxFonts),
                .policy(provider: path, member: .install),
                .file(.init(errno: .permissionDenied, operation: "write the font", path: path)),
            ] + [.noBus, .absent, .unresponsive, .busy, .refused, .incompatible].map { .service($0, detail: path) }
            + [.missing, .notStarted, .incompatible, .timedOut, .ended].map { .worker($0) }
            + FontError.NetworkFault.allCases.map { .network($0, detail: path) }
            + FontError.DownloadFault.allCases.map { .download($0, detail: path) }
            + FontError.CatalogFault.allCases.map { .catalog($0, detail: path) }
            + FontError.StoreFault.allCases.map { .store($0, detail: path) }
        let codes: [FontError.Code] = [
            .fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .alreadyRegistered,
            .exceededResourceLimit, .assetNotFound, .notRegistered, .registrationFailed, .systemRequired,
            .missingEntitlement, .insufficientInfo, .cancelledByUser, .duplicatedName, .invalidFilePath,
            .unsupportedScope,
        ]
        return codes.map { FontError($0, "A message.", file: path, conflict: conflict) }
            + causes.map { FontError(.registrationFailed, "A message.", file: path, conflict: conflict, cause: $0) }
    }()

    @Test(arguments: errors) func errorsHaveATitleWithoutPathAndId(_ error: FontError) {
        let page = ErrorPage(error)
        let text = page.text
        for part in ["/", "0123456789abcdef", "secret", "fontctl", "{"] { #expect(!text.title.contains(part)) }
        for part in ["/home", "0123456789abcdef", "secret", "fontctl", "{"] { #expect(!text.body.contains(part)) }
        #expect(!text.title.isEmpty && !text.title.hasSuffix(".") && text.title.count <= 40)
        #expect(text.body.hasSuffix(".") && text.technical.hasPrefix("\(error.code.rawValue): "))
        #expect(Set(text.actions).count == text.actions.count && text.actions.contains(.retry))
        #expect(text.actions.allSatisfy { !$0.title.isEmpty })
    }

    /// Each page has the action that the recovery of its error names.
    @Test(arguments: [
        (FontError.StoreFault.locked, ErrorPage.Kind.locked, ErrorAction.retry, false),
        (.newerSchema, .newer, .update, false), (.damaged, .damaged, .repairStore, false),
        (.readOnly, .readOnly, .openStoreFolder, true), (.full, .full, .freeSpace, true),
        (.unavailable, .unavailable, .openStoreFolder, false), (.developmentStore, .development, .help, false),
    ]) func pagesOfTheStore(
        _ fault: FontError.StoreFault, _ kind: ErrorPage.Kind, _ action: ErrorAction, _ allowsBrowsing: Bool
    ) {
        let page = ErrorPage(FontError(.registrationFailed, "x", cause: .store(fault, detail: "x")))
        #expect(page.kind == kind && page.text.actions.first == action && page.allowsBrowsing == allowsBrowsing)
    }

    @Test(arguments: [
        (FontError.Cause.service(.noBus, detail: ""), ErrorPage.Kind.noBus, ErrorAction.help),
        (.service(.absent, detail: ""), .noService, .help), (.worker(.missing), .noHelper, .reinstall),
        (.network(.missing, detail: ""), .noHelper, .reinstall),
        (.configuration(.policy, path: "/p"), .configuration, .openFile(path: "/p")),
    ]) func pagesOfServiceAndHelpers(_ cause: FontError.Cause, _ kind: ErrorPage.Kind, _ action: ErrorAction) {
        let page = ErrorPage(FontError(.registrationFailed, "x", cause: cause))
        #expect(page.kind == kind && page.text.actions.first == action)
    }

    @Test func conflictsProposeToReplace() {
        let conflict = FontError.Conflict(id: "7", file: "/f", provider: "user", postscriptName: "Lora-Regular")
        var error = FontError(.duplicatedName, "x", file: "/g/lora.ttf", conflict: conflict)
        #expect(ErrorText(error).actions == [.replace(id: "7"), .turnOff(id: "7")])
        #expect(ErrorText(error).body.contains("Lora-Regular"))
        error.cause = .olderRevision(registered: 2, offered: 1.5)
        #expect(ErrorText(error).actions == [.replaceByOlder(id: "7")])
        #expect(ErrorText(error).body == "Version 2 is installed, and the file has version 1.5.")
    }

    @Test func failuresAreGroupedByReason() {
        let damaged = FontError(.invalidFontData, "x")
        let gone = FontError(.fileNotFound, "x")
        let groups = FailureGroup.groups([("/a/gone.ttf", gone), ("/a/1.ttf", damaged), ("/b/2.ttf", damaged)])
        #expect(groups.map(\.items) == [["1.ttf", "2.ttf"], ["gone.ttf"]])
        #expect(groups.map(\.heading) == ["The Font Is Damaged: 2 files", "The File Is Gone: 1 file"])
        #expect(FailureGroup.groups([]).isEmpty)
    }

    /// Every kind of finding has a meaning, and an error is never harmless.
    @Test(arguments: FontFinding.Kind.allCases) func findingsHaveAMeaning(_ kind: FontFinding.Kind) {
        let meaning = FindingText(FontFinding(kind, message: "x"))
        #expect(meaning.text.hasSuffix("."))
        let error = FindingText(FontFinding(kind, code: .invalidFontData, message: "x"))
        #expect(error == .damaged && error.isNotable)
        let large = FindingText(FontFinding(kind, code: .exceededResourceLimit, message: "x"))
        #expect(large == .unsafe)
    }

    @Test func findingsAreSaidOnce() {
        let findings = [FontFinding.Kind.tableOrder, .nameOrder, .noName, .glyphPastEnd].map {
            FontFinding($0, message: "x")
        }
        #expect(FindingText.texts(of: findings) == [.glyphs, .names, .untidy])
    }
}
