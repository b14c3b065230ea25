import FontModel
import Testing

@testable import FontsModel

/// Fonts of one name: which style they have in common, and those of one family together.
@Suite struct DuplicateTests {
    private static let weights = [("Light", 300.0), ("Regular", 400), ("Bold", 700)]
    private static let variable = madeFace(
        "Inter", "Light", weight: 300,
        axes: [VariationAxis(tag: "wght", name: "Weight", minimum: 300, defaultValue: 300, maximum: 700)],
        instances: weights.map { name, weight in
            NamedInstance(
                name: name, postscriptName: "Inter-\(name)", hasOwnPostScriptName: true, coordinates: ["wght": weight],
                isDefault: name == "Light")
        })

    private static func font(_ face: FontFace, revision: Double = 4) -> DuplicateFont {
        var face = face
        face.revision = revision
        let path = "/fonts/\(face.postscriptName)\(face.axes.isEmpty ? "" : "[wght]").ttf"
        return DuplicateFont(.own, condition: .shown, path: path, sha256: path, byteCount: 1_000, faces: [face])
    }

    private static func groups(_ styles: [(String, Double)], staticRevision: Double = 3) -> [DuplicateGroup] {
        styles.map { name, weight in
            let members = [font(variable), font(madeFace("Inter", name, weight: weight), revision: staticRevision)]
            return DuplicateGroup(
                .name, names: ["Inter-\(name)"], family: "Inter", members: members, shown: members[1].id)
        }
    }

    @Test func aStyleOfAVariableFontIsFoundByItsName() throws {
        let bold = try #require(NamedStyle(of: [Self.variable], named: ["Inter-Bold"]))
        #expect(bold.title == "Inter Bold" && bold.axes == ["wght": 700])
        let light = try #require(NamedStyle(of: [Self.variable], named: ["Inter-Light"]))
        #expect(light.title == "Inter Light" && light.axes == ["wght": 300])
        let plain = try #require(NamedStyle(of: [madeFace("Inter", "Bold")], named: ["Other"]))
        #expect(plain.title == "Inter Bold" && plain.axes.isEmpty)
        #expect(NamedStyle(of: [], named: ["Inter-Bold"]) == nil)
    }

    @Test func bothFontsOfOneNameShowItsStyle() throws {
        let group = try #require(DuplicatesPage(Self.groups([("Bold", 700)])).groups.first)
        #expect(group.title == "Inter Bold" && group.rows.map(\.title) == ["Inter Bold", "Inter Bold"])
        #expect(group.rows.map(\.axes) == [["wght": 700], [:]])
    }

    /// The static fonts of a family are kept together, or its variable font is.
    @Test func stylesBesideOneVariableFontAreOneGroup() throws {
        let all = Self.groups(Self.weights)
        var page = DuplicatesPage(all)
        #expect(page.title == "1 Duplicate" && page.groups.count == 1)
        var group = page.groups[0]
        #expect(group.title == "Inter" && group.subtitle == "3 styles in two forms")
        #expect(group.rows.map(\.title) == ["Inter, variable", "Inter: Light, Regular and Bold"])
        #expect(group.rows.map(\.subtitle) == ["Font folder · version 4 · 1 kB", "Font folder · version 3 · 3 kB"])
        #expect(group.rows.map(\.axes) == [["wght": 400], [:]] && group.rows[1].font.faces[0].style == "Regular")
        #expect(group.rows.map(\.isShown) == [false, true] && group.rows.map(\.isKept) == [true, false])
        #expect(group.rows.map(\.consequence) == ["Stays", "Is moved to the trash"])
        let variable = all[0].members[0].id
        #expect(group.canResolve && group.command == .resolve(all.map { .init(in: $0, keeping: variable) }))
        page.keep(group.rows[1].id, in: group.id)
        group = page.groups[0]
        #expect(group.rows.map(\.consequence) == ["Is moved to the trash", "Stays"])
        #expect(group.command == .resolve(all.map { .init(in: $0, keeping: $0.members[1].id) }))
        #expect(DuplicatesPage(Self.groups(Self.weights, staticRevision: 5)).groups[0].kept == group.rows[1].id)
    }

    @Test func bothSidesOfAConflictShowTheStyleWhoseNameIsTaken() {
        let conflict = FontError.Conflict(id: "7", file: "/f", provider: "user", postscriptName: "Inter-Bold")
        let error = FontError(.duplicatedName, "x", file: "/g/Inter[wght].ttf", conflict: conflict)
        let installed = Registration(
            id: "7", sha256: "", record: RegistrationRecord(file: "/f", provider: "user"),
            faces: [madeFace("Inter", "Bold", weight: 700)])
        let item = ExaminedItem(
            id: "/g/Inter[wght].ttf", faces: [Self.variable],
            outcome: .conflict(ExaminedItem.Conflict(registration: installed, error: error)))
        var plan = InstallPlan([])
        plan.add(.item(item))
        #expect(
            plan.conflicts.map(\.offeredTitle) == ["Inter Bold"] && plan.conflicts[0].installedTitle == "Inter Bold")
        #expect(plan.conflicts[0].offered?.axes == ["wght": 700] && plan.conflicts[0].installed?.axes == [:])
    }
}
