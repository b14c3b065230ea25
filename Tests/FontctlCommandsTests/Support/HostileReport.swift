import FontAdvice
import FontPictures
import FontRegistry
import FontValidation
import Testing

@testable import FontctlCommands
@testable import ReaderFonts

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
                    findings: [FontFinding(.tableTwice, table: hostile, message: "\(hostile)")])
            ])),
        .init(
            "watch",
            ChangeReport(
                event: .change(
                    FontChange(
                        generation: 1, kind: .added, scope: .session, provider: hostile,
                        faces: [.init(face: Values.hostileFace, path: hostile)])))),
        .init("watch", ChangeReport(event: .announcements(generation: 1, provider: hostile))),
        .init(
            "providers",
            ProviderList(providers: [
                ProviderSummary(id: hostile, registrations: 1, faces: 1, bytes: 1, scopes: [])
            ])),
        .init(
            "prune",
            SweepReport(report: pruned, removedParts: [hostile])),
        .init("policy", PolicyReport(file: hostile, policy: policy)),
        .init(
            "operations",
            OperationList(operations: [
                FontOperation(number: 1, time: 0, kind: .register, count: 1, names: [hostile], isComplete: false)
            ])),
        .init(
            "adopt",
            AdoptReport(report: AdoptionReport(generation: 1, fonts: [adopted], left: [Values.hostileError]))),
        .init("duplicates", DuplicateList(groups: [duplicates])),
        .init(
            "duplicates",
            DuplicateResolutionReport(
                summary: SummaryReport(operation: .change, summary: summary),
                left: [.init(font: duplicates.members[1], error: Values.hostileError)], skipped: [duplicates])),
        .init(
            "preview",
            PreviewReport(
                file: hostile, format: .png, width: 1, height: 2, fonts: [font], missing: hostile, undrawn: hostile)),
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
                    .init(id: hostile, severity: .error, message: "\(hostile)", advice: "\(hostile)")
                ]))),
        .init("catalogs", CatalogListReport.hostile), .init("catalogFamilies", CatalogSearchReport.hostile),
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
        var feature = FontFeature(tag: hostile)
        (feature.name, feature.names) = (hostile, [FontFeature.Text(language: "en", text: hostile)])
        (feature.tables, feature.choices) = (["GSUB"], [hostile])
        (feature.explanation, feature.sampleText) = (hostile, hostile)
        return FileReport(
            file: hostile, format: .collection, size: 1, sha256: "ab",
            faces: [.init(face: Values.hostileFace, details: details, features: [feature], names: [record])])
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

    private static var duplicates: DuplicateGroup {
        let origins: [DuplicateFont.Origin] = [.registered(registration), .package(hostile), .own]
        let conditions: [DuplicateFont.Condition] = [.shown, .shadowed(.newerVersion), .hidden]
        return DuplicateGroup(
            .name, names: [hostile], family: hostile,
            members: zip(origins, conditions).map { origin, condition in
                DuplicateFont(
                    origin, condition: condition, path: hostile, sha256: hostile, byteCount: 1,
                    faces: [Values.hostileFace])
            }, shown: registration.id)
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
        explanation.findings = [FontFinding(.tableTwice, table: hostile, message: "\(hostile)")]
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
