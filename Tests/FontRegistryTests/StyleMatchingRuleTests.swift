import FontModel
import Testing

@testable import FontRegistry

/// A face of the tested family, given by the values that it can take.
struct StyledFace: Sendable, CustomTestStringConvertible {
    var name: String
    var weight = 400.0...400.0
    var width = 100.0...100.0
    /// The values of `ital`; nil if the face has no such axis.
    var italic: ClosedRange<Double>?
    /// The angles to the right, one or those of `slnt`.
    var oblique: ClosedRange<Double>?
    var traits: FontTraits = []
    var style = "Regular"

    init(_ name: String, _ change: (inout StyledFace) -> Void = { _ in }) {
        self.name = name
        change(&self)
    }

    var testDescription: String { name }

    static func weight(_ name: String, _ weight: ClosedRange<Double>) -> StyledFace {
        StyledFace(name) { $0.weight = weight }
    }

    static func width(_ name: String, _ width: ClosedRange<Double>) -> StyledFace {
        StyledFace(name) { $0.width = width }
    }

    static func italic(_ name: String, _ italic: ClosedRange<Double> = 1...1) -> StyledFace {
        StyledFace(name) { $0.italic = italic }
    }

    static func oblique(_ name: String, _ angles: ClosedRange<Double>) -> StyledFace {
        StyledFace(name) { $0.oblique = angles }
    }

    var font: FontDescriptor {
        var face = FontFace(postscriptName: name, family: "Family", style: style, fullName: name)
        func vary(_ tag: String, _ range: ClosedRange<Double>) {
            guard range.lowerBound < range.upperBound else { return }
            face.axes.append(
                VariationAxis(
                    tag: tag, name: tag, minimum: range.lowerBound,
                    defaultValue: min(max(0, range.lowerBound), range.upperBound), maximum: range.upperBound))
        }
        (face.weight, face.width, face.traits) = (weight.lowerBound, width.lowerBound, traits)
        vary("wght", weight)
        vary("wdth", width)
        if let italic {
            vary("ital", italic)
            if italic == 1...1 { face.traits.insert(.italic) }
        }
        if let oblique {
            vary("slnt", (0 - oblique.upperBound)...(0 - oblique.lowerBound))
            if oblique.lowerBound == oblique.upperBound {
                (face.slant, face.style) = (oblique.lowerBound, "Oblique")
                face.traits.insert(.italic)
            }
        }
        return FontDescriptor(face: face, path: name, origin: .system)
    }
}

/// Each clause of CSS Fonts Level 4, section 5.2, step 4.
@Suite struct StyleMatchingRuleTests {
    /// Returns the names of the faces as one after the other is removed from the family.
    private func order(_ style: FontStyle, _ faces: [StyledFace]) -> String {
        var fonts = faces.map(\.font)
        var order = ""
        while let match = StyleMatching(style).match(among: fonts) {
            order += match.font.postscriptName
            fonts.removeAll { $0.postscriptName == match.font.postscriptName }
        }
        return order
    }

    @Test func noFacesHaveNoMatch() {
        #expect(StyleMatching(FontStyle()).match(among: []) == nil)
    }

    @Test(arguments: [
        // A width that a face has, as its only one or within a range.
        (100.0, "CBAD"), (80, "BACD"), (60, "ABCD"), (115, "DCBA"),
        // Up to 100 %, narrower ones are tried in descending order, then wider ones in ascending order.
        (90, "BACD"), (72, "ABCD"), (40, "ABCD"),
        // Above, wider ones are tried first.
        (101, "DCBA"), (130, "DCBA"),
        // Out of range, or no number.
        (-1, "ABCD"), (.infinity, "DCBA"), (.nan, "CBAD"),
    ])
    func widthsAreTriedFromTheWantedOne(_ width: Double, _ expected: String) {
        let family: [StyledFace] = [
            .width("D", 110...120), .width("A", 50...70), .width("C", 100...100), .width("B", 75...85),
        ]
        #expect(order(FontStyle(width: width), family) == expected)
    }

