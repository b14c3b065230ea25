public import FontModel

extension FontFinding {
    /// The consequence for users of the font.
    public var consequence: String { kind.consequence }
}

extension FontFinding.Kind {
    /// The consequence for users of the font.
    public var consequence: String {
        switch self {
        // The file.
        case .fileUnreadable: "The file was not examined."
        case .unknownFormat: "Programs on Linux cannot use the file as it is, or only some can."
        case .tooManyFaces: "Listing it would cost every program time and memory."
        case .tooMuchWork: "Programs would hang when they list fonts."
        case .bytesAfterTables: "They are not part of the font; a signature or something hidden may be."
        case .paddingMissing: "The data is whole; strict programs refuse the file."
        case .unlistedFindings: "Correct those that are listed and check again."
        case .uncheckedTables: "There may be more wrong than is listed."
        // Collections and table directories.
        case .headerCut: "No program can open the font."
        case .collectionHeader: "Programs open some of the faces, or none, or read past the end of the file."
        case .faceHeader: "The face cannot be opened; programs list half of the collection without an error."
        case .directoryPastEnd: "Programs would read past the end of the file."
        case .tableTwice: "Programs use different ones of the two and show different text."
        case .signatureTwice: "Programs that check signatures may use different ones; the text is the same."
        case .tablePastEnd: "The truncated data is missing; programs that trust the length read past the end."
        case .tableOverlap: "One of the two is read as something that it is not."
        case .requiredTableMissing: "Programs refuse the font or guess the contents of the table."
        case .noGlyphs: "Text in the font is empty."
        case .tableMissing: "Programs guess its contents, with different results."
        case .tableOrder: "Programs that search by halves do not find some tables."
        case .searchFields: "Programs that trust them miss entries or read past them; strict ones refuse the font."
        case .tableUnaligned: "Checksums cannot be computed; strict programs refuse the font."
        case .paddingNotZero: "Nothing for readers; something wrote the file carelessly or hides bytes in it."
        case .unusedBytes: "They make the file larger and may hide something."
        case .tableChecksum: "The table was changed after the font was made: by a careless tool, or by damage."
        case .fileChecksum: "The font was changed after it was made: by a careless tool, or by damage."
        // Headers and metrics.
        case .tableTooShort: "Programs would read past the end of the table."
        case .tableCutShort: "Programs ignore the missing data, or the whole table."
        case .headMagic: "The table is damaged; FreeType and others refuse the font."
        case .unitsPerEm: "Sizes overflow or are divided by zero."
        case .headBox: "Programs that clip by it cut glyphs off."
        case .styleFlagsDiffer:
            "Programs disagree on which face of the family this is, and may embolden or slant it once more."
        case .maximumProfile: "Programs do not reserve memory for hinting, or refuse the font."
        case .profileExceeded: "Programs that reserve memory by maxp write past it."
        case .noAdvances: "All glyphs are drawn on top of each other."
        case .metricsTooShort: "Programs would read past the end of hmtx."
        case .advancesBeyondGlyphs: "Strict programs refuse the font."
        case .bearingsMissing: "Programs assume 0 for them or read past the end of the table."
        case .metricsLeftOver:
            "The number of glyphs or of advances may be wrong; the last glyphs may have the widths of others."
        case .verticalMetrics: "Vertical text is set with wrong advances, or not at all."
        case .advanceMaximum: "Programs that reserve room by it let glyphs touch or clip them."
        case .lineHeightsDiffer: "Programs disagree on the line height."
        case .weightClass: "Programs guess the weight and choose a wrong face."
        case .weightDefault:
            "Programs that use fontconfig take the weights of all styles for others and choose wrong ones."
        case .widthClass: "Programs guess the width and choose a wrong face."
        case .italicAngle: "The angle is ignored; the caret does not lean with the text."
        // Outlines.
        case .locationFormat: "No outline is found."
        case .locationsTooShort: "Programs would read past the end of loca for the last glyphs."
        case .locationPastEnd: "Programs would read past the end of glyf for that glyph."
        case .lastOutlineEnd: "The last glyph is not drawn."
        case .noOutlines: "Only the bitmaps can be shown, in their own sizes."
        case .locationOrder: "The length of an outline is negative; programs leave the glyph out or read past glyf."
        case .locationsLeftOver: "The number of glyphs in maxp may be wrong: outlines are there that no glyph has."
        case .glyphPastEnd: "FreeType would need bytes of the next glyph; the glyph is not drawn."
        case .glyphContours:
            "The glyph is not drawn or drawn as a tangle; careless programs write before their memory."
        case .glyphInstructions: "Programs that hint run bytes of another glyph, or do not draw the glyph."
        case .componentBeyondGlyphs: "The glyph is not drawn, or without that part."
        case .componentLoop: "The glyph is not drawn; careless programs never end."
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
        case .noCharacterMap: "No character leads to a glyph; the font serves by glyph number only."
        case .characterMapOrder: "Programs that search by halves do not find the map they look for."
        case .segmentOrder: "Programs that search by halves show the box of missing characters for some."
        case .segmentEnd: "Programs that search for the end read past the subtable."
        case .segmentPastEnd: "Programs would read past the subtable for those characters."
        case .groupOrder: "Programs that search by halves show the box of missing characters for some."
        case .characterBeyondGlyphs: "The character is listed as there and cannot be drawn."
        case .variationSequences: "Variants of characters, such as those of Han and emoji, are not found."
        case .characterRange: "Programs that go by OS/2 leave characters out, or believe in some that are not there."
        // Names.
        case .namesPastEnd: "Programs would read past the end of name."
        case .nameBeyondStorage: "The name is left out."
        case .nameTooLong: "Menus and lists of fonts cannot show it."
        case .noName: "The font would be listed without a name; it gets one made from its contents."
        case .noPostScriptName: "Programs invent different ones; documents do not find the font again."
        case .nameOrder: "Programs that stop at the first later record miss names."
        case .glyphNamesVersion: "Glyphs have no names; text copied from PDF documents may be wrong."
        case .glyphNamesCount: "Glyphs have the names of others, or none."
        case .glyphNamesPastEnd: "Programs would read past the end of post, or leave the glyph without a name."
        // Variations.
        case .axisRecords: "Programs would read past the end of fvar."
        case .noAxes: "Programs disagree on whether the font is variable."
        case .axisDefault: "Programs divide by zero or show another weight than is chosen."
        case .axisTwice: "Setting the axis moves one of the two, or both."
        case .axisUnnamed: "Programs show its four letters."
        case .tooManyAxes: "Programs would offer a slider for each, and need memory for all of them."
        case .tooManyInstances: "Listing them would cost every program time and memory."
        case .instanceOutside: "Programs show the nearest location, or none."
        case .instanceUnnamed: "Menus show the location in its place."
        case .axisCount: "FreeType and HarfBuzz ignore the table: glyphs do not vary, or advances do not fit them."
        case .variedGlyphCount: "FreeType ignores gvar: the glyphs do not vary."
        case .variationPastEnd: "Programs would read past the table; the glyph or metric does not vary."
        case .axisMapping: "The axis jumps, or its ends cannot be reached."
        case .variationWithoutAxes: "The variations cannot be used; a tool cut the font without care."
        case .axisWithoutStyle: "Programs that build menus from STAT do not offer the axis."
        // Layout, colour and bitmaps.
        case .layoutPastEnd: "HarfBuzz ignores the table or a part of it: ligatures, marks or kerning are missing."
        case .featureLookup: "The feature does less than it should, or nothing."
        case .coverageBeyondGlyphs:
            "The table was made for another version of the font; features may hit wrong glyphs."
        case .picturesPastEnd: "Programs would read past the table; glyphs lose their colours or are not drawn."
        // Findings of FreeType and fontconfig.
        case .cannotOpen: "No program on Linux can show the face."
        case .facesDiffer: "Programs would list part of the file, or none of it."
        case .notConfirmed: "The remaining glyphs may be defective."
        case .checkBroughtDown: "Programs that show the font may crash, or run code of its maker."
        }
    }
}
