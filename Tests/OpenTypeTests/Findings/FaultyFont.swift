import FontModel
import OpenType
import TestSupport
import Testing

/// A font with one fault, and where it must be found.
struct FaultyFont: Sendable, CustomTestStringConvertible {
    /// Where a finding must point.
    enum Place: Sendable {
        /// The whole file: neither table nor offset.
        case file
        /// A byte that belongs to no table.
        case noTable(Int)
        case collectionHeader(Int)
        /// Bytes from the start of the directory of a face.
        case directory(Int, face: Int = 0)
        /// A table by name, and bytes from the start of its entry in the directory.
        case entry(String, Int)
        /// A table by name that has no entry.
        case missing(String)
        /// Bytes from the start of a table.
        case table(String, Int)
        /// Bytes from the end of a table.
        case end(String, Int)
        /// Anywhere in a table.
        case within(String)
    }

    var kind: FontFinding.Kind
    var place: Place
    var glyph: Int?
    var bytes: [UInt8]

    var testDescription: String { kind.rawValue }

    /// A font that is faulty as it is built.
    init(_ kind: FontFinding.Kind, _ place: Place, glyph: Int? = nil, _ bytes: [UInt8]) {
        self.kind = kind
        self.place = place
        self.glyph = glyph
        self.bytes = bytes
    }

    /// A font with other bytes where the finding must point, or elsewhere in a table; its sums are right.
    init(
        _ kind: FontFinding.Kind, _ table: String, _ offset: Int, glyph: Int? = nil, in font: SyntheticFont = .init(),
        _ patch: [UInt8], at place: Int? = nil
    ) {
        let damaged = Damage.patchedTable(font.build(), table, at: place ?? offset, with: patch)
        self.init(kind, .table(table, offset), glyph: glyph, Damage.withRepairedChecksums(damaged))
    }

    /// Whether a finding is the one that is wanted.
    func isFound(as finding: FontFinding) -> Bool {
        guard finding.kind == kind, glyph == nil || finding.glyph == glyph else { return false }
        func entry(_ tag: String) -> SyntheticDirectoryEntry { SyntheticDirectoryEntry.find(tag, in: bytes) }
        let (table, offset): (String?, Int?) =
            switch place {
            case .file: (nil, nil)
            case .noTable(let offset): (nil, offset)
            case .collectionHeader(let offset): ("collection header", offset)
            case .directory(let offset, let face):
                ("sfnt header", SyntheticDirectoryEntry.directoryPosition(in: bytes, face: face) + offset)
            case .entry(let tag, let offset): (tag, entry(tag).position + offset)
            case .missing(let tag): (tag, 0)
            case .table(let tag, let offset): (tag, entry(tag).offset + offset)
            case .end(let tag, let offset): (tag, entry(tag).range.upperBound + offset)
            case .within(let tag):
                (tag, finding.offset.flatMap { entry(tag).range.contains($0) ? $0 : nil } ?? -1)
            }
        return finding.table == table && finding.offset == offset
    }
}

extension FaultyFont {
    static let all = files + directories + headers + outlines + characters + names + variations + layout

    /// The kinds that need FreeType, fontconfig or a file that is not there.
    static let foundElsewhere: Set<FontFinding.Kind> = [
        .fileUnreadable, .glyphRefused, .glyphDoesNotLoad, .glyphVariationFails, .cannotOpen, .facesDiffer,
        .notConfirmed, .checkBroughtDown,
    ]
}

@Suite struct FindingTests {
    @Test(arguments: FaultyFont.all) func theFaultIsFoundInItsPlace(_ font: FaultyFont) throws {
        let findings = FontReader.inspect(font.bytes, contentHash: hash, file: nil).findings
        let found = try #require(findings.first(where: font.isFound), "\(findings)")
        #expect(found.code == font.kind.code?.rawValue)
        #expect(found.severity == (font.kind.code == nil ? .warning : .error))
        #expect(found.message.hasSuffix("."))
        #expect(found.consequence == font.kind.consequence)
        // The first error is what registration refuses the file with.
        let error = refusal(of: font.bytes)
        let first = findings.first { $0.severity == .error }
        #expect(first?.code == error?.code.rawValue)
        #expect(first?.faceIndex == error?.faceIndex)
        if font.kind.code == nil {
            #expect(error == nil || first != nil)
        } else {
            #expect(error != nil)
        }
        if case .table(let tag, let offset, let reason) = error?.cause {
            #expect(["sfnt": "sfnt header", "ttcf": "collection header"][tag] ?? tag == first?.table ?? "sfnt header")
            #expect(offset == first?.offset ?? 0)
            #expect(reason == first?.message)
        }
        #expect(FontReader.inspect(font.bytes, contentHash: hash, file: nil).findings == findings)
    }

    @Test func everyKindHasAFont() {
        let missing = Set(FontFinding.Kind.allCases).subtracting(FaultyFont.all.map(\.kind))
        #expect(missing == FaultyFont.foundElsewhere)
    }

    @Test(arguments: FontFinding.Kind.allCases) func everyKindIsExplained(_ kind: FontFinding.Kind) {
        #expect(kind.meaning.hasSuffix("."))
        #expect(kind.consequence.hasSuffix("."))
        #expect(kind.rawValue.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" })
        let same = FontFinding.Kind.allCases.filter { $0.meaning == kind.meaning }
        #expect(same == [kind])
    }

    @Test(arguments: SyntheticFont.Outlines.allCases) func soundFontsHaveNoFindings(_ outlines: SyntheticFont.Outlines)
    {
        let fonts = [
            SyntheticFont { $0.outlines = outlines },
            .variable().with { $0.outlines = outlines },
            .japanese().with { $0.outlines = outlines },
            SyntheticFont { font in
                font.outlines = outlines
                font.isVertical = true
                font.isColor = true
                font.isSymbol = true
                font.isFixedPitch = true
            },
        ]
        for font in fonts {
            #expect(FontReader.inspect(font.build(), contentHash: hash, file: nil).findings == [])
        }
        let collection = SyntheticCollection(fonts, sharesTables: true).build()
        #expect(FontReader.inspect(collection, contentHash: hash, file: nil).findings == [])
    }

    /// A fault in a table that all faces share is told once; an error always is among what is listed.
    @Test func findingsAreToldOnceAndErrorsAreNotCrowdedOut() throws {
        let faulty = SyntheticFont { $0.extraTables = ["post": [UInt8](repeating: 9, count: 32)] }
        let collection = SyntheticCollection([faulty, faulty, faulty], sharesTables: true).build()
        let findings = FontReader.inspect(collection, contentHash: hash, file: nil).findings
        #expect(findings.count { $0.kind == .glyphNamesVersion } == 1)

        // More subtables of unknown formats than are listed, before the error in 'fvar'.
        let records = (0..<300).flatMap { words(3, 1) + longs(4 + 8 * 300 + 2 * $0) }
        let formats = (0..<300).flatMap { words(1_000 + $0) }
        let crowded = SyntheticFont.variable().with { font in
            font.extraTables["cmap"] = words(0, 300) + records + formats
        }
        let bytes = Damage.axisCount(crowded.build())
        let error = try #require(refusal(of: bytes))
        let listed = FontReader.inspect(bytes, contentHash: hash, file: nil).findings
        #expect(listed.first { $0.severity == .error }?.code == error.code.rawValue)
        #expect(listed.count < 300)
        #expect(listed.last?.kind == .unlistedFindings)
    }
}
