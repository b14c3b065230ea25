import FontAdvice
import FontPictures
import FontRegistry
import FontValidation
import Foundation
import ReaderFonts
import Testing

@testable import FontctlCommands

/// The JSON documents match byte for byte, because scripts depend on their member names.
@Suite struct JSONTests {
    private static let loraFace =
        #"{"postscriptName":"Lora-Bold","family":"Lora","style":"Bold","fullName":"Lora Bold","file":FILE,"index":0,"#
        + #""weight":700,"width":100,"slant":0,"variable":false,"axes":[],"instances":[],"outlines":"truetype","#
        + #""traits":["bold"],"languages":["de","en"],"revision":3.5,"version":"Version 3.500","glyphCount":12,"#
        + #""localizedNames":[]"#

    private static func lora(_ file: String?, _ more: String = "") -> String {
        loraFace.replacing("FILE", with: file.map { "\"\($0)\"" } ?? "null") + more + "}"
    }

    private static let registered =
        #","origin":"registered","scope":"persistent","provider":"user","id":"f0","enabled":true"#

    @Test func face() {
        let instance =
            #"{"name":"Black","postscriptName":"Flex-Black","coordinates":{"opsz":7.5,"wght":900},"#
            + #""ownName":true,"isDefault":false}"#
        let facts =
            #""index":0,"weight":400,"width":100,"slant":0,"variable":true,"#
            + #""axes":[{"tag":"wght","name":"Weight","min":100,"default":400,"max":900,"hidden":false},"#
            + #"{"tag":"opsz","name":"Size","min":7.5,"default":12,"max":72,"hidden":true}],"instances":[\#(instance)],"#
            + #""outlines":"truetype","traits":[],"languages":[],"revision":0,"version":"","glyphCount":0,"#
            + #""localizedNames":[{"kind":"family","language":"ja","text":"フレックス"}]"#
        #expect(
            String(decoding: JSON.face(Values.variable, file: nil).document, as: UTF8.self)
                == #"{"postscriptName":"Flex-Regular","family":"Flex","style":"Regular","fullName":"Flex Regular","file":null,"#
                + facts + "}\n")
        let font = FontDescriptor(
            face: Values.variable, instance: Values.variable.instances[0], path: "/f.ttf", origin: .system)
        #expect(
            String(decoding: JSON(font).document, as: UTF8.self)
                == #"{"postscriptName":"Flex-Black","family":"Flex","style":"Black","fullName":"Flex Black","file":"/f.ttf","#
                + facts.replacing(#""weight":400"#, with: #""weight":900"#)
                .replacing(#""traits":[]"#, with: #""traits":["bold"]"#)
                + #","instance":\#(instance),"origin":"system"}"# + "\n")
    }

    @Test func faceWithoutANameOfItsOwn() throws {
        var face = Values.lora
        face.hasDerivedName = true
        face.legacyFamily = "Lora B"
        let text = String(decoding: JSON.face(face, file: nil).document, as: UTF8.self)
        #expect(text.hasSuffix(#""localizedNames":[],"legacyFamily":"Lora B","hasDerivedName":true}"# + "\n"))
    }

    @Test func register() {
        let conflict = FontError.Conflict(id: "f9", file: "/o.ttf", provider: "p", postscriptName: "Lora-Bold")
        let report = SummaryReport(
            operation: .register(RegisterAdvice(options: RegistrationOptions())),
            summary: FontSummary(
                generation: 7,
                outcomes: [
                    FontOutcome(item: "/given/Lora.ttf", status: .registered, registration: Values.registration()),
                    FontOutcome(
                        item: "/b.ttf", status: .failed, error: FontError(.duplicatedName, "Taken.", conflict: conflict)
                    ),
                ]))
        #expect(
            report.document
                == #"{"generation":7,"stopped":false,"changed":true,"results":[{"file":"/given/Lora.ttf","status":"registered","code":null,"#
                + #""message":null,"conflict":null,"id":"f0","path":"/fonts/Lora-Bold.ttf","scope":"persistent","#
                + #""provider":"user","enabled":true,"faces":[\#(Self.lora("/fonts/Lora-Bold.ttf"))],"inUseBy":[]},"#
                + #"{"file":"/b.ttf","status":"failed","code":305,"message":"Taken.","conflict":{"id":"f9","file":"/o.ttf","#
                + #""provider":"p","postscriptName":"Lora-Bold"},"id":null,"path":null,"scope":null,"provider":null,"#
                + #""enabled":null,"faces":[],"inUseBy":[]}],"skipped":{}}"#)
        #expect(report.exitStatus == 1)
    }

    @Test func unregisterAndSwitch() {
        let report = SummaryReport(
            operation: .change,
            summary: FontSummary(
                generation: 8,
                outcomes: [
                    FontOutcome(
                        item: "Lora-Bold", status: .disabled, registration: Values.registration(isEnabled: false),
                        inUseBy: [FontUser(processIdentifier: 812, program: "soffice.bin")]),
                    FontOutcome(item: "None", status: .failed, error: FontError(.notRegistered, "Unknown.")),
                ], operation: 12))
        #expect(
            report.document
                == #"{"generation":8,"stopped":false,"changed":true,"operation":12,"results":[{"query":"Lora-Bold","file":"/given/Lora.ttf","#
                + #""status":"disabled","code":null,"message":null,"conflict":null,"id":"f0","path":null,"#
                + #""scope":"persistent","provider":"user","faces":[\#(Self.lora(nil))],"inUseBy":[{"pid":812,"program":"soffice.bin"}]},"#
                + #"{"query":"None","file":null,"status":"failed","code":201,"message":"Unknown. `fontctl list` shows the registered fonts.","conflict":null,"id":null,"#
                + #""path":null,"scope":null,"provider":null,"faces":[],"inUseBy":[]}]}"#)
    }

    @Test func exportAndImport() {
        let exported = ExportedFonts(registrations: 3, files: 2, size: 4_096)
        #expect(
            ExportReport(file: "/all.tar", isManifest: false, exported: exported).document
                == #"{"file":"/all.tar","manifest":false,"registrations":3,"fonts":2,"size":4096}"#)
        let summary = SummaryReport(operation: .change, summary: FontSummary(generation: 9, outcomes: []))
        #expect(
            ImportReport(summary: summary).document
                == #"{"generation":9,"stopped":false,"changed":false,"results":[]}"#)
        #expect(
            ImportReport(summary: summary, policy: .differs).document
                == #"{"generation":9,"stopped":false,"changed":false,"results":[],"policy":"differs","grants":[]}"#)
    }

    @Test func adopt() {
        var font = AdoptedFont(
            files: [.init(path: "/a.ttf"), .init(path: "/b.ttf")], registration: Values.registration(isEnabled: false),
            wasRegistered: false, reason: .nameTaken("Lora-Bold", file: "/o.ttf", revision: 4))
        font.files[0].isMoved = true
        font.files[1].error = FontError(.invalidFontData, "Changed.", file: "/b.ttf")
        font.inUseBy = [FontUser(processIdentifier: 812, program: "soffice.bin")]
        var report = AdoptReport(
            report: AdoptionReport(
                generation: 4, fonts: [font],
                left: [FontError(.invalidFilePath, "A link.", file: "/l.ttf")]))
        #expect(
            report.document
                == #"{"generation":4,"changed":true,"results":[{"status":"registered","enabled":false,"reason":"name-taken","id":"f0","#
                + #""path":null,"revision":3.5,"faces":[\#(Self.lora(nil))],"files":[{"file":"/a.ttf","moved":true,"#
                + #""code":null,"message":null},{"file":"/b.ttf","moved":false,"code":104,"message":"Changed."}],"#
                + #""inUseBy":[{"pid":812,"program":"soffice.bin"}],"#
                + #""other":{"file":"/o.ttf","postscriptName":"Lora-Bold","revision":4}}],"#
                + #""left":[{"file":"/l.ttf","code":306,"message":"A link."}]}"#)
        #expect(report.exitStatus == ExitStatus.failed)
        report = AdoptReport(report: AdoptionReport(generation: 4, fonts: [], left: report.report.left), isDryRun: true)
        #expect(report.document.hasPrefix(#"{"generation":4,"changed":false,"results":[],"left":["#))
        #expect(report.document.hasSuffix(#""message":"A link."}],"dryRun":true}"#))
        #expect(report.exitStatus == ExitStatus.done)
    }

    @Test func list() {
        #expect(
            RegistrationList(generation: 3, registrations: []).document == #"{"generation":3,"registrations":[]}"#)
        #expect(
            RegistrationList(generation: 3, registrations: [Values.registration(tag: "t")]).document
                == #"{"generation":3,"registrations":[{"id":"f0","file":"/given/Lora.ttf","path":"/fonts/Lora-Bold.ttf","#
                + #""sha256":"ab","scope":"persistent","provider":"user","enabled":true,"tag":"t","tags":["t"],"#
                + #""registeredAt":1700000000.5,"faces":[\#(Self.lora("/fonts/Lora-Bold.ttf"))]}]}"#)
    }

    @Test func listWithANameThatMeansNothing() {
        var list = RegistrationList(generation: 3, registrations: [])
        list.missing = ["None": ["Nona"], "A": []]
        #expect(list.document == #"{"generation":3,"registrations":[],"missing":["A","None"]}"#)
        #expect(list.exitStatus == 1)
    }

    @Test func tags() {
        var registrations = [Values.registration(), Values.registration([Values.variable], isEnabled: false)]
        registrations[0].tags = ["talk", "brand"]
        registrations[1].tags = ["talk"]
        #expect(
            TagList(registrations).document
                == #"{"tags":[{"tag":"brand","fonts":1,"families":1,"disabled":0},"#
                + #"{"tag":"talk","fonts":2,"families":2,"disabled":1}]}"#)
    }

    @Test func search() throws {
        var results = FamilyMatches(try #require(FamilySearch("lo bo")))
        results.add(Values.lora, .registered, tags: [])
        results.add(Values.variable, .system, tags: ["Lo Bo"])
        #expect(
            SearchReport(query: "lo bo", families: results.families).document
                == #"{"query":"lo bo","families":[{"family":"Lora","origin":"registered","matchedBy":"name","#
                + #""match":"Lora Bold","postscriptNames":["Lora-Bold"]},"#
                + #"{"family":"Flex","origin":"system","matchedBy":"tag","match":"Lo Bo","#
                + #""postscriptNames":["Flex-Regular"]}]}"#)
    }

    @Test func infoOfSeveralFiles() {
        let file = FileReport(file: "/a.ttf", format: .trueType, size: 1, sha256: "ab", faces: [])
        var registered = file
        registered.registration = Values.registration(tag: "t")
        let one = #"{"file":"/a.ttf","format":"truetype","size":1,"sha256":"ab","faces":[]"#
        #expect(InfoReport(files: [file]).document == #"{"files":[\#(one)}]}"#)
        #expect(
            InfoReport(files: [file, registered]).document
                == #"{"files":[\#(one)},\#(one),"registration":{"id":"f0","file":"/given/Lora.ttf","#
                + #""path":"/fonts/Lora-Bold.ttf","scope":"persistent","provider":"user","enabled":true,"tag":"t","#
                + #""tags":["t"],"registeredAt":1700000000.5}}]}"#)
    }

    @Test func resolve() {
        let found = ResolutionReport(
            resolution: FontResolution(query: "Lora-Bold", match: Values.system, matchedBy: .postscriptName))
        #expect(
            found.document
                == #"{"query":"Lora-Bold","status":"found","matchedBy":"postscript-name","#
                + #""face":\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#)),"substitute":null,"suggestions":[]}"#)
        #expect(found.exitStatus == 0)
        let missing = ResolutionReport(resolution: FontResolution(query: "None", substitute: Values.system))
        #expect(
            missing.document
                == #"{"query":"None","status":"not-found","matchedBy":null,"face":null,"#
                + #""substitute":\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#)),"suggestions":[]}"#)
        #expect(missing.exitStatus == 1)
    }

    @Test func request() {
        let report = RequestReport(outcomes: [
            FontRequestOutcome(query: "Lora Bold", status: .activated, font: Values.system),
            FontRequestOutcome(query: "x", status: .declined, error: FontError(.duplicatedName, "Taken.")),
        ])
        #expect(
            report.document
                == #"{"changed":true,"results":[{"query":"Lora Bold","status":"activated","code":null,"message":null,"#
                + #""face":\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#))},"#
                + #"{"query":"x","status":"declined","code":305,"message":"Taken.","face":null}]}"#)
        #expect(report.exitStatus == 1)
        #expect(RequestReport(outcomes: []).exitStatus == 0)
        let provided = RequestReport(outcomes: [
            FontRequestOutcome(query: "Lora Bold", status: .provided, font: Values.system)
        ])
        #expect(provided.document.contains(#""status":"provided","code":null,"message":null,"face":{"#))
        #expect(provided.exitStatus == 0 && provided.diagnostics.isEmpty)
    }

    @Test func watch() {
        let change = FontChange(
            generation: 8, kind: .removed, scope: .session, provider: "user",
            faces: [.init(face: Values.lora, path: "/fonts/Lora-Bold.ttf", id: "f0")])
        #expect(
            ChangeReport(event: .change(change)).document
                == #"{"generation":8,"kind":"removed","scope":"session","provider":"user","#
                + #""faces":[\#(Self.lora("/fonts/Lora-Bold.ttf", #","id":"f0""#))]}"#)
        let replaced = FontChange(
            generation: 8, kind: .replaced, scope: .session, provider: "user", faces: [], replacedIDs: ["f1"])
        #expect(ChangeReport(event: .change(replaced)).document.hasSuffix(#","faces":[],"replaced":["f1"]}"#))
        #expect(ChangeReport(event: .policy(generation: 9)).document == #"{"generation":9,"kind":"policy"}"#)
        #expect(
            ChangeReport(event: .announcements(generation: 9, provider: "user")).document
                == #"{"generation":9,"kind":"announcements","provider":"user"}"#)
        #expect(
            ChangeReport(event: .snapshot(generation: 9, registrations: [Values.registration()])).document
                == #"{"generation":9,"kind":"snapshot","faces":[\#(Self.lora("/fonts/Lora-Bold.ttf", Self.registered))]}"#
        )
        let face = FontChange.Face(face: Values.lora, path: "/usr/Lora.ttf")
        let system = SystemFontChange(added: [], removed: [face], replaced: [])
        #expect(
            ChangeReport(event: .system(generation: 9, change: system)).document
                == #"{"generation":9,"kind":"system","added":[],"removed":[\#(Self.lora("/usr/Lora.ttf"))],"replaced":[]}"#
        )
    }

