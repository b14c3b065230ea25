package import FontModel

/// What a finding means for the person who installs a font.
package enum FindingText: String, Sendable, Hashable, CaseIterable {
    case damaged, unsafe, incomplete, glyphs, characters, names, lineHeight, style, axes, layout, colors
    case untidy, unchecked

    /// Returns the meaning of a finding.
    package init(_ finding: FontFinding) {
        if finding.severity == .error {
            self = finding.code == FontError.Code.exceededResourceLimit.rawValue ? .unsafe : .damaged
            return
        }
        self =
            switch finding.kind {
            case .fileUnreadable, .unknownFormat, .headerCut, .collectionHeader, .faceHeader, .directoryPastEnd,
                .tablePastEnd, .requiredTableMissing, .noGlyphs, .headMagic, .unitsPerEm, .cannotOpen, .facesDiffer,
                .checkBroughtDown, .compactFont, .glyphRefused:
                .damaged
            case .tooManyFaces, .tooMuchWork, .tooManyAxes, .tooManyInstances, .tooManyParts, .nameTooLong:
                .unsafe
            case .tableMissing, .tableTooShort, .tableCutShort, .tableTwice, .tableOverlap: .incomplete
            case .locationFormat, .locationsTooShort, .locationPastEnd, .lastOutlineEnd, .noOutlines, .locationOrder,
                .locationsLeftOver, .glyphPastEnd, .glyphContours, .glyphInstructions, .componentBeyondGlyphs,
                .componentLoop, .componentDepth, .compactGlyphsMissing, .compactGlyphsLeftOver, .glyphDoesNotLoad,
                .maximumProfile, .profileExceeded:
                .glyphs
            case .characterMapPastEnd, .characterMapFormat, .noCharacterMap, .characterMapOrder, .segmentOrder,
                .segmentEnd, .segmentPastEnd, .groupOrder, .characterBeyondGlyphs, .variationSequences,
                .characterRange, .coverageBeyondGlyphs:
                .characters
            case .namesPastEnd, .nameBeyondStorage, .noName, .noPostScriptName, .nameOrder, .glyphNamesVersion,
                .glyphNamesCount, .glyphNamesPastEnd:
                .names
            case .headBox, .noAdvances, .metricsTooShort, .advancesBeyondGlyphs, .bearingsMissing, .metricsLeftOver,
                .verticalMetrics, .advanceMaximum, .lineHeightsDiffer:
                .lineHeight
            case .styleFlagsDiffer, .weightClass, .weightDefault, .widthClass, .widthDefault, .italicAngle:
                .style
            case .axisRecords, .noAxes, .axisDefault, .axisTwice, .axisUnnamed, .instanceOutside, .instanceUnnamed,
                .axisCount, .variedGlyphCount, .variationPastEnd, .axisMapping, .variationWithoutAxes,
                .axisWithoutStyle, .glyphVariationFails:
                .axes
            case .layoutPastEnd, .featureLookup: .layout
            case .picturesPastEnd: .colors
            case .bytesAfterTables, .paddingMissing, .signatureTwice, .tableOrder, .searchFields, .tableUnaligned,
                .paddingNotZero, .unusedBytes, .tableChecksum, .fileChecksum:
                .untidy
            case .unlistedFindings, .uncheckedTables, .notConfirmed: .unchecked
            }
    }

    /// The sentence.
    package var text: String {
        switch self {
        case .damaged: tr("The font is damaged.")
        case .unsafe: tr("The font is larger than programs can handle safely.")
        case .incomplete: tr("Parts of the font are missing; some programs may not show it.")
        case .glyphs: tr("Some glyphs are faulty and may not be drawn.")
        case .characters: tr("Some characters may not be found.")
        case .names: tr("Its names are incomplete, so that programs may list it differently.")
        case .lineHeight: tr("Lines may have different heights in different programs.")
        case .style: tr("Programs may take it for another weight, width or slope.")
        case .axes: tr("Its axes are faulty; some programs show only one style.")
        case .layout: tr("Some of its features may not work.")
        case .colors: tr("Some of its pictures may not be shown.")
        case .untidy: tr("The file is untidy, without an effect on its look.")
        case .unchecked: tr("Parts of the font could not be checked.")
        }
    }

    /// Whether the finding is worth a mark in the sheet.
    package var isNotable: Bool { self != .untidy && self != .unchecked }

    /// Returns the meanings of findings, each once, the gravest first.
    package static func texts(of findings: [FontFinding]) -> [FindingText] {
        let found = Set(findings.map(FindingText.init))
        return allCases.filter(found.contains)
    }
}
