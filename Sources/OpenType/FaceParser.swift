import FontModel

extension FileParser {
    /// Parses one face.
    ///
    /// - Returns: The face, or nil if it cannot be described. Whether it is sound is recorded in the log.
    mutating func parseFace(index: Int, at offset: Int) -> FaceContents? {
        let origin = format == .collection ? FindingLog.Place.collectionHeader(12 + 4 * index) : nil
        guard let tables = TableDirectory(file, at: offset, saidAt: origin, log: &log, budget: &budget) else {
            return nil
        }
        for record in tables.records where record.length > 0 && file.holds(record.length, of: 1, at: record.offset) {
            let end = record.offset + record.length
            if end > lastTable.end { lastTable = (end, record.tag) }
        }
        tables.checkRequiredTables(log: &log)
        let head = HeadTable(tables, log: &log)
        let maxp = MaxpTable(tables, log: &log)
        let glyphCount = maxp.glyphCount
        let metrics = HorizontalMetrics(tables, glyphCount: glyphCount, log: &log)
        let os2 = OS2Table(tables, log: &log)
        let post = PostTable(tables, log: &log)
        checkGlyphs(tables, head: head, glyphCount: glyphCount)
        let map = characterMap(tables["cmap"], glyphCount: glyphCount)

        let room = FontLimits.facesAndInstancesPerFile - facesAndInstances
        let variations = Variations(tables["fvar"], room: room, log: &log, budget: &budget)
        facesAndInstances += variations.instances.count
        let table = nameTable(tables["name"])
        let instanceNames = variations.instances.flatMap { [$0.nameID, $0.postscriptNameID].compactMap(\.self) }
        let areNamesShort = table.checkLengths(instanceNames: Set(instanceNames), log: &log)
        let facts = FaceFacts(
            tables: tables, head: head, os2: os2, metrics: metrics, glyphCount: glyphCount, variations: variations,
            names: table, coverage: map.coverage, isSymbolic: map.isSymbolic, isInCollection: format == .collection)
        examiner?.examine(facts, log: &log)
        guard areNamesShort else { return nil }
        let names = FaceNames(
            table, at: .table("name", tables["name"]?.start ?? tables.start), contentHash: contentHash,
            fileName: fileName, log: &log)
        fileName = fileName ?? names.fileName
        let style = StyleNumbers(os2: os2, head: head, post: post, variations: variations, log: &log)

        var face = FontFace(
            postscriptName: names.postscriptName, family: names.family, style: names.style,
            fullName: names.fullName, legacyFamily: names.legacyFamily, legacyStyle: names.legacyStyle,
            localizedNames: names.localized, hasDerivedName: names.isDerived,
            hasFormedPostScriptName: names.hasFormedPostScriptName, index: index, outlines: Self.outlines(tables),
            weight: style.weight, width: style.width, slant: style.slant,
            traits: Self.traits(tables, os2: os2, head: head, post: post, map: map, metrics: metrics),
            axes: variations.namedAxes(table),
            instances: variations.namedInstances(table, face: names, log: &log),
            version: names.version)
        face.describe(head, maxp, os2, post)
        var contents = FaceContents(face: face, names: table.records, coverage: map.coverage)
        if isDetailed {
            contents.tables = tables.records.map {
                TableRecord(tag: $0.tag.text, offset: $0.offset, length: $0.length)
            }
            contents.details = FontDetails(
                tables, head: head, os2: os2, post: post, lines: metrics.lineMetrics, names: table,
                variations: variations)
            contents.features = FeatureTables.features(tables, names: table, budget: &featureBudget)
        }
        return contents
    }

    private mutating func characterMap(_ table: FontBytes?, glyphCount: Int) -> CharacterMap {
        guard let table else { return CharacterMap() }
        let key = SharedTables.Key(table, glyphCount)
        if let known = shared.characterMaps[key] { return known }
        let map = CharacterMap(table, glyphCount: glyphCount, log: &log, budget: &budget)
        shared.characterMaps[key] = map
        return map
    }