    @Test func familiesAndFaces() {
        #expect(
            FamilyList(families: [FontFamily(name: "Lora", localizedName: "ローラ", fonts: [Values.system])]).document
                == #"{"families":[{"family":"Lora","localizedName":"ローラ","faces":[{"postscriptName":"Lora-Bold","#
                + #""style":"Bold","file":"/usr/Lora.ttf","index":0,"weight":700,"width":100,"slant":0,"variable":false}]}]}"#
        )
        #expect(
            FontList(fonts: [Values.system]).document
                == #"{"faces":[\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#))]}"#)
    }

    @Test func preview() {
        #expect(
            PreviewReport(
                file: "/x.png", format: .png, width: 90, height: 80, fonts: [Values.system], missing: "あ"
            ).document
                == #"{"file":"/x.png","format":"png","width":90,"height":80,"#
                + #""faces":[\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#))],"missing":"あ"}"#)
    }

    @Test func info() {
        let record = NameRecord(
            nameID: 4, platformID: 3, encodingID: 1, languageID: 0x409, language: "en", raw: [0, 0x4C, 0xFF],
            display: "L")
        var details = FontDetails()
        details.texts = [FontText(kind: .license, language: "en", text: "Free.")]
        (details.fsType, details.ascender) = (4, 800)
        var feature = FontFeature(tag: "ss01")
        (feature.name, feature.names) = ("Open a", [FontFeature.Text(language: "en", text: "Open a")])
        feature.tables = ["GSUB"]
        let report = FileReport(
            file: "/x.ttf", format: .trueType, size: 1_234, sha256: "ab",
            faces: [.init(face: Values.lora, details: details, features: [feature], names: [record])])
        #expect(
            report.document
                == #"{"file":"/x.ttf","format":"truetype","size":1234,"sha256":"ab","faces":["#
                + Self.lora(
                    "/x.ttf",
                    #","details":{"license":"Free.","texts":[{"kind":"license","language":"en","text":"Free."}],"#
                        + #""fsType":4,"embedding":"preview-and-print","unitsPerEm":1000,"ascender":800,"#
                        + #""descender":0,"lineGap":0,"colorFormats":[]},"features":[{"tag":"ss01","name":"Open a","#
                        + #""names":[{"language":"en","text":"Open a"}],"tables":["GSUB"],"onByDefault":false,"#
                        + #""choices":[]}],"names":[{"id":4,"platform":3,"encoding":1,"languageID":1033,"language":"en","text":"L","raw":"004cff"}]"#
                ) + "]}")
    }

    @Test func validate() {
        let report = ValidationReport(results: [
            FileValidation(file: "/a.ttf", format: .trueType, findings: []),
            FileValidation(
                file: "/b.ttf", format: nil,
                findings: [
                    FontFinding(
                        .glyphRefused, faceIndex: 0, table: "glyf", offset: 9, glyph: 12, message: "Cut.")
                ]),
        ])
        #expect(
            report.document
                == #"{"results":[{"file":"/a.ttf","format":"truetype","valid":true,"code":null,"findings":[]},"#
                + #"{"file":"/b.ttf","format":null,"valid":false,"code":104,"findings":[{"severity":"error","code":104,"#
                + #""face":0,"table":"glyf","offset":9,"message":"Cut.","kind":"glyph-refused","glyph":12,"#
                + #""consequence":"Text with the glyph is not drawn."}]}]}"#)
        #expect(report.exitStatus == 1)
    }

    @Test func upkeep() {
        let provider = ProviderSummary(
            id: "org.example", registrations: 2, faces: 3, bytes: 4_000, scopes: [.session, .persistent],
            kind: .flatpak, isGone: true)
        #expect(
            ProviderList(providers: [provider]).document
                == #"{"providers":[{"id":"org.example","registrations":2,"faces":3,"bytes":4000,"#
                + #""scopes":["session","persistent"],"kind":"flatpak","gone":true}]}"#)
        var pruned = PruneReport()
        (pruned.removedObjects, pruned.freedBytes, pruned.removedFolders) = (["ab"], 9, ["/x"])
        #expect(
            SweepReport(report: pruned).document
                == #"{"removedObjects":["ab"],"freedBytes":9,"endedSessionRegistrations":[],"#
                + #""goneProviderRegistrations":[],"removedFolders":["/x"],"changed":true}"#)
        let operation = FontOperation(
            number: 7, time: 1.5, kind: .unregister, count: 2, names: ["A", "B"], isComplete: true)
        #expect(
            OperationList(operations: [operation]).document
                == #"{"operations":[{"number":7,"time":1.5,"kind":"unregister","count":2,"fonts":["A","B"],"#
                + #""complete":true}]}"#)
        let finding = Diagnosis.Finding(
            id: "object-missing", severity: .error, message: "Gone.", advice: "Repair.", isRepaired: true)
        #expect(
            DiagnosisReport(diagnosis: Diagnosis(findings: [finding], checks: [.database])).document
                == #"{"healthy":true,"findings":[{"id":"object-missing","severity":"error","message":"Gone.","#
                + #""advice":"Repair.","files":[],"repaired":true,"repairable":false}],"#
                + #""checked":["database"],"changed":true}"#)
    }

    @Test func why() {
        var explanation = FontExplanation("Lora-Bold", .rejected, .fontctl("Do.", "disable", "f0"))
        explanation.face = Values.lora
        explanation.registration = Values.registration()
        explanation.facts = RegistrationFacts(rejectedBy: ["/r.conf"], isShownInSandboxes: true)
        explanation.isShownInSandboxes = true
        explanation.substitution = FontSubstitution(
            font: Values.system, reason: .init(alias: "Serif", configuration: "/a.conf", language: "de"))
        let java = KnownProgram("java", "Java", .java)
        explanation.toRestart = [
            ProgramGroup(
                program: java,
                processes: [
                    RunningProgram(
                        user: FontUser(processIdentifier: 8, program: "java"), executable: "java", startedAt: 0)
                ])
        ]
        explanation.program = java
        let report = ExplanationReport(explanation: explanation)
        #expect(
            report.document
                == #"{"query":"Lora-Bold","situation":"rejected","visible":false,"postscriptName":"Lora-Bold","family":"Lora","#
                + #""registration":{"id":"f0","file":"/given/Lora.ttf","path":"/fonts/Lora-Bold.ttf","#
                + #""sha256":"ab","scope":"persistent","provider":"user","enabled":true,"tag":null,"tags":[],"#
                + #""registeredAt":1700000000.5,"faces":[\#(Self.lora("/fonts/Lora-Bold.ttf"))]},"disabledBy":null,"#
                + #""file":null,"fileChanged":false,"package":null,"fault":null,"rejectedBy":["/r.conf"],"#
                + #""visibleInSandboxes":true,"shadowedBy":null,"#
                + #""substitute":\#(Self.lora("/usr/Lora.ttf", #","origin":"system""#)),"#
                + #""substituteReason":{"rule":"alias","family":"Serif","configuration":"/a.conf","language":"de"},"#
                + #""alsoRegistered":[],"suggestions":[],"findings":[],"pendingTouches":false,"#
                + #""restart":[{"pid":8,"program":"java"}],"program":{"id":"java","follows":"restart"},"#
                + #""advice":"Do.","command":"fontctl disable f0"}"#)
        #expect(report.exitStatus == 1)
    }

    @Test func whyAFamily() {
        var shown = FontExplanation("Lora-Bold", .shown)
        shown.face = Values.lora
        var disabled = FontExplanation("Flex-Regular", .disabled, .fontctl("Do.", "enable", "f0"))
        (disabled.face, disabled.registration) = (Values.variable, Values.registration(isEnabled: false))
        var family = FamilyExplanation(name: "Lora", query: "lora")
        family.styles = [shown, disabled]
        family.remedy = .fontctl("Do all.", "enable", "lora")
        let document = FamilyExplanationReport(family: family).document
        let start = #"{"query":"lora","situation":"disabled","visible":false,"postscriptName":"Flex-Regular","#
        #expect(document.hasPrefix(start))
        #expect(
            document.hasSuffix(
                #""advice":"Do all.","command":"fontctl enable lora","styles":[{"postscriptName":"Lora-Bold","#
                    + #""style":"Bold","situation":"shown","visible":true,"id":null,"file":null,"#
                    + #""advice":"Nothing needs to be done.","command":null},"#
                    + #"{"postscriptName":"Flex-Regular","style":"Regular","situation":"disabled","visible":false,"#
                    + #""id":"f0","file":"/given/Lora.ttf","advice":"Do.","command":"fontctl enable f0"}]}"#))
    }

    @Test func status() {
        var report = StatusReport(store: "/s")
        report.state = StoreState(files: 2, bytes: 300, changedAt: 5.5, hasPendingTouches: true)
        report.fonts = .init(
            generation: 7, faces: Values.registration(isEnabled: false).listedFaces, providers: 1)
        report.service = ServiceState(isActivatable: true, isRunning: true, startedAt: 4, subscribers: 3)
        #expect(
            report.document
                == #"{"store":"/s","generation":7,"registrations":1,"disabled":1,"session":0,"faces":1,"providers":1,"#
                + #""files":2,"bytes":300,"lastChange":5.5,"pendingTouches":true,"#
                + #""service":{"activatable":true,"running":true,"startedAt":4,"subscribers":3}}"#)
    }

    @Test func storeFailure() {
        let failure = Failure(
            FontError(.registrationFailed, "It is read-only.", cause: .store(.readOnly, detail: "SQLITE_READONLY")))
        #expect(
            failure.document
                == #"{"error":{"code":301,"fault":"read-only","message":"It is read-only.","file":null}}"#)
        #expect(failure.exitStatus == ExitStatus.unavailable)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (400, "400"), (62.5, "62.5"), (-9.4, "-9.4"), (1e300, "1e+300"), (.infinity, "null"),
        (.nan, "null"), (1e15, "1000000000000000"), (1.00048828125, "1.00048828125"),
    ])
    func numbers(_ number: Double, _ text: String) {
        #expect(String(decoding: JSON(number).document, as: UTF8.self) == text + "\n")
    }

    @Test(arguments: [
        "", "plain", Values.hostile, "\"\\/", "合成 e\u{301} 👩‍👧", "\u{0}\u{7F}\u{85}\u{FEFF}\u{E0001}\u{10FFFF}",
    ])
    func textComesBackAsItWasAndDrivesNoTerminal(_ text: String) throws {
        let document = JSON.array([.string(text)]).document
        #expect(!isHostile(String(decoding: document, as: UTF8.self)))
        #expect(try JSONDecoder().decode([String].self, from: Data(document)) == [text])
    }
}
