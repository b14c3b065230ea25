extension FontFinding {
    /// A kind of fault.
    ///
    /// Later versions may add kinds; the article “Findings” lists them all.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        // The file.
        case fileUnreadable = "file-unreadable"
        case unknownFormat = "unknown-format"
        case tooManyFaces = "too-many-faces"
        case tooMuchWork = "too-much-work"
        case bytesAfterTables = "bytes-after-tables"
        case paddingMissing = "padding-missing"
        case unlistedFindings = "unlisted-findings"
        case uncheckedTables = "unchecked-tables"
        // Collections and table directories.
        case headerCut = "header-cut"
        case collectionHeader = "collection-header"
        case faceHeader = "face-header"
        case directoryPastEnd = "directory-past-end"
        case tableTwice = "table-twice"
        case signatureTwice = "signature-twice"
        case tablePastEnd = "table-past-end"
        case tableOverlap = "table-overlap"
        case requiredTableMissing = "required-table-missing"
        case noGlyphs = "no-glyphs"
        case tableMissing = "table-missing"
        case tableOrder = "table-order"
        case searchFields = "search-fields"
        case tableUnaligned = "table-unaligned"
        case paddingNotZero = "padding-not-zero"
        case unusedBytes = "unused-bytes"
        case tableChecksum = "table-checksum"
        case fileChecksum = "file-checksum"
        // Headers and metrics.
        case tableTooShort = "table-too-short"
        case tableCutShort = "table-cut-short"
        case headMagic = "head-magic"
        case unitsPerEm = "units-per-em"
        case headBox = "head-box"
        case styleFlagsDiffer = "style-flags-differ"
        case maximumProfile = "maximum-profile"
        case profileExceeded = "profile-exceeded"
        case noAdvances = "no-advances"
        case metricsTooShort = "metrics-too-short"
        case advancesBeyondGlyphs = "advances-beyond-glyphs"
        case bearingsMissing = "bearings-missing"
        case metricsLeftOver = "metrics-left-over"
        case verticalMetrics = "vertical-metrics"
        case advanceMaximum = "advance-maximum"
        case lineHeightsDiffer = "line-heights-differ"
        case weightClass = "weight-class"
        case weightDefault = "weight-default"
        case widthClass = "width-class"
        case widthDefault = "width-default"
        case italicAngle = "italic-angle"
        // Outlines.
        case locationFormat = "location-format"
        case locationsTooShort = "locations-too-short"
        case locationPastEnd = "location-past-end"
        case lastOutlineEnd = "last-outline-end"
        case noOutlines = "no-outlines"
        case locationOrder = "location-order"
        case locationsLeftOver = "locations-left-over"
        case glyphPastEnd = "glyph-past-end"
        case glyphContours = "glyph-contours"
        case glyphInstructions = "glyph-instructions"
        case componentBeyondGlyphs = "component-beyond-glyphs"
        case componentLoop = "component-loop"
        case tooManyParts = "too-many-parts"
        case componentDepth = "component-depth"
        case compactFont = "compact-font"
        case compactGlyphsMissing = "compact-glyphs-missing"
        case compactGlyphsLeftOver = "compact-glyphs-left-over"
        case glyphRefused = "glyph-refused"
        case glyphDoesNotLoad = "glyph-does-not-load"
        case glyphVariationFails = "glyph-variation-fails"
        // Characters.
        case characterMapPastEnd = "character-map-past-end"
        case characterMapFormat = "character-map-format"
        case noCharacterMap = "no-character-map"
        case characterMapOrder = "character-map-order"
        case segmentOrder = "segment-order"
        case segmentEnd = "segment-end"
        case segmentPastEnd = "segment-past-end"
        case groupOrder = "group-order"
        case characterBeyondGlyphs = "character-beyond-glyphs"
        case variationSequences = "variation-sequences"
        case characterRange = "character-range"
        // Names.
        case namesPastEnd = "names-past-end"
        case nameBeyondStorage = "name-beyond-storage"
        case nameTooLong = "name-too-long"
        case noName = "no-name"
        case noPostScriptName = "no-postscript-name"
        case nameOrder = "name-order"
        case glyphNamesVersion = "glyph-names-version"
        case glyphNamesCount = "glyph-names-count"
        case glyphNamesPastEnd = "glyph-names-past-end"
        // Variations.
        case axisRecords = "axis-records"
        case noAxes = "no-axes"
        case axisDefault = "axis-default"
        case axisTwice = "axis-twice"
        case axisUnnamed = "axis-unnamed"
        case tooManyAxes = "too-many-axes"
        case tooManyInstances = "too-many-instances"
        case instanceOutside = "instance-outside"
        case instanceUnnamed = "instance-unnamed"
        case axisCount = "axis-count"
        case variedGlyphCount = "varied-glyph-count"
        case variationPastEnd = "variation-past-end"
        case axisMapping = "axis-mapping"
        case variationWithoutAxes = "variation-without-axes"
        case axisWithoutStyle = "axis-without-style"
        // Layout, colour and bitmaps.
        case layoutPastEnd = "layout-past-end"
        case featureLookup = "feature-lookup"
        case coverageBeyondGlyphs = "coverage-beyond-glyphs"
        case picturesPastEnd = "pictures-past-end"
        // Findings of FreeType and fontconfig.
        case cannotOpen = "cannot-open"
        case facesDiffer = "faces-differ"
        case notConfirmed = "not-confirmed"
        case checkBroughtDown = "check-brought-down"
    }
}

extension FontFinding.Kind {
    /// The error code with which the file is refused; nil for a warning.
    ///
    /// A file that cannot be read is refused with the code of the reason instead; the code here is that of a missing
    /// file.
    public var code: FontError.Code? {
        switch self {
        case .fileUnreadable:
            .fileNotFound
        case .unknownFormat:
            .unrecognizedFormat
        case .tooManyFaces, .tooMuchWork, .nameTooLong, .tooManyAxes, .tooManyInstances, .tooManyParts:
            .exceededResourceLimit
        case .headerCut, .collectionHeader, .faceHeader, .directoryPastEnd, .tableTwice,
            .tablePastEnd, .tableOverlap, .requiredTableMissing, .noGlyphs, .tableTooShort,
            .headMagic, .unitsPerEm, .noAdvances, .metricsTooShort, .locationFormat,
            .locationsTooShort, .locationPastEnd, .compactFont, .compactGlyphsMissing,
            .glyphRefused, .characterMapPastEnd, .namesPastEnd, .axisRecords, .axisDefault,
            .cannotOpen, .facesDiffer, .checkBroughtDown:
            .invalidFontData
        default: nil
        }
    }
}
