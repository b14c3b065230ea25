import FontModel
import TestSupport

extension FaultyFont {
    private static let sound = SyntheticFont().build()

    static let files: [FaultyFont] = [
        FaultyFont(.unknownFormat, .file, Array("no font at all".utf8)),
        FaultyFont(
            .tooManyFaces, .collectionHeader(8),
            Array("ttcf".utf8) + longs(0x0001_0000, 513) + [UInt8](repeating: 0, count: 4 * 513)),
        FaultyFont(.tooMuchWork, .file, sharedNames),
        FaultyFont(.bytesAfterTables, .noTable(sound.count), Damage.extended(sound, by: words(1, 2, 3, 4))),
        FaultyFont(.paddingMissing, .end("zzzz", 0), cutPadding),
        FaultyFont(.unlistedFindings, .file, longs(0x0001_0000) + words(300, 0, 0, 0) + entriesPastEnd),
        FaultyFont(.uncheckedTables, .file, sharedLookups),
    ]

    static let directories: [FaultyFont] = [
        FaultyFont(.headerCut, .directory(0), Damage.truncated(sound, to: 8)),
        FaultyFont(
            .headerCut, .collectionHeader(12 + 4), Damage.faceOffset(SyntheticCollection.faces(2).build(), face: 1)),
        FaultyFont(
            .collectionHeader, .collectionHeader(4),
            Damage.patched(SyntheticCollection.faces(2).build(), at: 4, with: [0, 9])),
        FaultyFont(.faceHeader, .directory(0, face: 1), nestedCollection),
        FaultyFont(.directoryPastEnd, .directory(4), Damage.patched(sound, at: 4, with: words(0))),
        FaultyFont(.directoryPastEnd, .directory(4), Damage.patched(sound, at: 4, with: words(0xFFFF))),
        FaultyFont(.tableTwice, .noTableEntry("hmtx"), Damage.renamedTable(sound, "hmtx", to: "hhea")),
        FaultyFont(.signatureTwice, .entry("DSIG", 16), signedTwice),
        FaultyFont(.tablePastEnd, .entry("cmap", 8), Damage.tablePastEnd(sound)),
        FaultyFont(.tableOverlap, .table("post", 0), Damage.tableOffset(sound, table: "post", offset: 12)),
        FaultyFont(.requiredTableMissing, .missing("hhea"), SyntheticFont { $0.droppedTables = ["hhea"] }.build()),
        FaultyFont(.noGlyphs, .table("maxp", 4), Damage.glyphCount(sound, claimed: 0)),
        FaultyFont(.noGlyphs, .directory(0), SyntheticFont { $0.droppedTables = ["glyf", "loca"] }.build()),
        FaultyFont(.tableMissing, .missing("post"), SyntheticFont { $0.droppedTables = ["post"] }.build()),
        FaultyFont(.tableOrder, .directory(12 + 16), Damage.renamedTable(with("AAAA", length: 8), "AAAA", to: "zzzz")),
        FaultyFont(.searchFields, .directory(6), Damage.patched(sound, at: 6, with: words(0))),
        FaultyFont(.searchFields, "cmap", 36 + 8, words(0)),
        FaultyFont(.tableUnaligned, .entry("AAAA", 8), unaligned),
        FaultyFont(.paddingNotZero, .end("AAAA", 1), dirtyPadding),
        FaultyFont(
            .unusedBytes, .noTable(SyntheticDirectoryEntry.find("AAAA", in: with("AAAA", length: 8)).offset + 4),
            Damage.tableLength(with("AAAA", length: 8), table: "AAAA", length: 4)),
        FaultyFont(
            .tableChecksum, .entry("post", 4), Damage.patchedTable(sound, "post", at: 8, with: words(1, 2))),
        FaultyFont(.fileChecksum, .table("head", 8), Damage.patchedTable(sound, "head", at: 8, with: longs(7))),
    ]

    private static let signedTwice: [UInt8] = {
        let signature: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0]
        let font = SyntheticFont { $0.extraTables = ["DSIG": signature, "DSIX": signature] }
        return Damage.renamedTable(font.build(), "DSIX", to: "DSIG")
    }()

    private static func with(_ tag: String, length: Int) -> [UInt8] {
        SyntheticFont { $0.extraTables = [tag: [UInt8](repeating: 1, count: length)] }.build()
    }

    private static let cutPadding: [UInt8] = {
        let bytes = with("zzzz", length: 3)
        return Damage.truncated(bytes, to: bytes.count - 1)
    }()

    private static let unaligned: [UInt8] = {
        let bytes = with("AAAA", length: 8)
        let offset = SyntheticDirectoryEntry.find("AAAA", in: bytes).offset
        let moved = Damage.tableOffset(bytes, table: "AAAA", offset: UInt32(offset + 1))
        return Damage.tableLength(moved, table: "AAAA", length: 4)
    }()

    private static let dirtyPadding: [UInt8] = {
        let bytes = with("AAAA", length: 5)
        return Damage.patched(
            bytes, at: SyntheticDirectoryEntry.find("AAAA", in: bytes).range.upperBound + 1, with: [7])
    }()

    private static let nestedCollection: [UInt8] = {
        let bytes = SyntheticCollection.faces(2).build()
        let start = SyntheticDirectoryEntry.directoryPosition(in: bytes, face: 1)
        return Damage.patched(bytes, at: start, with: Array("ttcf".utf8))
    }()

    /// 5,000 records of 60,000 bytes each: 300 MB out of 120 KB.
    private static let sharedNames: [UInt8] = {
        let text = [UInt8](repeating: 0x41, count: 60_000)
        let records = (0..<5_000).flatMap { words(3, 1, 0x409, 256 + $0, text.count, 0) }
        return SyntheticFont { $0.extraTables = ["name": words(0, 5_000, 6 + 12 * 5_000) + records + text] }.build()
    }()

    /// 1,000 entries for the same lookup, which has 1,000 entries for the same subtable.
    private static let sharedLookups: [UInt8] = {
        let offset = 2 + 2 * 1_000
        let lookup = words(1, 0, 1_000) + (0..<1_000).flatMap { _ in words(6 + 2 * 1_000) } + words(1, 6, 0, 1, 0)
        let list = words(1_000) + (0..<1_000).flatMap { _ in words(offset) } + lookup
        return SyntheticFont { $0.extraTables = ["GSUB": words(1, 0, 0, 0, 10) + list] }.build()
    }()

    private static let entriesPastEnd = (0..<300).flatMap { longs(0x4130_3030 + $0, 0, 0xFFFF_0000, 0x10) }
}

extension FaultyFont.Place {
    /// Returns the directory entry of a table, relative to that of `hhea`, which is found first if the tag is changed
    /// to `hhea`.
    static func noTableEntry(_ tag: String) -> FaultyFont.Place {
        let position = { (tag: String) in SyntheticDirectoryEntry.find(tag, in: SyntheticFont().build()).position }
        return .entry("hhea", position(tag) - position("hhea"))
    }
}
