import FontModel
import FontValidation
import OpenType
import TestSupport
import Testing

/// A font with one fault, and the expected location of the finding.
struct FaultyFont: Sendable, CustomTestStringConvertible {
    /// The expected location of a finding.
    enum Place: Sendable {
        /// The whole file: neither a table nor an offset.
        case file
        /// A byte that belongs to no table.
        case noTable(Int)
        case collectionHeader(Int)
        /// An offset in the table directory of a face.
        case directory(Int, face: Int = 0)
        /// A table by tag, and an offset in its directory entry.
        case entry(String, Int)
        /// A table by tag that has no directory entry.
        case missing(String)
        /// An offset in a table.
        case table(String, Int)
        /// An offset from the end of a table.
        case end(String, Int)
        /// Any offset in a table.
        case within(String)
    }

    var kind: FontFinding.Kind
    var place: Place
    var glyph: Int?
    var bytes: [UInt8]

    var testDescription: String { kind.rawValue }

    /// Creates a font that is built with the fault.
    init(_ kind: FontFinding.Kind, _ place: Place, glyph: Int? = nil, _ bytes: [UInt8]) {
        self.kind = kind
        self.place = place
        self.glyph = glyph
        self.bytes = bytes
    }

    /// Creates a font with other bytes at the expected location or elsewhere in a table; its checksums are correct.
    init(
        _ kind: FontFinding.Kind, _ table: String, _ offset: Int, glyph: Int? = nil, in font: SyntheticFont = .init(),
        _ patch: [UInt8], at place: Int? = nil
    ) {
        let damaged = Damage.patchedTable(font.build(), table, at: place ?? offset, with: patch)
        self.init(kind, .table(table, offset), glyph: glyph, Damage.withRepairedChecksums(damaged))
    }

    /// Returns whether a finding is the expected one.
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

/// The content hash that the tests pass to the reader.
private let hash = String(repeating: "5a", count: 32)

/// Returns the error with which a file is refused; nil if it is accepted.
private func refusal(of bytes: [UInt8]) -> FontError? {
    do {
        _ = try FontReader.read(bytes, contentHash: hash, file: nil)
        return nil
    } catch {
        return error
    }
}

extension FaultyFont {
    static let all = files + directories + headers + outlines + characters + names + variations + layout

    /// The kinds that need FreeType, fontconfig or a missing file.
    static let foundElsewhere: Set<FontFinding.Kind> = [
        .fileUnreadable, .glyphRefused, .glyphDoesNotLoad, .glyphVariationFails, .cannotOpen, .facesDiffer,
        .notConfirmed, .checkBroughtDown,
    ]
}

@Suite struct FindingTests {
    @Test(arguments: FaultyFont.all) func theFaultIsFoundInItsPlace(_ font: FaultyFont) throws {
        let findings = FontReader.inspect(font.bytes, contentHash: hash).findings
        let found = try #require(findings.first(where: font.isFound), "\(findings)")
        #expect(found.code == font.kind.code?.rawValue)
        #expect(found.severity == (font.kind.code == nil ? .warning : .error))
        #expect(found.message.hasSuffix("."))
        #expect(found.consequence == font.kind.consequence)
        // The first error is the one with which registration refuses the file.
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
        #expect(FontReader.inspect(font.bytes, contentHash: hash).findings == findings)
    }

    @Test func everyKindHasAFont() {
        let missing = Set(FontFinding.Kind.allCases).subtracting(FaultyFont.all.map(\.kind))
        #expect(missing == FaultyFont.foundElsewhere)
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
            #expect(FontReader.inspect(font.build(), contentHash: hash).findings == [])
        }
        let collection = SyntheticCollection(fonts, sharesTables: true).build()
        #expect(FontReader.inspect(collection, contentHash: hash).findings == [])
    }

    /// A fault in a table that all faces share is listed once, and errors are listed even if there are too many
    /// findings.
    @Test func findingsAreToldOnceAndErrorsAreNotCrowdedOut() throws {
        let faulty = SyntheticFont { $0.extraTables = ["post": [UInt8](repeating: 9, count: 32)] }
        let collection = SyntheticCollection([faulty, faulty, faulty], sharesTables: true).build()
        let findings = FontReader.inspect(collection, contentHash: hash).findings
        #expect(findings.count { $0.kind == .glyphNamesVersion } == 1)

        // More subtables of unknown formats than the list holds, before the error in `fvar`.
        let records = (0..<300).flatMap { words(3, 1) + longs(4 + 8 * 300 + 2 * $0) }
        let formats = (0..<300).flatMap { words(1_000 + $0) }
        let crowded = SyntheticFont.variable().with { font in
            font.extraTables["cmap"] = words(0, 300) + records + formats
        }
        let bytes = Damage.axisCount(crowded.build())
        let error = try #require(refusal(of: bytes))
        let listed = FontReader.inspect(bytes, contentHash: hash).findings
        #expect(listed.first { $0.severity == .error }?.code == error.code.rawValue)
        #expect(listed.count < 300)
        #expect(listed.last?.kind == .unlistedFindings)
    }
}
