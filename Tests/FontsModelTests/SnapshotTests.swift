import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import Testing

@testable import FontsModel

/// Rows of families, and the side bar.
@Suite struct SnapshotTests {
    private let lora = madeFamily(
        [madeFont(madeFace("Lora"), id: "1"), madeFont(madeFace("Lora", "Bold", weight: 700), id: "2", isOn: false)],
        off: [1], category: .serif)

    @Test func rowsShowStylesStateAndOrigin() throws {
        let axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        let instances = ["Thin", "Regular", "Bold"].map { name in
            NamedInstance(
                name: name, postscriptName: "Flex-\(name)", hasOwnPostScriptName: true, coordinates: ["wght": 400],
                isDefault: name == "Regular")
        }
        let flex = madeFamily([madeFont(madeFace("Flex", axes: axes, instances: instances))])
        let made = MadeSnapshot([lora, flex])
        #expect(made.titles == ["Flex", "Lora"])
        let row = try #require(made.snapshot.row("Lora"))
        #expect(row.styleCount == 2 && row.state == .partly && row.isInstalled && !row.isSystem && !row.isVariable)
        #expect(row.subtitle == "2 styles · partly off" && row.spoken == "Lora, 2 styles · partly off")
        #expect(
            row.face == FaceReference(path: "/fonts/Lora-Regular.ttf", registration: "1", index: 0, drawing: .inProcess)
        )
        let variable = try #require(made.snapshot.row("Flex"))
        #expect(variable.styleCount == 3 && variable.isVariable && variable.isSystem && variable.state == .on)
        #expect(made.snapshot.facts["Flex"]?.weights == 100...900)
        #expect(made.snapshot.row("None") == nil)
        #expect(made.snapshot.summary == "2 families")
    }

    /// Some answers of the library have the named instances of a face beside it.
    @Test func anInstanceIsCountedOnce() throws {
        func face(_ style: String, _ traits: FontTraits = []) -> FontFace {
            let instances = ["Regular", "Medium", "SemiBold", "Bold"].map { name in
                NamedInstance(
                    name: name, postscriptName: "Lora\(style)-\(name)", hasOwnPostScriptName: true,
                    coordinates: ["wght": 400], isDefault: name == "Regular")
            }
            return madeFace("Lora", style, instances: instances, traits: traits)
        }
        let fonts = [madeFont(face("Regular"), id: "1"), madeFont(face("Italic", .italic), id: "2")]
        let named = fonts.flatMap { font in
            font.face.instances.map { instance in
                var shown = font
                shown.instance = instance
                return shown
            }
        }
        for listed in [fonts, named, fonts + named] {
            let family = madeFamily(listed, off: Set(listed.indices.filter { listed[$0].registrationID == "2" }))
            #expect(family.family.fonts == fonts && family.off == [1] && family.formats == [.trueType, .trueType])
            let row = try #require(MadeSnapshot([family]).snapshot.row("Lora"))
            #expect(row.styleCount == 8 && row.state == .partly && row.face.registration == "1")
            let details = try #require(FamilyDetails(family))
            #expect(details.styles.count == 8 && Set(details.styles.map(\.id)).count == 8)
            #expect(details.files.map(\.isOn) == [true, false] && details.files.allSatisfy { $0.styles.count == 4 })
        }
    }

    /// A family that is there as OpenType, Type 1 and in a font folder of X11, as those of PostScript are.
    @Test func openTypeStandsForItsTwins() throws {
        func font(_ style: String, _ folder: String, _ ending: String, weight: Double = 400) -> FontDescriptor {
            let face = madeFace("Narrow", style, weight: weight)
            return FontDescriptor(face: face, path: "/\(folder)/\(face.postscriptName).\(ending)", origin: .system)
        }
        let fonts = [
            font("Regular", "type1", "t1"), font("Regular", "X11", "pfb"), font("Regular", "opentype", "otf"),
            font("Bold", "X11", "pfb", weight: 700), font("Bold", "opentype", "otf", weight: 700),
            font("Black", "X11", "pfb", weight: 900), font("Black", "type1", "t1", weight: 900),
        ]
        let family = madeFamily(
            fonts, formats: [.type1, .type1, .openType, .type1, .openType, .type1, .type1])
        let row = try #require(MadeSnapshot([family]).snapshot.row("Narrow"))
        #expect(row.styleCount == 3 && row.face.path == "/opentype/Narrow-Regular.otf")
        #expect(row.face.drawing == .inProcess)
        let details = try #require(FamilyDetails(family))
        #expect(details.styles.map(\.title) == ["Regular", "Bold", "Black"])
        #expect(details.styles.map(\.format) == [.openType, .openType, .type1] && details.regular == 0)
        #expect(details.files.count == 7, "all files are listed")
        // The switch of a style is that of all its files: programs would show the others.
        let regular = details.files[details.styles[0].file]
        #expect(
            regular.switching(isOn: false)
                == .setFiles([2, 0, 1].map { .font(fonts[$0]) }, title: "Narrow-Regular.otf", isOn: false))
        let black = details.files[details.styles[2].file]
        #expect(black.switchedTargets == [.font(fonts[5]), .font(fonts[6])])
    }

    /// Pango has no font for Type 1 and bitmap files of the system, so these are drawn by another process; so is what nobody
    /// knows.
    @Test(arguments: FontFormat.allCases + [nil]) func theWayOfDrawingFollowsTheFormat(_ format: FontFormat?) throws {
        let isDrawn = format == .trueType || format == .openType || format == .collection
        let system = madeFamily([madeFont(madeFace("A"))], formats: [format])
        #expect(MadeSnapshot([system]).snapshot.row("A")?.face.drawing == (isDrawn ? .inProcess : .byPreview))
        #expect(FamilyDetails(system)?.styles[0].face.drawing == (isDrawn ? .inProcess : .byPreview))
        // The registry has accepted what is registered.
        let registered = madeFamily([madeFont(madeFace("A"), id: "1")], formats: [format])
        #expect(MadeSnapshot([registered]).snapshot.row("A")?.face.drawing == .inProcess)
        var bitmaps = madeFace("A")
        bitmaps.outlines = .bitmap
        #expect(FaceReference(madeFont(bitmaps, id: "1"), format).drawing == .byPreview)
        bitmaps.traits = .colorGlyphs
        #expect(FaceReference(madeFont(bitmaps, id: "1"), format).drawing == .inProcess)
        #expect(format.map { !$0.title.isEmpty } ?? true)
    }

    @Test func onlyRowsThatShowSomethingElseGetANewRevision() {
        var made = MadeSnapshot([lora, systemFamily("Alegreya"), systemFamily("Zilla")])
        let before = made.snapshot
        let isSame = !made.replace(["Lora"], with: [lora])
        #expect(isSame, "nothing has changed")
        var on = lora
        on.off = []
        made.replace(["Lora"], with: [on])
        #expect(made.snapshot.row("Lora")?.revision == 1 && made.snapshot.row("Lora")?.state == .on)
        #expect(made.snapshot.row("Zilla") == before.row("Zilla"))
        // A whole reading of the same families keeps all revisions.
        let isDifferent = made.replace(nil, with: [systemFamily("Zilla"), on, systemFamily("Alegreya")])
        #expect(!isDifferent)
    }

    @Test func changedFamiliesComeToTheirPlaces() {
        var made = MadeSnapshot([systemFamily("Beta"), systemFamily("Delta")])
        made.replace(["Alpha", "Gamma", "Omega"], with: ["Omega", "Alpha", "Gamma"].map { systemFamily($0) })
        #expect(made.titles == ["Alpha", "Beta", "Delta", "Gamma", "Omega"])
        #expect(made.snapshot.row("Omega")?.title == "Omega")
        made.replace(["Beta", "Gamma"], with: [])
        #expect(made.titles == ["Alpha", "Delta", "Omega"] && made.snapshot.row("Gamma") == nil)
        let many = (0..<100).map { systemFamily("Family \($0)") }
        made.replace(Set(many.map(\.family.name)), with: many)
        #expect(made.titles == MadeSnapshot(many + ["Alpha", "Delta", "Omega"].map { systemFamily($0) }).titles)
        #expect(made.titles.firstIndex(of: "Family 9") == 11, "numbers are compared by value")
    }

    /// A replaced file may have had faces of other families.
    @Test func theFamiliesOfAFileAreFound() {
        let made = MadeSnapshot([
            madeFamily([madeFont(madeFace("One"), id: "file")]), madeFamily([madeFont(madeFace("Two"), id: "file")]),
            systemFamily("Three"),
        ])
        #expect(made.snapshot.families(in: ["file"]) == ["One", "Two"])
        #expect(made.snapshot.families(in: ["/fonts/Three-Regular.ttf", "other"]) == ["Three"])
        // The path of a registered font is its id's.
        #expect(made.snapshot.families(in: ["/fonts/One-Regular.ttf"]).isEmpty)
    }

    /// Collections have names in any language and case, and those of families that are not there.
    @Test func membersOfCollectionsAreFoundByAnyName() {
        let klee = madeFamily(
            [
                madeFont(
                    madeFace("Klee One", names: [LocalizedName(kind: .family, language: "ja", text: "クレー One")]))
            ], title: "クレー One")
        var made = MadeSnapshot([lora, klee])
        made.snapshot.collections = [
            FontCollection(
                name: "Talk", families: ["lora", "クレー ONE", "Later"], taggedFamilies: ["Lora"], registrations: ["1"]),
            FontCollection(name: FontCollection.favourites, families: ["Klee One"]),
        ]
        #expect(made.snapshot.members == ["Talk": ["Lora", "Klee One"], "favourites": ["Klee One"]])
        #expect(Set(made.found(LibraryFilter(.collection("Talk")))) == ["Klee One", "Lora"])
        #expect(made.snapshot.sidebar()[1].entries.map(\.count) == [2, 1])
        made.replace(["Later"], with: [systemFamily("Later")])
        #expect(made.snapshot.members["Talk"] == ["Lora", "Klee One", "Later"])
        made.replace(["Lora"], with: [])
        #expect(made.snapshot.members["Talk"] == ["Klee One", "Later"])
    }

    @Test func theSideBarCounts() throws {
        let arabic = madeFamily([
            madeFont(madeFace("Amiri", languages: ["ar"]), id: "3", provider: "flatpak:org.a.Writer")
        ])
        var made = MadeSnapshot([lora, arabic, systemFamily("Serif", category: .serif)])
        made.snapshot.collections = [
            FontCollection(name: FontCollection.favourites),
            FontCollection(name: "Books", families: ["Lora", "Gone"]),
        ]
        made.snapshot.providers = [
            ProviderFacts(
                id: "flatpak:org.a.Writer", name: "Writer", rules: FontPolicy().rules(for: nil, isSandboxed: true))
        ]
        let filter = LibraryFilter(rules: [FilterRule(.language("ar"))])
        let saved = SmartCollection(id: "s", name: "Arabic", filter: filter)
        let sections = made.snapshot.sidebar(smart: [saved], locale: Locale(identifier: "de_DE"))
        #expect(sections.map(\.id) == [.library, .collections, .smart, .categories, .languages, .providers])
        #expect(sections[0].entries.map(\.count) == [3, 2, 1, 1])
        #expect(sections[1].entries.map(\.title) == ["Favourites", "Books"])
        #expect(sections[1].entries.map(\.count) == [0, 1], "a family that is gone does not count")
        #expect(sections[2].entries.map(\.count) == [1])
        #expect(sections[3].entries.first { $0.id == .category(.serif) }?.count == 2)
        #expect(sections[4].entries.first?.id == .language("de"), "the user's language comes first")
        #expect(sections[4].entries.map(\.count).sorted { $0 ?? 0 < $1 ?? 0 } == [1, 2, 2])
        #expect(sections[5].entries.map(\.title) == ["Writer", "You"])
        #expect(sections[5].entries.map(\.count) == [1, 1])
        let bihari = MadeSnapshot([madeFamily([madeFont(madeFace("A", languages: ["bh", "bho"]))])])
        #expect(bihari.snapshot.sidebar().first { $0.id == .languages }?.entries.map(\.id) == [.language("bho")])
        // A search for characters is not counted without the library.
        let characters = SmartCollection(id: "c", name: "C", filter: LibraryFilter(search: "U+0416"))
        #expect(made.snapshot.sidebar(smart: [characters])[2].entries[0].count == nil)
        #expect(MadeSnapshot([]).snapshot.sidebar().map(\.id) == [.library, .collections, .categories])
    }

    /// fontconfig has languages that Unicode has no names for.
    @Test func languagesHaveNamesAndCodesComeLast() throws {
        let font = madeFont(madeFace("Many", languages: ["hne", "xq", "ja", "zu", "wen"]))
        let made = MadeSnapshot([madeFamily([font])])
        let entries = made.snapshot.sidebar(locale: Locale(identifier: "ja")).first { $0.id == .languages }?.entries
        let titles = try #require(entries).map(\.title)
        #expect(titles.first == "日本語" && titles.last == "xq" && titles.count == 5)
        #expect(titles.contains("Chhattisgarhi") && titles.contains("Sorbian"))
    }

    @Test func rowsSayWhenLettersOfTheSampleAreMissing() throws {
        let made = MadeSnapshot([lora, systemFamily("Symbols")])
        let question = try #require(VisibleList.question("Zażółć\ngęślą"))
        #expect(question == .characters("Zażółć gęślą") && VisibleList.question(" \n") == nil)
        let list = VisibleList(
            made.snapshot, LibraryFilter(), answers: SearchAnswers([question: ["Lora"]]), sample: "Zażółć\ngęślą")
        let rows = list.rows
        #expect(list.ids == ["Lora", "Symbols"] && list.empty == nil && list.spoken == "2 families found")
        #expect(list.text(of: rows[0], sample: "Zażółć\ngęślą") == ("Zażółć gęślą", nil))
        #expect(list.text(of: rows[1], sample: "Zażółć\ngęślą").remark != nil)
        #expect(list.text(of: rows[1], sample: "") == ("Symbols", nil))
        // Before the answer nothing is said to be missing.
        #expect(VisibleList(made.snapshot, LibraryFilter()).text(of: rows[1], sample: "x").remark == nil)
        let none = VisibleList(made.snapshot, LibraryFilter(search: "nothing"))
        #expect(none.empty?.clearsFilter == true && none.rows.isEmpty && none.spoken == "Nothing found")
        #expect(none.empty?.searchesAll == false, "all are searched already")
        let part = LibraryFilter(.category(.handwriting), search: "nothing")
        #expect(VisibleList(made.snapshot, part).empty?.searchesAll == true)
        #expect(VisibleList(made.snapshot, LibraryFilter(.category(.handwriting))).empty?.searchesAll == false)
        #expect(EmptyPage(LibraryFilter(.collection("Talk"))).body.contains("Shift+F10"))
        #expect(EmptyPage(LibraryFilter(.collection(FontCollection.favourites))).body.contains("Ctrl+B"))
        #expect(VisibleList(made.snapshot, LibraryFilter(.off, search: "")).ids == ["Lora"])
        #expect(VisibleList(LibrarySnapshot(), LibraryFilter(.installed)).empty?.title == "No Fonts Installed")
    }
}