    /// Upright A; italic I, and J and P by an axis; oblique K, L, M, and N to the left.
    private static let slopes: [StyledFace] = [
        .oblique("N", -10 ... -10), .oblique("M", 20...20), .italic("P", 1.5...2), .italic("J", 0.2...0.5),
        .oblique("K", 8...8), StyledFace("A"), .italic("I"), .oblique("L", 14...14),
    ]

    @Test(arguments: [
        // Italic: larger values, smaller ones above 0; oblique from 11 degrees on, then smaller; upright; leftwards.
        (FontStyle.Slope.italic, "IPJLMKAN"),
        // From 11 degrees on: larger angles, smaller ones above 0; italic; upright; leftwards.
        (.oblique(), "LMKIPJAN"), (.oblique(degrees: 11), "LMKIPJAN"), (.oblique(degrees: 16), "MLKIPJAN"),
        // Below 11 degrees: smaller angles above 0, then larger ones.
        (.oblique(degrees: 10), "KLMIJPAN"), (.oblique(degrees: 5), "KLMIJPAN"), (.oblique(degrees: 0), "AKLMIJPN"),
        // To the left: the same with signs reversed.
        (.oblique(degrees: -10), "NAKLMJIP"), (.oblique(degrees: -60), "NAKLMJIP"),
        // Upright: oblique in ascending order from 0 on, italic likewise; leftwards.
        (.upright, "AKLMJIPN"),
        (.oblique(degrees: .nan), "LMKIPJAN"),
    ])
    func slopesAreTriedFromTheWantedOne(_ slope: FontStyle.Slope, _ expected: String) {
        #expect(order(FontStyle(slope: slope), Self.slopes) == expected)
    }

    @Test(arguments: [(-14.0, "BCA"), (-12, "CBA"), (-11, "CBA"), (-10, "ACB"), (-4, "ACB")])
    func leftwardAnglesAreMirrored(_ angle: Double, _ expected: String) {
        let family: [StyledFace] = [.oblique("A", -6 ... -6), .oblique("B", -20 ... -15), .oblique("C", -13 ... -13)]
        #expect(order(FontStyle(slope: .oblique(degrees: angle)), family) == expected)
    }

    @Test(arguments: [
        // From 400 to 500: heavier ones up to 500, then lighter ones, then those above 500.
        (400.0, "CDBAEF"), (450, "DCBAEF"), (500, "DCBAEF"),
        // Below 400: lighter ones in descending order, then heavier ones.
        (399, "BACDEF"), (250, "ABCDEF"), (150, "ABCDEF"),
        // Above 500: heavier ones in ascending order, then lighter ones.
        (501, "EFDCBA"), (600, "EFDCBA"), (650, "FEDCBA"), (800, "FEDCBA"), (1_000, "FEDCBA"),
        (0, "ABCDEF"), (5_000, "FEDCBA"), (.nan, "CDBAEF"),
    ])
    func weightsAreTriedFromTheWantedOne(_ weight: Double, _ expected: String) {
        let family: [StyledFace] = [
            .weight("F", 700...900), .weight("D", 480...480), .weight("A", 100...200), .weight("B", 300...300),
            .weight("E", 600...600), .weight("C", 420...420),
        ]
        #expect(order(FontStyle(weight: weight), family) == expected)
    }

    @Test func aRangeThatBeginsAbove500IsTriedLastFor450() {
        let family: [StyledFace] = [.weight("A", 510...900), .weight("B", 100...100), .weight("C", 495...900)]
        #expect(order(FontStyle(weight: 450), family) == "CBA")
    }

    @Test func widthDecidesBeforeSlopeAndSlopeBeforeWeight() {
        let family = [
            StyledFace("A") { $0.width = 75...75 }, StyledFace("B") { $0.italic = 1...1 },
            StyledFace("C") { $0.weight = 900...900 },
        ]
        #expect(order(FontStyle(), family) == "CBA")
    }

    // MARK: Among equals

