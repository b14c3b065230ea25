extension FontFinding {
    /// The consequence for users of the font, in English.
    public var consequence: String { kind.consequence }

    /// The ``consequence`` in the language of this process, for people; see ``Message/localized``.
    public var localizedConsequence: String { kind.consequenceText.localized }
}

extension FontFinding.Kind {
    /// The consequence for users of the font, in English.
    public var consequence: String { consequenceText.description }

    /// The consequence, which can be translated.
    package var consequenceText: Message {
        switch self {
        // The file.
        case .fileUnreadable: "The file was not examined."
        case .unknownFormat: "Programs on Linux cannot use the file as it is, or only some can."
        case .tooManyFaces: "Listing it would cost every program time and memory."
        case .tooMuchWork: "Programs would hang when they list fonts."
        case .bytesAfterTables: "They are not part of the font; they may be a signature or hidden data."
        case .paddingMissing: "The data is complete; strict programs refuse the file."
        case .unlistedFindings: "Correct the listed ones, then check again."
        case .uncheckedTables: "The font may have more faults than those listed."
        // Collections and table directories.
        case .headerCut: "No program can open the font."
        case .collectionHeader: "Programs open some of the faces, or none, or read past the end of the file."
        case .faceHeader: "The face cannot be opened; programs list half of the collection without an error."
        case .directoryPastEnd: "Programs would read past the end of the file."
        case .tableTwice: "Programs differ in which of the two they use, and show different text."
        case .signatureTwice: "Programs that check signatures may differ in which one they use; text is not affected."
        case .tablePastEnd: "The truncated data is missing; programs that trust the length read past the end."
        case .tableOverlap: "The data of one of the two is wrong."
        case .requiredTableMissing: "Programs refuse the font or guess the contents of the table."
        case .noGlyphs: "Text in the font is empty."
        case .tableMissing: "Programs guess its contents, with different results."
        case .tableOrder: "Programs that use binary search do not find some tables."
        case .searchFields: "Programs that trust them miss entries or read past them; strict ones refuse the font."
        case .tableUnaligned: "Checksums cannot be computed; strict programs refuse the font."
        case .paddingNotZero: "Text is not affected; the tool that wrote the file is faulty, or data is hidden in it."
        case .unusedBytes: "They make the file larger and may be hidden data."
        case .tableChecksum: "The table was changed after the font was made, by a faulty tool or by damage."
        case .fileChecksum: "The font was changed after it was made, by a faulty tool or by damage."
        // Headers and metrics.
        case .tableTooShort: "Programs would read past the end of the table."
        case .tableCutShort: "Programs ignore the missing data, or the whole table."
        case .headMagic: "The table is damaged; FreeType and others refuse the font."
        case .unitsPerEm: "Sizes overflow or are divided by zero."
        case .headBox: "Programs that clip to it cut off glyphs."
        case .styleFlagsDiffer:
            "Programs disagree on which face of the family this is, and may embolden or slant it again."
        case .maximumProfile: "Programs do not reserve memory for hinting, or refuse the font."
        case .profileExceeded: "Programs that reserve memory according to maxp write past its end."
        case .noAdvances: "All glyphs are drawn on top of each other."
        case .metricsTooShort: "Programs would read past the end of hmtx."
        case .advancesBeyondGlyphs: "Strict programs refuse the font."
        case .bearingsMissing: "Programs assume 0 for them or read past the end of the table."
        case .metricsLeftOver:
            "The number of glyphs or of advances may be wrong; the last glyphs may have the widths of others."
        case .verticalMetrics: "Vertical text is set with wrong advances, or not at all."
        case .advanceMaximum: "Programs that reserve space according to it clip glyphs or let them touch."
        case .lineHeightsDiffer: "Programs disagree on the line height."
        case .weightClass: "Programs guess the weight and choose the wrong face."
        case .weightDefault:
            "Programs that use fontconfig read wrong weights for all styles and choose the wrong ones."
        case .widthClass: "Programs guess the width and choose the wrong face."
        case .widthDefault:
            "Programs that use fontconfig read wrong widths for all styles and choose the wrong ones."
        case .italicAngle: "The angle is ignored; the text cursor does not follow the slant of the text."
        // Outlines.
        case .locationFormat: "No outline is found."
        case .locationsTooShort: "Programs would read past the end of loca for the last glyphs."
        case .locationPastEnd: "Programs would read past the end of glyf for that glyph."
        case .lastOutlineEnd: "The last glyph is not drawn."
        case .noOutlines: "Only the bitmaps can be shown, in their own sizes."
        case .locationOrder:
            "The length of an outline is negative; programs omit the glyph or read past the end of glyf."
        case .locationsLeftOver: "The number of glyphs in maxp may be wrong: some outlines belong to no glyph."
        case .glyphPastEnd: "FreeType would need bytes of the next glyph; the glyph is not drawn."
        case .glyphContours:
            "The glyph is not drawn, or drawn wrongly; some programs write outside their memory."
        case .glyphInstructions: "Programs that use hinting execute bytes of another glyph, or do not draw the glyph."
        case .componentBeyondGlyphs: "The glyph is not drawn, or drawn without that part."
        case .componentLoop: "The glyph is not drawn; some programs never finish."
        case .tooManyParts: "Programs that draw the glyph hang."
        case .componentDepth: "FreeType does not draw the glyph."
        case .compactFont: "Programs would read past the end of the table."
        case .compactGlyphsMissing: "Programs would read past the last glyph."
        case .compactGlyphsLeftOver: "The last glyphs cannot be shown."
        case .glyphRefused: "Text with the glyph is not drawn."
        case .glyphDoesNotLoad: "Text with the glyph has a gap."
        case .glyphVariationFails: "Text in that weight or width has a gap."
        // Characters.
        case .characterMapPastEnd: "Programs would read past the end of cmap."
        case .characterMapFormat: "Programs ignore the subtable."
        case .noCharacterMap: "No character maps to a glyph; glyphs can be used only by their numbers."
        case .characterMapOrder: "Programs that use binary search do not find the subtable they need."
        case .segmentOrder: "Programs that use binary search show the missing-glyph box for some characters."
        case .segmentEnd: "Programs that search for the end read past the subtable."
        case .segmentPastEnd: "Programs would read past the subtable for those characters."
        case .groupOrder: "Programs that use binary search show the missing-glyph box for some characters."
        case .characterBeyondGlyphs: "The character is listed as supported but cannot be drawn."
        case .variationSequences: "Variants of characters, such as those of Han and emoji, are not found."
        case .characterRange: "Programs that rely on OS/2 omit characters, or expect some that are missing."
        // Names.
        case .namesPastEnd: "Programs would read past the end of name."
        case .nameBeyondStorage: "The name is missing."
        case .nameTooLong: "Menus and lists of fonts cannot show it."
        case .noName: "The font would be listed without a name; it gets one made from its contents."
        case .noPostScriptName: "Programs make up different ones; documents may not find the font again."
        case .nameOrder: "Programs that rely on the order do not find some names."
        case .glyphNamesVersion: "Glyphs have no names; text copied from PDF documents may be wrong."
        case .glyphNamesCount: "Glyphs have wrong names, or none."
        case .glyphNamesPastEnd: "Programs would read past the end of post, or leave the glyph without a name."
        // Variations.
        case .axisRecords: "Programs would read past the end of fvar."
        case .noAxes: "Programs disagree on whether the font is variable."
        case .axisDefault: "Programs divide by zero, or show a weight other than the chosen one."
        case .axisTwice: "Setting the axis moves one of the two, or both."
        case .axisUnnamed: "Programs show its tag instead."
        case .tooManyAxes: "Programs would offer a slider for each, and need memory for all of them."
        case .tooManyInstances: "Listing them would cost every program time and memory."
        case .instanceOutside: "Programs show the nearest location, or none."
        case .instanceUnnamed: "Menus show its coordinates instead."
        case .axisCount: "FreeType and HarfBuzz ignore the table: glyphs do not vary, or advances do not fit them."
        case .variedGlyphCount: "FreeType ignores gvar: the glyphs do not vary."
        case .variationPastEnd: "Programs would read past the table; the glyph or metric does not vary."
        case .axisMapping: "The axis jumps, or its ends cannot be reached."
        case .variationWithoutAxes: "The variations cannot be used; a faulty tool removed the axes."
        case .axisWithoutStyle: "Programs that build menus from STAT do not offer the axis."
        // Layout, colour and bitmaps.
        case .layoutPastEnd: "HarfBuzz ignores the table or a part of it: ligatures, marks or kerning are missing."
        case .featureLookup: "The feature does less than it should, or nothing."
        case .coverageBeyondGlyphs:
            "The table was made for another version of the font; features may hit wrong glyphs."
        case .picturesPastEnd: "Programs would read past the table; glyphs lose their colors or are not drawn."
        // Findings of FreeType and fontconfig.
        case .cannotOpen: "No program on Linux can show the face."
        case .facesDiffer: "Programs would list part of the file, or none of it."
        case .notConfirmed: "The remaining glyphs may be defective."
        case .checkBroughtDown: "Programs that show the font may crash, or run code that is hidden in it."
        }
    }
}
