import Testing

@testable import ReaderFonts

/// The sizes of text styles and their growth with the user's category.
@Suite struct SizeTableTests {
    private static func row(_ size: (ContentSizeCategory) -> Double) -> [Double] {
        ContentSizeCategory.allCases.map(size)
    }

    @Test(
        arguments: [
            (TextStyle.largeTitle, [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]),
            (.title1, [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]),
            (.title2, [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]),
            (.title3, [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]),
            (.headline, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
            (.body, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
            (.callout, [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]),
            (.subheadline, [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]),
            (.footnote, [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]),
            (.caption1, [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]),
            (.caption2, [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]),
        ] as [(TextStyle, [Double])])
    func pointSizes(style: TextStyle, sizes: [Double]) { #expect(Self.row(style.pointSize) == sizes) }

    @Test(
        arguments: [
            (TextStyle.largeTitle, [38, 39, 40, 41, 43, 46, 48, 52, 57, 61, 66, 70]),
            (.title1, [31, 32, 33, 34, 37, 39, 41, 46, 51, 57, 62, 68]),
            (.title2, [24, 25, 26, 28, 30, 32, 34, 41, 47, 52, 59, 66]),
            (.title3, [22, 23, 24, 25, 28, 30, 32, 38, 44, 51, 58, 65]),
            (.headline, [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62]),
            (.body, [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62]),
            (.callout, [18, 19, 20, 21, 23, 25, 28, 32, 39, 46, 52, 60]),
            (.subheadline, [16, 18, 19, 20, 22, 24, 28, 31, 37, 43, 50, 58]),
            (.footnote, [16, 16, 16, 18, 20, 22, 24, 29, 33, 40, 46, 52]),
            (.caption1, [13, 13, 13, 16, 19, 21, 23, 28, 32, 39, 44, 51]),
            (.caption2, [13, 13, 13, 13, 18, 20, 22, 25, 30, 35, 41, 48]),
        ] as [(TextStyle, [Double])])
    func leadings(style: TextStyle, leadings: [Double]) { #expect(Self.row(style.leading) == leadings) }

    @Test func weights() {
        #expect(TextStyle.allCases.filter { $0.weight != 400 } == [.headline])
        #expect(TextStyle.headline.weight == 600)
        #expect(TextStyle.allCases.filter { $0.emphasizedWeight == 700 } == [.largeTitle, .title1, .title2])
        #expect(TextStyle.allCases.filter { $0.emphasizedWeight == 600 }.count == 8)
    }

    @Test(
        arguments: [
            (TextStyle.body, 16, [14, 15, 15, 16, 17, 19, 21, 25, 29, 35, 41, 45]),
            (.body, 17, [15, 15, 16, 17, 19, 20, 22, 26, 31, 37, 43, 48]),
            (.body, 18, [16, 16, 17, 18, 20, 21, 24, 28, 33, 39, 46, 51]),
            (.body, 36, [31, 33, 34, 36, 39, 43, 47, 56, 65, 79, 92, 101]),
            (.largeTitle, 36, [33, 34, 35, 36, 38, 40, 42, 46, 50, 54, 58, 61]),
            (.title1, 28, [26, 26, 27, 28, 30, 32, 34, 38, 42, 47, 51, 56]),
            (.footnote, 13, [12, 12, 12, 13, 14, 16, 17, 21, 24, 29, 33, 38]),
            (.caption1, 12, [10, 10, 10, 12, 14, 16, 17, 21, 24, 29, 33, 38]),
            (.caption2, 11, [11, 11, 11, 11, 15, 17, 19, 21, 25, 30, 35, 41]),
        ] as [(TextStyle, Double, [Double])])
    func fontsScaledByMetrics(style: TextStyle, points: Double, sizes: [Double]) {
        let metrics = TextMetrics(for: style)
        #expect(Self.row { metrics.scaled(TextSize(points: points), at: $0).points } == sizes)
    }

    @Test func valuesAreRoundedToPixels() {
        let expected: [Double: [Double]] = [
            1: [15, 15, 16, 17, 19, 20, 22, 26, 31, 37, 43, 48],
            2: [14.5, 15.5, 16, 17, 18.5, 20, 22.5, 26.5, 31, 37, 43.5, 48],
            3: [44, 46, 49, 51, 56, 60, 67, 79, 93, 111, 130, 144].map { $0 / 3 },
        ]
        for (scale, values) in expected {
            #expect(Self.row { TextMetrics().scaled(17, at: $0, displayScale: scale) } == values, "at \(scale)")
        }
    }

    @Test func aMaximumLimitsTheSize() {
        let size = TextSize(points: 36)
        let largest = ContentSizeCategory.accessibilityExtraExtraExtraLarge
        #expect(TextMetrics().scaled(size, at: largest, maximum: 60).points == 60)
        #expect(TextMetrics().scaled(size, at: largest).points == 101)
    }

    @Test func aScaledSizeIsNotScaledAgain() {
        let body = TextSize(.body, at: .accessibilityMedium)
        #expect(body.points == 28)
        #expect(TextMetrics().scaled(body, at: .accessibilityMedium) == body)
        let custom = TextMetrics().scaled(TextSize(points: 17), at: .accessibilityMedium)
        #expect(custom.points == 26)
        #expect(TextMetrics().scaled(custom, at: .accessibilityMedium) == custom)
    }

    @Test(
        arguments: [
            (36, 10, 100, [30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52]),
            (18, 10, 100, [12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34]),
            (18, 12, 34, [12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34]),
            (16, 10, 100, [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32]),
            (11, 10, 100, [10, 10, 10, 11, 13, 15, 17, 19, 21, 23, 25, 27]),
            (16, 12, 20, [12, 12, 14, 16, 18, 20, 20, 20, 20, 20, 20, 20]),
        ] as [(Double, Double, Double, [Double])])
    func steps(points: Double, minimum: Double, maximum: Double, sizes: [Double]) {
        let scaling = SizeScaling(mode: .stepping, minimum: minimum, maximum: maximum)
        #expect(Self.row { scaling.size(of: points, at: $0) } == sizes)
    }

    @Test(
        arguments: [
            (ScalingMode.stepping, 48), (.disabled, 36), (.metrics, 79), (.metricsWithFallback, 79),
        ] as [(ScalingMode, Double)])
    func modes(mode: ScalingMode, size: Double) {
        #expect(SizeScaling(mode: mode).size(of: 36, at: .accessibilityExtraLarge) == size)
    }

    @Test func aMaximumPrevailsOverAMinimumAndDisabledOverBoth() {
        #expect(SizeScaling(mode: .metrics, minimum: 40, maximum: 20).size(of: 30, at: .large) == 20)
        #expect(SizeScaling(mode: .metrics, minimum: 40).size(of: 30, at: .large) == 40)
        #expect(SizeScaling(mode: .disabled, minimum: 40).size(of: 30, at: .extraSmall) == 30)
    }

    // MARK: Categories

    @Test func categoriesAreOrderedAndNamed() {
        #expect(ContentSizeCategory.allCases.count == 12)
        #expect(ContentSizeCategory.small < .large)
        #expect(ContentSizeCategory.extraExtraExtraLarge < .accessibilityMedium)
        #expect(
            ContentSizeCategory.allCases.filter(\.isAccessibility).map(\.rawValue) == [
                "AX1", "AX2", "AX3", "AX4", "AX5",
            ])
        #expect(ContentSizeCategory.allCases.map(\.steps) == Array(-3...8))
        for category in ContentSizeCategory.allCases {
            #expect(ContentSizeCategory(name: category.rawValue) == category)
            #expect(ContentSizeCategory(name: category.appleName) == category)
        }
        #expect(ContentSizeCategory.extraLarge.appleName == "UICTContentSizeCategoryXL")
        #expect(ContentSizeCategory.accessibilityMedium.appleName == "UICTContentSizeCategoryAccessibilityM")
        #expect(
            ContentSizeCategory(name: "UICTContentSizeCategoryAccessibilityXXXL") == .accessibilityExtraExtraExtraLarge)
        #expect(ContentSizeCategory(name: "xl") == nil)
        for style in TextStyle.allCases {
            #expect(TextStyle(name: style.rawValue) == style)
            #expect(TextStyle(name: style.appleName) == style)
        }
        #expect(TextStyle(name: "UICTFontTextStyleTitle0") == .largeTitle)
        #expect(TextStyle(name: "UICTFontTextStyleSubhead") == .subheadline)
    }

    @Test(
        arguments: [
            (1, "L"), (1.25, "XXL"), (1.5, "AX1"), (2, "AX2"), (0.5, "XS"), (3, "AX5"), (1.1, "XL"), (1.35, "XXXL"),
            (0, "L"), (-1, "L"), (.nan, "L"), (.infinity, "L"),
        ] as [(Double, String)])
    func aTextScaleIsACategory(scale: Double, name: String) {
        #expect(ContentSizeCategory(textScale: scale).rawValue == name)
    }

    @Test func accessibilitySizesNeedPermissionOrAFactorAboveTheOthers() {
        #expect(ContentSizeCategory(textScale: 23.0 / 17) == .extraExtraExtraLarge)
        #expect(ContentSizeCategory(textScale: 23.0 / 17, permitsAccessibilitySizes: true) == .extraExtraExtraLarge)
        #expect(ContentSizeCategory(textScale: 1.4) == .extraExtraExtraLarge)
    }
}