    private mutating func nameTable(_ table: FontBytes?) -> NameTable {
        guard let table else { return NameTable() }
        let key = SharedTables.Key(table)
        if let known = shared.names[key] {
            // Even with a shared table, the choice among the names is repeated for each face.
            return budget.spend(12 * known.records.count) ? known : NameTable()
        }
        let names = NameTable(table, log: &log, budget: &budget)
        shared.names[key] = names
        return names
    }

    private static func outlines(_ tables: TableDirectory) -> OutlineFormat {
        // A file may hold both kinds of outlines; the version decides.
        if tables.hasTrueTypeOutlines, tables.version != "OTTO" { return .trueType }
        if tables.contains("CFF2") { return .cff2 }
        if tables.contains("CFF ") { return .cff }
        return tables.hasTrueTypeOutlines ? .trueType : .bitmap
    }

    private static func traits(
        _ tables: TableDirectory, os2: OS2Table, head: HeadTable, post: PostTable, map: CharacterMap,
        metrics: HorizontalMetrics
    ) -> FontTraits {
        var traits: FontTraits = []
        let selection = os2.selection
        if selection & 0x201 != 0 || head.macStyle & 2 != 0 || post.italicAngle != 0 { traits.insert(.italic) }
        if selection & 0x20 != 0 || head.macStyle & 1 != 0 { traits.insert(.bold) }
        if let width = os2.widthClass, (6...9).contains(width) { traits.insert(.expanded) }
        if let width = os2.widthClass, (1...4).contains(width) { traits.insert(.condensed) }
        if isMonospaced(map, metrics) ?? post.isFixedPitch { traits.insert(.monospace) }
        if tables.contains("vmtx") { traits.insert(.vertical) }
        if ["COLR", "CBDT", "sbix", "SVG "].contains(where: { tables.contains($0) }) { traits.insert(.colorGlyphs) }
        if map.isSymbolic { traits.insert(.symbolic) }
        traits.styleClass = os2.familyClass.flatMap(FontStyleClass.init(familyClass:))
        return traits
    }

    /// Returns whether letters and digits have one advance width, or nil if too few of them are mapped.
    private static func isMonospaced(_ map: CharacterMap, _ metrics: HorizontalMetrics) -> Bool? {
        let advances = map.alphanumericGlyphs.compactMap(metrics.advance)
        guard advances.count > 1, let narrowest = advances.min(), let widest = advances.max(), widest > 0 else {
            return nil
        }
        // Some typewriter fonts differ by a unit or two. The tolerance of 3 % is fontconfig's
        // (`fc_approximately_equal`).
        return (widest - narrowest) * 33 <= widest
    }
}

/// The weight, width and slant of a face.
struct StyleNumbers {
    /// The weight, 1…1000.
    var weight: Double
    /// The width in percent of the normal width, 50…200.
    var width: Double
    /// The slant in degrees to the right.
    var slant: Double

    init(os2: OS2Table, head: HeadTable, post: PostTable, variations: Variations, log: inout FindingLog) {
        switch os2.weightClass {
        case nil: weight = head.macStyle & 1 != 0 ? 700 : 400
        case 0?:
            log.add(.weightClass, .table("OS/2", os2.start + 4), "The weight class is 0; 400 is assumed.")
            weight = 400
        // In old fonts, 1…9 stand for 100…900.
        case let number? where number < 10: weight = Double(number * 100)
        case let number? where number <= 1_000: weight = Double(number)
        case let number?:
            log.add(
                .weightClass, .table("OS/2", os2.start + 4),
                "The weight class \(number) is over 1,000; 1,000 is assumed.")
            weight = 1_000
        }
        let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        width = 100
        if let number = os2.widthClass {
            if (1...9).contains(number) {
                width = widths[number - 1]
            } else {
                log.add(
                    .widthClass, .table("OS/2", os2.start + 6),
                    "The width class \(number) is not within 1 to 9; normal width is assumed.")
            }
        }
        // `0 - x`, since `-x` could be a negative zero.
        slant = 0 - post.italicAngle
        if let value = variations.defaultValue("wght") { weight = min(max(value, 1), 1_000) }
        if let value = variations.defaultValue("wdth"), value > 0 { width = value }
        if let value = variations.defaultValue("slnt") { slant = 0 - value }
    }
}
