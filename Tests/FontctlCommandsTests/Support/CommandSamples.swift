import FontAdvice
import FontPictures
import FontRegistry
import FontValidation
import Testing

@testable import FontctlCommands
@testable import ReaderFonts

/// Command lines and reports of all commands, with which several suites check what holds for each command.
enum CommandSamples {
    /// Lines in a folder with fonts, one after the other, with each command but `watch`.
    static let documents = """
        status
        list
        providers
        policy
        register fonts --tag talk --dry-run
        register fonts --tag talk
        register fonts/Lora.ttf --tag other
        register none.ttf
        list Flex Nothing
        tag list
        tag list talk
        tag list nothing
        tag add more Lora
        tag remove more Lora
        search flex
        info Flex
        info ./fonts
        families
        families --language en
        faces
        faces Nothing
        resolve Flex-Bold
        resolve Nothing
        why Flex-Bold --for firefox
        why Flex
        why Nothing
        why ./fonts
        status
        disable Lora
        resolve Lora-Regular
        why Lora-Regular
        css Flex Lora --role code=Nothing
        licenses Lora Nothing
        licenses --check fonts
        catalog keygen keys
        catalog build offered --out site --keys keys
        catalog build fonts --out other --keys keys
        catalog renew site --keys keys
        catalog rotate site --keys keys --role timestamp
        catalog list
        catalog refresh
        catalog search
        catalog show nothing
        download Flex-Bold Nothing
        downloads
        upgrade
        preview ./fonts --output page.html
        subset ./fonts/Lora.ttf --text AB --output copy.ttf
        style base.json
        request Lora-Regular Nothing
        disable Lora
        register fonts/Lora.ttf
        enable Lora Nothing
        enable Lora
        validate fonts/Lora.ttf fonts/cut.ttf
        policy org.example --install deny --max-fonts 3
        policy --consent-program /bin/true
        export all.tar
        policy org.example --reset
        import all.tar --dry-run
        import all.tar --policy
        doctor
        doctor --repair
        unregister Lora
        undo --list
        undo
        redo --list
        redo
        adopt --dry-run
        adopt --yes
        prune --dry-run
        prune --all
        exec --font none.ttf -- true
        exec --font none.ttf
        nonsense
        """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    /// Lines with a font whose names and whose file drive a terminal, one after the other.
    ///
    /// - Parameter file: The file of the font.
    static func hostile(_ file: String) -> [[String]] {
        [
            ["register", file], ["tag", "add", "a\u{202E}", "Evil"], ["tag", "add", "talk", "Evil"], ["list"],
            ["list", "Evil"], ["list", "\u{1B}[31m"], ["tag", "list"], ["search", "ev"], ["info", "Evil"],
            ["families"], ["faces"], ["resolve", "Evil"], ["info", file],
            ["validate", file], ["why", "Evil"], ["why", file], ["status"], ["disable", "Evil"], ["why", "Evil"],
            ["request", "Evil"], ["export", "e\u{1B}[2J.tar"], ["export", "e\u{1B}[2J.json", "--manifest"],
            ["import", "e\u{1B}[2J.tar"], ["import", "e\u{1B}[2J.json"], ["import", "e\u{1B}[2J.none"],
            ["unregister", file], ["why", file], ["undo", "--list"], ["adopt", "--dry-run", "."],
            ["adopt", "--yes", "."], ["undo", "--dry-run"],
            ["download", "Evil"], ["download", "E\u{1B}[2J"], ["downloads"], ["upgrade", "E\u{1B}[2J"],
            ["catalog", "keygen", "k\u{1B}[2J"],
            ["catalog", "build", ".", "--out", "../o\u{1B}[2J", "--keys", "k\u{1B}[2J"],
            ["catalog", "renew", "../o\u{1B}[2J", "--keys", "k\u{1B}[2J"],
            ["register", file + "x"],
        ]
    }
}

/// A report in which every text is hostile to a terminal.
struct HostileReport: Sendable {
    /// The name of its document in the schema; nil for a part of a document.
    let document: String?
    let report: any Report

    private init(_ document: String?, _ report: any Report) { (self.document, self.report) = (document, report) }

