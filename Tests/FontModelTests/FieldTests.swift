import Foundation
import Testing

@testable import FontModel

/// The lists of fields, from which all encodings follow.
struct FieldTests {
    /// A record whose every field differs from the default.
    private static let face = FontFace(
        postscriptName: "P", family: "F", style: "S", fullName: "N", legacyFamily: "L", legacyStyle: "M",
        localizedNames: [LocalizedName(kind: .style, language: "de", text: "Fett")], hasDerivedName: true,
        hasFormedPostScriptName: true, index: 3,
        outlines: .cff2, weight: 650, width: 87.5, slant: 9, traits: [.bold, .symbolic],
        axes: [VariationAxis(tag: "wght", name: "W", minimum: 1, defaultValue: 2, maximum: 3, isHidden: true)],
        instances: [
            NamedInstance(
                name: "I", postscriptName: "P-I", hasOwnPostScriptName: true, coordinates: ["wght": 2.5],
                isDefault: true)
        ], revision: 1.25, version: "V", glyphCount: 7, languages: ["de", "fr"])

    private static let details: FontDetails = {
        var details = FontDetails()
        details.texts = [
            FontText(kind: .license, language: "en", text: "Free"), FontText(kind: .designer, language: nil, text: "A"),
        ]
        (details.vendor, details.familyClass, details.panose) = ("ADBE", -1, "2 0 5 3 6 0 0 2 0 4")
        (details.fsType, details.fsSelection, details.unitsPerEm) = (8, 0x40, 2_048)
        details.modified = 1_704_067_200
        (details.ascender, details.descender, details.lineGap) = (1_600, -400, 12)
        (details.xHeight, details.capHeight) = (900, 1_300)
        (details.underlinePosition, details.underlineThickness) = (-150, 60)
        (details.minimumOpticalSize, details.maximumOpticalSize) = (6, 12.5)
        details.colorFormats = ["COLRv1", "SVG"]
        return details
    }()

    private static let feature: FontFeature = {
        var feature = FontFeature(tag: "cv01")
        (feature.name, feature.names) = ("N", [FontFeature.Text(language: "de", text: "N")])
        (feature.tables, feature.choices) = (["GSUB", "GPOS"], ["C", "D"])
        (feature.explanation, feature.sampleText) = ("E", "S")
        return feature
    }()

    private func names(_ value: some Any) -> Int { Mirror(reflecting: value).children.count }

    /// A property that is not in the list would be lost by every encoding.
    @Test func everyPropertyIsAField() {
        #expect(FontFace.shapes.count == names(Self.face))
        #expect(FontDetails.shapes.count == names(Self.details))
        #expect(VariationAxis.shapes.count == names(Self.face.axes[0]))
        #expect(NamedInstance.shapes.count == names(Self.face.instances[0]))
        #expect(LocalizedName.shapes.count == names(Self.face.localizedNames[0]))
        #expect(FontText.shapes.count == names(Self.details.texts[0]))
        #expect(FontFeature.shapes.count == names(Self.feature))
        #expect(FontFeature.Text.shapes.count == names(Self.feature.names[0]))
        #expect(FontFinding.shapes.count == names(FontFinding()))
    }

    @Test func everyPropertyOfAnAnswerIsAField() {
        func expect<Record: FieldRecord>(_ type: Record.Type) {
            let stored = Record.fields.filter { !$0.isDerived }
            #expect(stored.count + Record.parts.count == names(Record()), "\(type)")
        }
        expect(RegistrationRecord.self)
        // In place of the record there are its fields, without the session.
        #expect(Registration.shapes.count == names(Registration()) - 1 + RegistrationRecord.shapes.count - 1)
        expect(FontChange.self)
        expect(FontOperation.self)
        expect(FontUser.self)
        expect(FontError.self)
        expect(FontError.Conflict.self)
        expect(UnusableFont.self)
        expect(FontQuery.self)
        expect(FontOutcome.self)
        expect(FontResolution.self)
        expect(FontRequestOutcome.self)
        expect(AdoptedFont.self)
        expect(AdoptedFont.File.self)
        expect(PictureOptions.self)
        expect(ProviderSummary.self)
        expect(FontCollection.self)
        expect(CollectionChange.self)
        expect(PruneReport.self)
        expect(ExportedFonts.self)
        expect(Diagnosis.self)
        expect(Diagnosis.Finding.self)
        expect(ExplainedFont.self)
        expect(ExplainedFont.Style.self)
        expect(ExplainedFont.Weight.self)
        expect(ExplainedFont.Substitution.self)
        expect(ExplainedFont.Owner.self)
        expect(ExplainedFont.Program.self)
    }