    @Test func theHighestPriorityWinsAmongEquals() {
        func font(_ scope: FontScope?, weight: Double = 400) -> FontDescriptor {
            var font = StyledFace.weight(scope?.rawValue ?? "system", weight...weight).font
            if let scope {
                font.origin = .registered(id: "", scope: scope, provider: "", isEnabled: true, tags: [])
            }
            return font
        }
        var fonts = [font(nil), font(.persistent), font(.process), font(.session), font(nil, weight: 700)]
        #expect(StyleMatching(FontStyle(weight: 700)).match(among: fonts)?.font == fonts[4])
        for name in ["process", "session", "persistent", "system"] {
            let match = StyleMatching(FontStyle()).match(among: fonts)
            #expect(match?.font.postscriptName == name)
            fonts.removeAll { $0.postscriptName == name && $0.weight == 400 }
        }
    }

    @Test func aStaticFacePrecedesAVariableOneUnlessASizeIsWanted() {
        var sized = StyledFace.weight("V", 100...900).font
        sized.face.axes.append(VariationAxis(tag: "opsz", name: "", minimum: 8, defaultValue: 12, maximum: 72))
        let fonts = [sized, StyledFace("S").font]
        #expect(StyleMatching(FontStyle()).match(among: fonts)?.font.postscriptName == "S")
        let match = StyleMatching(FontStyle(pointSize: 100)).match(among: fonts)
        #expect(match?.font.postscriptName == "V")
        #expect(match?.coordinates == ["wght": 400, "opsz": 72])
    }

    @Test func theBoldFlagTellsFacesOfOneWeightClassApart() {
        let fonts = [StyledFace("A") { $0.traits = .bold }.font, StyledFace("B").font]
        #expect(StyleMatching(FontStyle()).match(among: fonts)?.font.postscriptName == "B")
        let bold = StyleMatching(FontStyle(weight: 700)).match(among: fonts)
        #expect(bold?.font.postscriptName == "A")
        #expect(bold?.needsSyntheticBold == false)
    }

    // MARK: The match

    /// A face with all registered axes and one more, and instances at two locations.
    private static let variable: FontDescriptor = {
        var font = StyledFace("V") {
            ($0.weight, $0.width, $0.italic, $0.oblique) = (200...800, 75...125, 0...1, 0...12)
        }.font
        font.face.axes += [
            VariationAxis(tag: "opsz", name: "", minimum: 8, defaultValue: 12, maximum: 72),
            VariationAxis(tag: "GRAD", name: "", minimum: -1, defaultValue: 0.5, maximum: 1),
            VariationAxis(tag: "BADX", name: "", minimum: 2, defaultValue: 1, maximum: 0),
        ]
        let rest = ["ital": 0.0, "slnt": 0, "GRAD": 0.5, "BADX": 1]
        font.face.instances = [
            ("Bold", ["wght": 700.0, "wdth": 100, "opsz": 12]),
            ("Sized", ["wght": 400, "wdth": 87.5, "opsz": 10.100006]),
        ].map { name, location in
            NamedInstance(
                name: name, postscriptName: "V-\(name)", hasOwnPostScriptName: false,
                coordinates: rest.merging(location) { $1 }, isDefault: false)
        }
        return font
    }()

    @Test(arguments: [
        (FontStyle(), [400.0, 100, 0, 0, 12], nil),
        (FontStyle(weight: 700), [700, 100, 0, 0, 12], "V-Bold"),
        (FontStyle(weight: 701), [701, 100, 0, 0, 12], nil),
        (FontStyle(width: 87.5, pointSize: 10.1), [400, 87.5, 0, 0, 10.1], "V-Sized"),
        (FontStyle(weight: 1_000, width: 10, pointSize: 1), [800, 75, 0, 0, 8], nil),
        (FontStyle(slope: .italic, pointSize: 500), [400, 100, 1, 0, 72], nil),
        (FontStyle(slope: .oblique(degrees: 5), pointSize: .nan), [400, 100, 0, -5, 12], nil),
        (FontStyle(slope: .oblique()), [400, 100, 0, -12, 12], nil),
    ])
    func aVariableFaceHasALocation(_ style: FontStyle, _ location: [Double], _ instance: String?) {
        let match = StyleMatching(style).match(among: [Self.variable])
        let expected = Dictionary(
            uniqueKeysWithValues: zip(["wght", "wdth", "ital", "slnt", "opsz", "GRAD", "BADX"], location + [0.5, 1]))
        #expect(match?.coordinates == expected)
        #expect(match?.font.instance?.postscriptName == instance)
        #expect(match?.coordinates.values.contains { $0 == 0 && $0.sign == .minus } == false)
    }

