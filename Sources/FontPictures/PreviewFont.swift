package import FontRegistry
import ReaderFonts

/// A font to preview, at a location of its axes.
package struct PreviewFont: Sendable {
    /// The name for its caption.
    package var name: String
    package var font: FontDescriptor
    /// The values of axes by tag; axes that are missing here are at their default.
    package var axes: [String: Double]
    /// The characters of the font, if they are known.
    package var coverage: CharacterCoverage?
    /// The lines to show.
    package var lines: [String] = []
    /// The reason for which programs do not see the font; nil if they do, or if it is from a file.
    package var withheld: WithheldFont?
    private let stored: String?
    /// The bytes of a font whose file this process does not see.
    let opened: OpenedFile?

    /// - Parameters:
    ///   - axes: The values of axes; nil for those of the font's named instance.
    ///   - stored: The path of the file in the store, for a font without a file that programs open.
    ///   - opened: Its bytes from the service, for a program that does not see the store.
    package init(
        _ font: FontDescriptor, axes: [String: Double]? = nil, coverage: CharacterCoverage? = nil,
        stored: String? = nil, opened: OpenedFile? = nil
    ) {
        name = font.fullName
        self.font = font
        self.axes = axes ?? font.instance?.coordinates ?? [:]
        self.coverage = coverage
        self.stored = stored
        self.opened = opened
    }

    /// The path of the font's file.
    ///
    /// - Throws: `fileNotFound` (101) if the font is disabled and the store cannot be read.
    package var path: String {
        get throws(FontError) {
            guard let path = font.path ?? stored ?? opened?.path else {
                throw FontError(
                    .fileNotFound, "\(font.postscriptName) is disabled and has no file to draw. Enable it first.")
            }
            return path
        }
    }

    /// Sets values of axes, and adds them to the name.
    ///
    /// - Throws: `insufficientInfo` (303) if the font does not have them.
    package mutating func set(_ values: [(tag: String, value: Double)]) throws(FontError) {
        for (tag, value) in values {
            let axis = font.face.axes.first { $0.tag == tag }
            guard let axis, axis.minimum <= value, value <= axis.maximum else {
                let known = font.face.axes.map { "\($0.tag) \($0.minimum.decimalText)–\($0.maximum.decimalText)" }
                let advice: Message =
                    known.isEmpty ? "It has no axes; specify none." : "Its axes: \(known.joined(separator: ", "))."
                let reason: Message =
                    axis == nil
                    ? "\(font.postscriptName) has no axis “\(tag)”."
                    : "\(font.postscriptName) has no value \(value) on the axis “\(tag)”."
                throw FontError(.insufficientInfo, Message([reason, advice]), file: font.path)
            }
            axes[tag] = value
        }
        if !values.isEmpty { name += ", " + values.map { "\($0.tag) \($0.value.decimalText)" }.joined(separator: ", ") }
    }

    /// Sets the lines: those of a text, or else samples of the scripts that ``coverage`` has.
    ///
    /// - Throws: `insufficientInfo` (303) if the font has no characters.
    package mutating func setLines(_ text: String?) throws(FontError) {
        if let text {
            lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
                line.map { $0 == "\t" ? " " : String($0) }.joined()
            }
            return
        }
        lines = coverage.map(SampleText.lines) ?? []
        guard lines.isEmpty else { return }
        throw FontError(
            .insufficientInfo, "\(font.postscriptName) has no characters to show. Specify a text.", file: font.path)
    }

    /// Returns the faces of a file, or all its styles.
    package static func fonts(ofFile path: String, areStyles: Bool) throws(FontError) -> [PreviewFont] {
        let file = try FontFile(contentsOf: path)
        return fonts(ofFaces: file.faces, path: path, areStyles: areStyles) { file.coverage(ofFace: $0) }
    }

    /// Returns the faces of a file that was read, or all its styles.
    ///
    /// - Parameter coverage: Returns the characters of the face with an index.
    package static func fonts(
        ofFaces faces: [FontFace], path: String, areStyles: Bool, coverage: (_ index: Int) -> CharacterCoverage
    ) -> [PreviewFont] {
        let fonts = faces.flatMap { face -> [PreviewFont] in
            let (font, characters) = (FontDescriptor(face: face, path: path, origin: .file), coverage(face.index))
            return (areStyles ? font.styles : [font]).map { PreviewFont($0, coverage: characters) }
        }
        return areStyles ? fonts.sheet : fonts
    }
}

extension [PreviewFont] {
    /// The fonts in the order of a sheet, each style once.
    package var sheet: [PreviewFont] {
        var seen: Set<String> = []
        func key(_ font: FontDescriptor) -> (String, Double, Double, Double, String) {
            (font.face.family.lowercased(), font.width, font.weight, font.slant, font.postscriptName)
        }
        return filter { seen.insert("\($0.font.postscriptName)\0\($0.font.path ?? "")").inserted }
            .sorted { key($0.font) < key($1.font) }
    }

    /// The reasons for which programs do not see some of the fonts, each once.
    package var withheld: [WithheldFont] {
        var seen: Set<String> = []
        return compactMap(\.withheld).filter { seen.insert($0.name).inserted }
    }
}