    /// Documents state an absent value; the bus and `Codable` leave it out.
    @Test func absentValuesAreStated() throws {
        let registration = Registration(
            id: "i", sha256: "00",
            record: RegistrationRecord(file: "/f", scope: .session, provider: "p", registeredAt: 1_700_000_000.5),
            faces: [Self.face])
        let members = registration.fieldMembers
        #expect(members["path"] == .absent(isList: false) && members["tag"] == .absent(isList: false))
        #expect(members["tags"] == .absent(isList: true))
        #expect(try Registration(fieldMembers: members) == registration)
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(registration)) as? [String: Any]
        #expect(json?["path"] == nil && json?["tags"] == nil && json?["file"] as? String == "/f")
    }

    /// A named instance replaces members of its face, which `base` keeps.
    @Test func anInstanceKeepsItsFace() throws {
        for tags in [[], ["t", "u"]] {
            let font = FontDescriptor(
                face: Self.face, instance: Self.face.instances[0], path: "/f",
                origin: .registered(id: "i", scope: .session, provider: "p", isEnabled: false, tags: tags))
            #expect(font.shownMembers.text("postscriptName") == "P-I" && font.shownMembers["base"] == nil)
            #expect(try FontDescriptor(fieldMembers: font.fieldMembers.shuffled()) == font)
        }
    }

    @Test func recordsAreTheirFields() throws {
        #expect(try FontFace(fieldMembers: Self.face.fieldMembers.shuffled()) == Self.face)
        #expect(try FontDetails(fieldMembers: Self.details.fieldMembers.shuffled()) == Self.details)
        #expect(try FontFeature(fieldMembers: Self.feature.fieldMembers.shuffled()) == Self.feature)
        #expect(FontFeature.areSound(Self.feature.fieldMembers))
        #expect(FontFace.areSound(Self.face.fieldMembers) && FontDetails.areSound(Self.details.fieldMembers))
    }

    @Test func codableUsesTheSameNames() throws {
        let json = try JSONEncoder().encode(Self.face)
        #expect(try JSONDecoder().decode(FontFace.self, from: json) == Self.face)
        let members = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(members.keys) == Set(FontFace.fields.map(\.name)))
        #expect(members["traits"] as? [String] == ["bold", "symbolic"])
        let details = try JSONEncoder().encode(Self.details)
        #expect(try JSONDecoder().decode(FontDetails.self, from: details) == Self.details)
    }

    @Test func faultsNameTheField() throws {
        func fault(_ change: (inout [FieldMember]) -> Void) -> String? {
            var members = Self.face.fieldMembers
            change(&members)
            do { _ = try FontFace(fieldMembers: members) } catch { return error.reason.description }
            return nil
        }
        #expect(fault { $0.removeAll { $0.name == "family" } } == "family is missing")
        #expect(fault { $0.removeAll { $0.name == "languages" } } == nil)
        #expect(fault { $0[$0.firstIndex { $0.name == "weight" }!].value = .number(.nan) }?.hasPrefix("weight") == true)
        #expect(fault { $0[$0.firstIndex { $0.name == "weight" }!].value = .text("x") }?.hasPrefix("weight") == true)
        #expect(
            fault { $0[$0.firstIndex { $0.name == "outlines" }!].value = .text("x") }?.hasPrefix("outlines") == true)
    }
}