    static let all: [HostileReport] = [
        .init("register", SummaryReport(operation: .register(.init(options: .init())), summary: summary)),
        .init("changes", SummaryReport(operation: .change, summary: summary)), .init("changes", manyChanges),
        .init("registrations", RegistrationList(generation: 1, registrations: [registration])),
        .init("registrations", families),
        .init("tags", TagList([registration])),
        .init(
            "search",
            SearchReport(
                query: hostile,
                families: [
                    .init(
                        name: hostile, localizedName: hostile, origin: .system, kind: .designer, text: hostile,
                        postscriptNames: [hostile])
                ], terminal: terminal)),
        .init("faces", FontList(fonts: [font])),
        .init(
            "families",
            FamilyList(families: [FontFamily(name: hostile, localizedName: "x\(hostile)", fonts: [font])])),
        .init(
            "resolve",
            ResolutionReport(resolution: FontResolution(query: hostile, match: font, matchedBy: .fullName))),
        .init("resolve", ResolutionReport(resolution: FontResolution(query: hostile, substitute: font))),
        .init(
            "request",
            RequestReport(outcomes: [
                FontRequestOutcome(query: hostile, status: .resolved, font: font),
                FontRequestOutcome(query: hostile, status: .declined, error: Values.hostileError),
            ])),
        .init(nil, file),
        .init(
            "validate",
            ValidationReport(results: [
                FileValidation(
                    file: hostile, format: nil,
                    findings: [FontFinding(.tableTwice, table: hostile, message: hostile)])
            ])),
        .init(
            "watch",
            ChangeReport(
                event: .change(
                    FontChange(
                        generation: 1, kind: .added, scope: .session, provider: hostile,
                        faces: [.init(face: Values.hostileFace, path: hostile)])))),
        .init(
            "providers",
            ProviderList(providers: [
                ProviderSummary(id: hostile, registrations: 1, faces: 1, bytes: 1, scopes: [])
            ])),
        .init(
            "prune",
            SweepReport(report: pruned)),
        .init("policy", PolicyReport(file: hostile, policy: policy)),
        .init(
            "operations",
            OperationList(operations: [
                FontOperation(number: 1, time: 0, kind: .register, count: 1, names: [hostile], isComplete: false)
            ])),
        .init(
            "adopt",
            AdoptReport(report: AdoptionReport(generation: 1, fonts: [adopted], left: [Values.hostileError]))),
        .init(
            "preview",
            PreviewReport(file: hostile, format: .png, width: 1, height: 2, fonts: [font], missing: hostile)),
        .init(
            "export",
            ExportReport(
                file: hostile, isManifest: false, exported: ExportedFonts(registrations: 1, files: 1, size: 1))),
        .init(
            "import",
            ImportReport(summary: SummaryReport(operation: .change, summary: summary), policy: .differs)),
        .init(
            "doctor",
            DiagnosisReport(
                diagnosis: Diagnosis(findings: [
                    .init(id: hostile, severity: .error, message: hostile, advice: hostile)
                ]))),
        .init("catalogKeys", CatalogKeysReport(files: [hostile])), .init("catalogBuild", CatalogBuildReport.hostile),
        .init("download", DownloadReport.hostile), .init("downloads", DownloadList.hostile),
        .init("upgrade", UpgradeReport.hostile), .init("upgrade", PinReport.hostile),
        .init("why", ExplanationReport(explanation: explanation, columns: 40)),
        .init("why", FamilyExplanationReport(family: family, columns: 40)),
        .init("status", StatusReport(store: hostile, columns: 40)), .init("error", Failure(Values.hostileError)),
    ]

    private static let hostile = Values.hostile
    private static let terminal = FittedTable.Terminal(columns: 200, isColored: false)
    private static let font = FontDescriptor(face: Values.hostileFace, path: hostile, origin: .system)
    private static let registration = Values.hostileRegistration
    private static let summary = FontSummary(
        generation: 1,
        outcomes: [
            FontOutcome(item: hostile, status: .registered, registration: registration, lacking: [hostile]),
            FontOutcome(item: hostile, status: .failed, error: Values.hostileError),
        ])

    private static var manyChanges: SummaryReport {
        let outcomes = Array(repeating: summary.outcomes[0], count: 21) + [summary.outcomes[1]]
        return SummaryReport(
            operation: .change, summary: FontSummary(generation: 1, outcomes: outcomes), terminal: terminal)
    }

    private static var families: RegistrationList {
        var list = RegistrationList(generation: 1, registrations: [registration])
        list.form = .families(terminal)
        list.missing = [hostile: [hostile]]
        return list
    }

    private static var file: FileReport {
        let record = NameRecord(
            nameID: 1, platformID: 9, encodingID: 1, languageID: 1, language: hostile, raw: [0x1B],
            display: hostile)
        var details = FontDetails()
        details.texts = [FontText(kind: .license, language: hostile, text: hostile)]
        details.vendor = hostile
        return FileReport(
            file: hostile, format: .collection, size: 1, sha256: "ab",
            faces: [.init(face: Values.hostileFace, details: details, names: [record])])
    }

    private static var pruned: PruneReport {
        var report = PruneReport()
        (report.removedObjects, report.removedFolders) = ([hostile], [hostile])
        report.endedSessionRegistrations = [registration]
        report.goneProviderRegistrations = [registration]
        return report
    }

    private static var policy: FontPolicy {
        var policy = FontPolicy()
        policy.providers[hostile, default: .init()].use = .deny
        policy.consent = .program(["/\(hostile)"])
        return policy
    }

    private static var adopted: AdoptedFont {
        var font = AdoptedFont(
            files: [.init(path: hostile), .init(path: hostile)], registration: registration,
            wasRegistered: false, reason: .nameTaken(hostile, file: hostile, revision: 1))
        font.files[1].error = Values.hostileError
        font.inUseBy = [FontUser(processIdentifier: 1, program: hostile)]
        return font
    }

    private static var explanation: FontExplanation {
        var explanation = FontExplanation(hostile, .shadowed, .repair(.damaged, original: hostile))
        explanation.face = Values.hostileFace
        explanation.registration = registration
        explanation.facts = RegistrationFacts(rejectedBy: [hostile])
        (explanation.file, explanation.package, explanation.shadow) = (hostile, hostile, font)
        explanation.substitution = FontSubstitution(
            font: font, reason: .init(alias: hostile, configuration: hostile, language: hostile))
        explanation.others = [registration]
        explanation.suggestions = [hostile]
        explanation.findings = [FontFinding(.tableTwice, table: hostile, message: hostile)]
        let process = RunningProgram(
            user: FontUser(processIdentifier: 1, program: hostile), executable: hostile, startedAt: 0)
        explanation.toRestart = [
            ProgramGroup(program: KnownProgram(hostile, hostile, .java), processes: [process])
        ]
        return explanation
    }

    private static var family: FamilyExplanation {
        var style = FontExplanation(hostile, .rejected)
        (style.face, style.registration) = (Values.hostileFace, registration)
        style.facts = RegistrationFacts(rejectedBy: [hostile])
        var family = FamilyExplanation(name: hostile, query: hostile)
        (family.styles, family.remedy) = ([style], .register(hostile, insteadOf: nil, revision: nil))
        return family
    }
}

extension HostileReport: CustomTestStringConvertible {
    var testDescription: String { "\(type(of: report))" }
}
