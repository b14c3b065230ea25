import FontModel
import FontPictures
import FontRegistry
import FontSpecimens
import ReaderFonts

/// The text that shows a family, and the font that draws it.
struct FamilySample: Sendable {
    let sample: FamilyDocument.Sample
    private let font: FontDescriptor

    /// The size of the text in points, which are pixels here.
    private static let size = 36.0

    /// - Parameter folder: The folder of the catalogue, which has the files.
    /// - Returns: Nil if the fonts have no characters to show.
    init?(of family: FamilyFonts, in folder: String) {
        // What a download takes if nobody asks for another set.
        let files = family.fonts.filter(\.isVariable)
        let faces = (files.isEmpty ? family.fonts : files).flatMap { font in
            zip(font.faces.map(\.face), font.coverages).map { face, coverage in
                (FontDescriptor(face: face, path: "\(folder)/\(font.path)", origin: .file), coverage)
            }
        }
        let scripts = Self.scripts(of: family)
        for script in scripts {
            guard let text = SampleText.text(of: script) else { continue }
            let able = faces.filter { $0.1.covers(text.filter { $0 != " " }) }.map(\.0)
            guard let font = able.mostRegular else { continue }
            self.font = font
            sample = FamilyDocument.Sample(language: Self.languages[script] ?? "und-\(script)", text: text)
            return
        }
        guard let font = faces.map(\.0).mostRegular,
            let coverage = faces.first(where: { $0.0.path == font.path && $0.0.face.index == font.face.index })?.1,
            let text = SampleText.lines(for: coverage).first
        else { return nil }
        self.font = font
        sample = FamilyDocument.Sample(language: "und", text: text)
    }

    /// Draws the text.
    ///
    /// - Parameter program: The path of `fontd-preview`.
    /// - Throws: The errors of ``PreviewPicture/drawnHere(by:)``.
    func picture(by program: String) throws(FontError) -> DrawnSpecimen {
        var picture = PreviewPicture(.png)
        try picture.add([(.init(text: sample.text, size: Self.size), [PreviewFont(font)])], isDark: false)
        return try picture.drawnHere(by: program).picture
    }

    /// The scripts of a family, beginning with those of the languages in which it has names of its own, then Latin.
    private static func scripts(of family: FamilyFonts) -> [String] {
        let all = family.fonts.reduce(into: Set()) { $0.formUnion($1.scripts) }
        let named = family.names.keys.sorted().compactMap { script(ofLanguage: $0) }
        return (named + SampleText.scripts).filter(all.contains)
    }

    /// Returns the script of a language that is not written in Latin; nil for others.
    private static func script(ofLanguage tag: String) -> String? {
        let parts = tag.lowercased().split(separator: "-")
        if parts.first == "zh" {
            return parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) } ? "Hant" : "Hans"
        }
        return languages.first { $0.key != "Latn" && $0.value == parts.first ?? "" }?.key
    }

    /// The languages of samples.
    private static let languages = [
        "Arab": "ar", "Armn": "hy", "Beng": "bn", "Cans": "iu", "Cher": "chr", "Cyrl": "ru", "Deva": "hi", "Ethi": "am",
        "Geor": "ka", "Grek": "el", "Gujr": "gu", "Guru": "pa", "Hans": "zh-Hans", "Hant": "zh-Hant", "Hebr": "he",
        "Jpan": "ja", "Khmr": "km", "Knda": "kn", "Kore": "ko", "Laoo": "lo", "Latn": "en", "Mlym": "ml", "Mong": "mn",
        "Mymr": "my", "Nkoo": "nqo", "Olck": "sat", "Orya": "or", "Sinh": "si", "Syrc": "syr", "Taml": "ta",
        "Telu": "te", "Tfng": "zgh", "Thaa": "dv", "Thai": "th", "Tibt": "bo",
    ]
}
