import FontFiles
import FontModel
import Inspection
import OpenType
import ReaderFonts

/// What a font file says, as far as a catalogue states it.
struct FontFacts: Sendable {
    /// Where the file was found, and the texts of licences beside it.
    let item: FontItem
    let sha256: String
    let size: Int
    /// `ttf`, `otf`, `ttc` or `otc`.
    let format: String
    let faces: [CatalogFace]
    /// The details of each face.
    let details: [FontDetails]
    /// The scripts of all faces (ISO 15924).
    let scripts: Set<String>

    /// The characters of each face.
    let coverages: [CharacterCoverage]

    init(_ item: FontItem, _ inspection: FontInspection, _ details: [FontDetails]) {
        var faces: [CatalogFace] = []
        var scripts: Set<String> = []
        for (detail, (face, coverage)) in zip(details, zip(inspection.faces, inspection.coverages)) {
            faces.append(
                CatalogFace(
                    face: face, characters: FontFaceRule.text(of: coverage.ranges),
                    metrics: CatalogFace.Metrics(
                        unitsPerEm: detail.unitsPerEm, ascent: detail.ascender, descent: detail.descender,
                        lineGap: detail.lineGap)))
            scripts.formUnion(Self.scripts(of: coverage, languages: face.languages))
        }
        self.item = item
        sha256 = inspection.sha256
        size = inspection.size
        self.faces = faces
        self.details = details
        self.scripts = scripts
        coverages = inspection.coverages
        format =
            switch inspection.format {
            case .collection: faces.first?.face.outlines == .trueType ? "ttc" : "otc"
            case .openType: "otf"
            default: "ttf"
            }
    }

    /// Reads a file as registering does, and keeps the facts.
    ///
    /// - Throws: The errors of ``FileInspector`` and of reading the file.
    static func read(
        _ item: FontItem, _ source: SourceFile, _ inspector: FileInspector, _ cache: BuildCache?
    ) throws(FontError) -> FontFacts {
        let copy = try SealedMemory(copying: source)
        let inspection = try inspector.inspect(copy, given: item.name)
        var details: [FontDetails] = []
        for face in inspection.faces {
            details.append(try FontReader.details(ofFace: face.index, in: copy.contents.bytes) { _ in })
        }
        cache?.keep(BuildCache.Facts(inspection: inspection, details: details))
        return FontFacts(item, inspection, details)
    }

    /// The languages by which fontconfig distinguishes the forms of Chinese characters.
    private static let chinese: [String: Set<String>] = [
        "Hans": ["zh-cn", "zh-sg"], "Hant": ["zh-hk", "zh-mo", "zh-tw"],
    ]

    /// Returns the scripts of whose sample text a face has all characters.
    private static func scripts(of coverage: CharacterCoverage, languages: [String]) -> [String] {
        SampleText.scripts.filter { script in
            guard let text = SampleText.text(of: script), coverage.covers(text.filter { $0 != " " }) else {
                return false
            }
            // Japanese fonts have the characters of the Chinese samples as well.
            return chinese[script].map { !$0.isDisjoint(with: languages) } ?? true
        }
    }

    /// Whether a face is variable.
    var isVariable: Bool { faces.contains { $0.face.isVariable } }

    /// The name in the catalogue: that of the file if it is of printable ASCII, else the PostScript name.
    var fileName: String {
        let name = String(PathText.name(of: item.name))
        let isPlain = name.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        if isPlain, !name.isEmpty, !name.hasPrefix(".") { return name }
        return FontFace.fileName(readable: faces[0].face.postscriptName, contentHash: sha256) + "." + format
    }

    /// The path in the catalogue.
    var path: String { CatalogLayout.file(sha256, name: fileName) }
}
