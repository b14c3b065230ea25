import FontModel
import Testing

@testable import FontLookup
@testable import FontStore

/// The plan for fonts that are adopted: which files are one font, and which fonts are enabled.
@Suite struct AdoptionPlanTests {
    private func file(_ path: String, _ sha256: String = "a", modified: Double = 1) -> AdoptionPlan.File {
        AdoptionPlan.File(path: path, sha256: sha256, modified: modified)
    }

    private func font(
        _ path: String, _ names: String..., revision: Double = 1, modified: Double = 1,
        same: KnownRegistration? = nil, holders: [KnownRegistration] = []
    ) -> AdoptionPlan.Font {
        AdoptionPlan.Font(
            files: [file(path, path, modified: modified)],
            faces: names.map { .init(postscriptName: $0, revision: revision) }, same: same, holders: holders)
    }

    private func registered(_ name: String, revision: Double = 1, isEnabled: Bool = true) -> KnownRegistration {
        KnownRegistration(
            id: "f0", sha256: "b",
            record: RegistrationRecord(file: "/old.ttf", provider: "user", isEnabled: isEnabled),
            faces: [.init(postscriptName: name, revision: revision)])
    }

    @Test func filesWithTheSameBytesAreOneFont() {
        let files = [file("/z/b", "b"), file("/y/a"), file("/x/a"), file("/c", "c")]
        #expect(AdoptionPlan.groups(of: files) == [[3], [2, 1], [0]])
        #expect(AdoptionPlan.groups(of: []) == [])
    }

    @Test func aVisibleFileNamesTheFont() {
        let files = [file("/a/.Lora.ttf"), file("/b/Lora.ttf")]
        #expect(AdoptionPlan.groups(of: files) == [[1, 0]])
        #expect(files[0].isHidden && !files[1].isHidden && !file("/a/.b/c").isHidden)
        // A combining mark after the slash leaves it a slash.
        #expect(!file("/a/.fonts/\u{301}b").isHidden)
    }

    /// A face is hidden if programs see it in no file of the font.
    @Test func aFontIsHiddenInPart() {
        func hidden(_ faces: Set<Int>..., path: String = "/a") -> [Int] {
            AdoptionPlan.partlyHiddenFaces(
                faces.map { .init(path: path, sha256: "a", modified: 1, faceCount: 3, hiddenFaces: $0) })
        }
        #expect(hidden([]) == [] && hidden([2, 0]) == [0, 2] && hidden([0, 1, 2]) == [])
        #expect(hidden([0, 1], [1, 2]) == [1] && hidden([0], [1]) == [] && hidden([0, 1, 2], []) == [])
        #expect(hidden([0, 1, 2], [1]) == [1] && hidden([0, 1, 2], [0, 1, 2]) == [])
        #expect(hidden([0], path: "/.a") == [])
    }

    @Test func fontsOfDifferentNamesAreEnabled() {
        #expect(AdoptionPlan.steps(for: [font("/a", "A"), font("/b", "B")]) == [.enable, .enable])
        #expect(AdoptionPlan.steps(for: []) == [])
    }

    @Test func ofOneNameTheNewestIsEnabled() {
        let steps = AdoptionPlan.steps(for: [
            font("/a", "A", revision: 1.5, modified: 9), font("/b", "A", revision: 2), font("/c", "A", revision: 1),
        ])
        let reason = AdoptedFont.Reason.nameTaken("A", file: "/b", revision: 2)
        #expect(steps == [.disable(reason), .enable, .disable(reason)])
    }

    @Test func ofOneRevisionTheLastFileIsEnabledAndThenTheFirstPath() {
        #expect(
            AdoptionPlan.steps(for: [font("/a", "A", modified: 1), font("/b", "A", modified: 2)])
                == [.disable(.nameTaken("A", file: "/b", revision: 1)), .enable])
        #expect(
            AdoptionPlan.steps(for: [font("/b", "A"), font("/a", "A")])
                == [.disable(.nameTaken("A", file: "/a", revision: 1)), .enable])
    }

    /// A variable font beside a newer file of one style: disabling it would take its other styles from programs.
    @Test func theFontWithTheMostNamesIsEnabled() {
        let steps = AdoptionPlan.steps(for: [font("/a", "A", revision: 2), font("/b", "A", "B", revision: 1)])
        #expect(steps == [.disable(.nameTaken("A", file: "/b", revision: 1)), .enable])
    }

    /// A collection conflicts over the name of any face.
    @Test func eachNameCounts() {
        let steps = AdoptionPlan.steps(for: [
            font("/a", "A", "B", revision: 3), font("/b", "B", "C", revision: 2), font("/c", "C", revision: 1),
        ])
        #expect(steps == [.enable, .disable(.nameTaken("B", file: "/a", revision: 3)), .enable])
    }

    @Test func aRegisteredFontKeepsItsName() {
        let steps = AdoptionPlan.steps(for: [
            font("/a", "A", revision: 9, holders: [registered("A", revision: 2)]), font("/b", "B"),
        ])
        #expect(steps == [.disable(.nameTaken("A", file: "/old.ttf", revision: 2)), .enable])
    }

    @Test func aRegisteredContentStaysAsItIs() {
        #expect(AdoptionPlan.steps(for: [font("/a", "A", same: registered("A"))]) == [.keep(isEnabled: true)])
        #expect(
            AdoptionPlan.steps(for: [font("/.a", "A", same: registered("A", isEnabled: false))])
                == [.keep(isEnabled: false)])
    }

    @Test func aHiddenFontIsDisabledAndTakesNoName() {
        let steps = AdoptionPlan.steps(for: [font("/.a", "A", revision: 9), font("/b", "A")])
        #expect(steps == [.disable(.hidden), .enable])
    }

    /// Named instances count as in a registration; see ``ExactNames``.
    @Test func aVariableFontConflictsWithItsStaticForms() {
        let bold = NamedInstance(
            name: "Bold", postscriptName: "A-Bold", hasOwnPostScriptName: true, coordinates: ["wght": 700],
            isDefault: false)
        let variable = AdoptionPlan.Font(
            files: [file("/v", "v")], faces: [.init(postscriptName: "A", instances: [bold], revision: 2)])
        #expect(
            AdoptionPlan.steps(for: [variable, font("/b", "A-Bold")])
                == [.enable, .disable(.nameTaken("A-Bold", file: "/v", revision: 2))])
    }
}
