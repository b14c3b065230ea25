import FontModel
import Testing

@testable import FontLookup
@testable import FontRegistry
@testable import FontRules

/// Generated names: of files in the projection, of registrations, of instances.
@Suite struct NamingRuleTests {
    private static let hash = "0123456789ab" + String(repeating: "f", count: 52)

    private func face(_ name: String, family: String = "Family", _ outlines: OutlineFormat = .trueType) -> FontFace {
        FontFace(postscriptName: name, family: family, style: "Regular", fullName: name, outlines: outlines)
    }

    @Test(arguments: [
        ("Lora-Regular", "Lora-Regular-0123456789ab.ttf"), ("../../etc/passwd", "etcpasswd-0123456789ab.ttf"),
        (".hidden", "hidden-0123456789ab.ttf"), ("-rf", "rf-0123456789ab.ttf"), ("", "font-0123456789ab.ttf"),
        ("合成明朝", "font-0123456789ab.ttf"), ("a b\n\0c'\"$(x)", "abcx-0123456789ab.ttf"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 64) + "-0123456789ab.ttf"),
    ])
    func projectedNamesAreCleanedAndUnique(_ name: String, _ expected: String) {
        let made = ProjectedName.make(sha256: Self.hash, format: .trueType, faces: [face(name)])
        #expect(made == expected)
        #expect(StoredName.isFont(made))
    }

    @Test(
        "A file keeps its name as far as it is safe",
        arguments: [
            ("/a/Lora-Regular.ttf", "Lora-Regular.ttf"), ("Inter[opsz,wght].ttf", "Inter[opsz,wght].ttf"),
            ("/a.zip/fonts/Lora_v1.2.OTF", "Lora_v1.2.OTF"),
            ("https://a.example/f/Lora%5Bwght%5D.ttf", "Lora[wght].ttf"),
            ("file:///srv/site/files/01/..%2F..%2F%00x%0A.ttf", "x.ttf"), ("https://a.example/%ff%2.ttf", "ff-2.ttf"),
            ("100%25.ttf", "100-25.ttf"), ("Lora Bold (1).ttf", "Lora-Bold-1.ttf"),
            ("Lora.woff2", "Lora.ttf"), ("Lora.1", "Lora.1.ttf"), ("Lora", "Lora.ttf"), ("..hidden.ttf", "hidden.ttf"),
            ("-rf.ttf", "rf.ttf"), ("$(touch x).ttf", "touch-x.ttf"), ("a\n.ttf", "a.ttf"), ("Größe.ttf", "Gr-e.ttf"),
            ("合成.ttf", "PS-0123456789ab.ttf"), ("", "PS-0123456789ab.ttf"), (".ttf", "PS-0123456789ab.ttf"),
            ("[_].ttf", "PS-0123456789ab.ttf"), ("/objects/01/\(hash)", "PS-0123456789ab.ttf"),
            (String(repeating: "x", count: 300) + ".ttf", String(repeating: "x", count: 100) + ".ttf"),
        ])
    func originalNames(_ file: String, _ expected: String) {
        let made = ProjectedName.make(file: file, sha256: Self.hash, format: .trueType, faces: [face("PS")])
        #expect(made == expected)
        #expect(StoredName.isFont(made))
        let other = ProjectedName.distinct(made, sha256: Self.hash) { _ in false }
        #expect(other != made && StoredName.isFont(other))
    }

    @Test("A face without a name keeps the derived one, which fontconfig shows")
    func namelessFaces() {
        var nameless = face("PS")
        nameless.hasDerivedName = true
        let made = ProjectedName.make(file: "Helvetica.ttf", sha256: Self.hash, format: .trueType, faces: [nameless])
        #expect(made == "PS-0123456789ab.ttf")
    }

    @Test func aTakenNameGivesWayToTheNextDigits() {
        let first = ProjectedName.distinct("A.b.ttf", sha256: Self.hash) { _ in false }
        #expect(first == "A.b-0123456789ab.ttf")
        #expect(ProjectedName.distinct("A.b.ttf", sha256: Self.hash) { $0 == first } == "A.b-ffffffffffff.ttf")
    }

    @Test func theEndingFollowsTheFormat() {
        func make(_ format: FontFormat, _ outlines: OutlineFormat) -> String {
            ProjectedName.make(sha256: Self.hash, format: format, faces: [face("PS", outlines)])
        }
        #expect(make(.openType, .cff) == "PS-0123456789ab.otf")
        #expect(make(.collection, .trueType) == "Family-0123456789ab.ttc")
        #expect(make(.collection, .cff) == "Family-0123456789ab.otc")
        #expect(ProjectedName.make(sha256: Self.hash, format: .trueType, faces: []) == "font-0123456789ab.ttf")
    }

    @Test(arguments: [
        "Lora.txt", "Lora", ".ttf", ".Lora.ttf", "-Lora.ttf", "a/b.ttf", "Lora ttf", "Lora Bold.ttf", "Lö.ttf", "",
        ".uuid", "a\n.ttf", String(repeating: "x", count: 126) + ".ttf",
    ])
    func otherFileNamesAreSomebodyElses(_ name: String) { #expect(!StoredName.isFont(name)) }

    @Test func idsFollowFromContentScopeAndProvider() {
        let id = RegistrationID.make(sha256: Self.hash, scope: .persistent, provider: "a")
        #expect(id == RegistrationID.make(sha256: Self.hash, scope: .persistent, provider: "a"))
        #expect(id.count == 17)
        #expect(id.first == "f" && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        let others = [
            RegistrationID.make(sha256: Self.hash, scope: .session, provider: "a"),
            RegistrationID.make(sha256: Self.hash, scope: .persistent, provider: "b"),
            RegistrationID.make(sha256: "1" + Self.hash.dropFirst(), scope: .persistent, provider: "a"),
        ]
        #expect(Set(others + [id]).count == 4)
    }

    @Test(arguments: [
        ("Lora", "Bold Italic", "Lora-BoldItalic"), ("My [Font] (x)/%", "", "MyFontx"), ("合成", "Bold", nil),
        ("Ünder", "Bold", "nder-Bold"), ("", "", nil),
    ])
    func instanceNamesAreFormedOfFamilyAndStyle(_ family: String, _ style: String, _ expected: String?) {
        #expect(PostScriptName.formed(family: family, style: style) == expected)
    }

    @Test(arguments: [
        ("Source Serif 4", "sourceserif4"), ("source-serif_4", "sourceserif4"), ("ÄRGER\u{3000}é", "ärgeré"),
        ("-_: ", ""), ("クレー One", "クレーone"), ("A\u{308}RGER", "\u{E4}rger"),
        ("\u{30AF}\u{30EC}\u{30CF}\u{309A}", "\u{30AF}\u{30EC}\u{30D1}"),
    ])
    func lookupFoldsCaseSpacesAndDashes(_ text: String, _ expected: String) {
        // Strings are equal in either form, while the store compares bytes.
        #expect(Array(LookupName.fold(text).utf8) == Array(expected.utf8))
    }

    @Test func aFaceAnswersToAllItsNames() {
        var face = face("PS-Name", family: "Fam")
        face.fullName = "Full Name"
        face.legacyFamily = "Fam Old"
        face.legacyStyle = "Bold"
        face.localizedNames = [
            LocalizedName(kind: .family, language: "ja", text: "家"),
            LocalizedName(kind: .style, language: "ja", text: "太"),
            LocalizedName(kind: .fullName, language: "de", text: "Voll"),
        ]
        face.instances = [
            NamedInstance(
                name: "Light", postscriptName: "PS-Light", hasOwnPostScriptName: true, coordinates: [:],
                isDefault: false)
        ]
        let names = LookupName.all(of: face)
        #expect(
            names == [
                LookupName(name: "PS-Name", kind: .postscriptName),
                LookupName(name: "fullname", kind: .fullName), LookupName(name: "famregular", kind: .familyStyle),
                LookupName(name: "fam", kind: .family), LookupName(name: "famoldbold", kind: .familyStyle),
                LookupName(name: "famold", kind: .family), LookupName(name: "PS-Light", kind: .instance, instance: 0),
                LookupName(name: "Fam-Light", kind: .instance, instance: 0),
                LookupName(name: "famlight", kind: .familyStyle, instance: 0),
                LookupName(name: "voll", kind: .localized), LookupName(name: "家", kind: .localizedFamily),
                LookupName(name: "家太", kind: .localized), LookupName(name: "家regular", kind: .localized),
            ])
    }
}