    /// Upright, slanted and italic, by one axis only.
    @Test func oneAxisSufficesForEverySlope() {
        func location(_ slope: FontStyle.Slope, _ face: StyledFace) -> [String: Double]? {
            StyleMatching(FontStyle(slope: slope)).match(among: [face.font])?.coordinates
        }
        #expect(location(.upright, .oblique("", -5...15)) == ["slnt": 0])
        #expect(location(.italic, .oblique("", -5...15)) == ["slnt": -11])
        #expect(location(.oblique(degrees: -20), .oblique("", -5...15)) == ["slnt": 5])
        #expect(location(.upright, .oblique("", 5...15)) == ["slnt": -5])
        #expect(location(.upright, .italic("", 0...1)) == ["ital": 0])
        #expect(location(.oblique(), .italic("", 0...1)) == ["ital": 1])
        #expect(location(.italic, .italic("", 0...0.5)) == ["ital": 0.5])
    }

    @Test(arguments: [
        (FontStyle(), StyledFace("")), (FontStyle(slope: .italic), .italic("")),
        (FontStyle(slope: .oblique(degrees: 9)), .oblique("", 9...9)),
        (FontStyle(slope: .oblique(degrees: 0)), StyledFace("")), (FontStyle(weight: 650), .weight("", 650...650)),
    ])
    func aMetStyleNeedsNoSynthesis(_ style: FontStyle, _ face: StyledFace) {
        let font = face.font
        #expect(StyleMatching(style).match(among: [font]) == FontMatch(font: font))
    }

    @Test(arguments: [
        (FontStyle(weight: 600), 599.0, true), (FontStyle(weight: 599), 300, false),
        (FontStyle(weight: 900), 600, false),
        (FontStyle(weight: 1_000), 500, true), (FontStyle(weight: 400), 900, false),
    ])
    func boldIsSynthesisedFrom600OnOfLighterFaces(_ style: FontStyle, _ weight: Double, _ isNeeded: Bool) {
        let faces: [StyledFace] = [.weight("", weight...weight), .weight("", min(weight - 1, 100)...weight)]
        for face in faces {
            let match = StyleMatching(style).match(among: [face.font])
            #expect(match?.needsSyntheticBold == isNeeded)
            #expect(match?.unmet == (style.weight == 400 && face.weight.lowerBound <= 400 ? [] : .weight))
        }
    }

    @Test(arguments: [
        (FontStyle.Slope.italic, StyledFace(""), true), (.oblique(), StyledFace(""), true),
        (.italic, .oblique("", 12...12), false), (.oblique(), .italic(""), false),
        (.oblique(), .oblique("", 12...12), false), (.italic, .oblique("", -9 ... -9), false),
        (.upright, .italic(""), false), (.oblique(degrees: -14), .italic("", 0...1), true),
    ])
    func obliqueIsSynthesisedOfUprightFaces(_ slope: FontStyle.Slope, _ face: StyledFace, _ isNeeded: Bool) {
        let match = StyleMatching(FontStyle(slope: slope)).match(among: [face.font])
        #expect(match?.needsSyntheticOblique == isNeeded)
        #expect(match?.unmet == .slope)
    }

    @Test func anUnmetWidthIsReported() {
        let match = StyleMatching(FontStyle(width: 75)).match(among: [StyledFace("").font])
        #expect(match?.unmet == .width)
        #expect(match?.needsSyntheticBold == false)
    }

    @Test func valuesThatAreNoNumbersCountAsRegular() {
        var font = StyledFace("").font
        (font.face.weight, font.face.width, font.face.slant) = (.nan, .nan, .nan)
        font.face.axes = [VariationAxis(tag: "slnt", name: "", minimum: .nan, defaultValue: 0, maximum: .nan)]
        let match = StyleMatching(FontStyle(weight: 600)).match(among: [font])
        #expect(match?.needsSyntheticBold == true)
        #expect(match?.coordinates == ["slnt": 0])
    }
}
