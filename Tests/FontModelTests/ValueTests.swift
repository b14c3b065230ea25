import FontModel
import Foundation
import Testing

@Suite struct ValueTests {
    private let variable = FontFace(
        postscriptName: "Axis-Regular", family: "Axis", style: "Regular", fullName: "Axis Regular", weight: 400,
        axes: [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)],
        instances: [
            NamedInstance(
                name: "Bold Slanted", postscriptName: "Axis-BoldSlanted", hasOwnPostScriptName: false,
                coordinates: ["wght": 700, "wdth": 90, "slnt": -12], isDefault: false)
        ])

    @Test func aDescriptorOfAnInstanceSpeaksForTheInstance() {
        let face = FontDescriptor(face: variable, path: nil, origin: .file)
        #expect(face.postscriptName == "Axis-Regular" && face.style == "Regular" && face.weight == 400)
        let instance = FontDescriptor(face: variable, instance: variable.instances[0], path: nil, origin: .file)
        #expect(instance.postscriptName == "Axis-BoldSlanted")
        #expect(instance.style == "Bold Slanted")
        #expect(instance.weight == 700)
        #expect(instance.width == 90)
        #expect(instance.slant == 12)
        #expect(instance.traits == [.bold, .condensed, .italic])
    }

    @Test func anInstanceHasTheTraitsOfItsLocation() {
        func traits(_ face: FontTraits, _ location: [String: Double], isDefault: Bool = false) -> FontTraits {
            var base = variable
            base.traits = face
            let instance = NamedInstance(
                name: "", postscriptName: "", hasOwnPostScriptName: false, coordinates: location, isDefault: isDefault)
            return FontDescriptor(face: base, instance: instance, path: nil, origin: .file).traits
        }
        #expect(traits([.monospace], ["wght": 699.9]) == [.monospace])
        #expect(traits([.monospace], ["wght": 700]) == [.monospace, .bold])
        #expect(traits([.bold], ["wght": 400]) == [])
        #expect(traits([.bold], ["wght": 400], isDefault: true) == [.bold])
        #expect(traits([.italic, .bold], ["opsz": 12]) == [.italic, .bold])
        #expect(traits([.italic], ["ital": 0]) == [])
        #expect(traits([], ["ital": 1, "slnt": 0]) == [.italic])
        #expect(traits([.condensed], ["wdth": 100]) == [])
        #expect(traits([.condensed], ["wdth": 125]) == [.expanded])
    }

    @Test(arguments: FontScope.allCases)
    func prioritiesFollowTheScope(_ scope: FontScope) {
        let registered = FontDescriptor(
            face: variable, path: nil,
            origin: .registered(id: "f", scope: scope, provider: "p", isEnabled: false, tags: []))
        #expect(registered.priority == FontPriority(scope))
        #expect(registered.scope == scope)
        #expect(!registered.isEnabled)
        let system = FontDescriptor(face: variable, path: nil, origin: .system)
        #expect(system.isEnabled && system.scope == nil)
        #expect(FontPriority(scope) > .system)
    }

    @Test func prioritiesAreApples() {
        #expect(FontPriority.allCases.map(\.rawValue) == [10_000, 30_000, 40_000, 50_000, 60_000])
        #expect(FontPriority(.persistent) < FontPriority(.session))
        #expect(FontPriority(.session) < FontPriority(.process))
    }

    @Test func codesAreApples() {
        let codes: [FontError.Code] = [
            .fileNotFound, .insufficientPermissions, .unrecognizedFormat, .invalidFontData, .alreadyRegistered,
            .exceededResourceLimit, .assetNotFound, .notRegistered, .systemRequired, .registrationFailed,
            .missingEntitlement, .insufficientInfo, .cancelledByUser, .duplicatedName, .invalidFilePath,
            .unsupportedScope,
        ]
        #expect(codes.map(\.rawValue) == Array(101...107) + [201, 203] + Array(301...307))
        for code in codes { #expect(FontError(code, "").isBenign == (code.rawValue == 105)) }
    }

    @Test func anErrorSaysItAllInOneLine() {
        let error = FontError(.fileNotFound, "There is no such file.", file: "/a.ttf")
        #expect("\(error)" == "/a.ttf: There is no such file. (101)")
        #expect(error.storeFault == nil)
        #expect(FontError(.registrationFailed, "x", cause: .store(.full, detail: "")).storeFault == .full)
    }

    @Test func traitsHaveApplesBits() {
        #expect(FontTraits.italic.rawValue == 1)
        #expect(FontTraits.bold.rawValue == 2)
        #expect(FontTraits.expanded.rawValue == 32)
        #expect(FontTraits.condensed.rawValue == 64)
        #expect(FontTraits.monospace.rawValue == 1_024)
        #expect(FontTraits.vertical.rawValue == 2_048)
        #expect(FontTraits.colorGlyphs.rawValue == 8_192)
    }

    @Test func onlyThreeFormatsAreSupported() {
        #expect(FontFormat.allCases.filter(\.isSupported) == [.trueType, .openType, .collection])
    }

    @Test func aSummaryCountsOnlyRealFailures() {
        let benign = FontOutcome(
            item: "a", status: .alreadyRegistered, error: FontError(.alreadyRegistered, "again"))
        let failed = FontOutcome(item: "b", status: .failed, error: FontError(.fileNotFound, "gone"))
        let skipped = FontOutcome(item: "c", status: .skipped)
        #expect(FontSummary(generation: 1, outcomes: [benign]).isSuccess)
        #expect(FontSummary(generation: 1, outcomes: []).isSuccess)
        let mixed = FontSummary(generation: 1, outcomes: [benign, failed, skipped])
        #expect(!mixed.isSuccess)
        #expect(mixed.errors.map(\.code) == [.fileNotFound])
        #expect(!FontSummary(generation: 1, outcomes: [skipped]).isSuccess)
    }

    @Test func valuesSurviveJSON() throws {
        func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
            #expect(try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value)) == value)
        }
        try roundTrip(variable)
        try roundTrip(FontQuery(family: "x", traits: .bold, weight: 1...2, scopes: [.process], tag: "t"))
        try roundTrip(
            FontDescriptor(
                face: variable, path: "/x",
                origin: .registered(id: "f", scope: .session, provider: "p", isEnabled: true, tags: ["t"])))
        try roundTrip(
            FontChange(
                generation: 3, kind: .replaced, scope: .persistent, provider: "p",
                faces: [FontChange.Face(face: variable, path: nil)]))
    }

    @Test(
        arguments: [
            ("/a/b.ttf", "/a", "b.ttf"), ("/b.ttf", "/", "b.ttf"), ("/a/.b/c", "/a/.b", "c"), ("/a/", "/a", ""),
            ("/a/\u{301}b", "/a", "\u{301}b"), ("/a/\\xE9b", "/a", "\\xE9b"),
        ])
    func pathsEndAtTheLastSlash(_ path: String, _ folder: String, _ name: String) {
        #expect(PathText.folder(of: path) == folder)
        #expect(PathText.name(of: path) == name)
    }
}
