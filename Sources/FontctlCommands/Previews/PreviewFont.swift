import FontRegistry
import ReaderFonts
import Specimens

/// A font to preview, at a location of its axes.
struct PreviewFont: Sendable {
    /// The name for its caption.
    var name: String
    var font: FontDescriptor
    /// The values of axes by tag; axes that are missing here are at their default.
    var axes: [String: Double]
    /// The characters of the font, if its file was read.
    var coverage: CharacterCoverage?
    /// The lines to show.
    var lines: [String] = []

    init(_ font: FontDescriptor, axes: [String: Double], coverage: CharacterCoverage? = nil) {
        name = font.fullName
        self.font = font
        self.axes = axes
        self.coverage = coverage
    }

    /// The path of the font's file.
    ///
    /// - Throws: `fileNotFound` (101) if the font is disabled.
    var path: String {
        get throws(FontError) {
            guard let path = font.path else {
                throw FontError(
                    .fileNotFound, "\(font.postscriptName) is disabled and has no file to draw. Enable it first.")
            }
            return path
        }
    }

    /// Sets the values of axes.
    ///
    /// - Throws: `insufficientInfo` (303) if the font does not have them.
    mutating func set(_ arguments: [AxisArgument]) throws(FontError) {
        try font.require(arguments)
        for argument in arguments { axes[argument.tag] = argument.value }
        if !arguments.isEmpty {
            name += ", " + arguments.map { "\($0.tag) \(decimal($0.value))" }.joined(separator: ", ")
        }
    }

    /// Sets the lines: those of a text, or else samples of the scripts that the font has.
    mutating func setLines(_ text: String?) throws(FontError) {
        if let text {
            lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
                line.map { $0 == "\t" ? " " : String($0) }.joined()
            }
            return
        }
        if coverage == nil { coverage = try FontFile(contentsOf: try path).coverage(ofFace: font.face.index) }
        lines = coverage.map(SampleText.lines) ?? []
        guard lines.isEmpty else { return }
        throw FontError(
            .insufficientInfo, "\(font.postscriptName) has no characters to show. Name some with --text.",
            file: font.path)
    }
}

extension PreviewFont {
    /// Returns the faces of a file, or all its styles.
    static func fonts(ofFile path: String, areStyles: Bool) throws(FontError) -> [PreviewFont] {
        let file = try FontFile(contentsOf: path)
        guard areStyles else {
            return file.faces.map { face in
                PreviewFont(
                    FontDescriptor(face: face, path: path, origin: .file), axes: [:],
                    coverage: file.coverage(ofFace: face.index))
            }
        }
        return file.descriptors.map { font in
            PreviewFont(
                font, axes: font.instance?.coordinates ?? [:], coverage: file.coverage(ofFace: font.face.index))
        }.sheet
    }
}

extension [PreviewFont] {
    /// The fonts in the order of a sheet, each style once.
    var sheet: [PreviewFont] {
        var seen: Set<String> = []
        func key(_ font: FontDescriptor) -> (String, Double, Double, Double, String) {
            (font.face.family.lowercased(), font.width, font.weight, font.slant, font.postscriptName)
        }
        return filter { seen.insert("\($0.font.postscriptName)\0\($0.font.path ?? "")").inserted }
            .sorted { key($0.font) < key($1.font) }
    }
}

extension FontManager {
    /// Returns the fonts that an argument names: all faces of a file, or the regular face of a family, or the one font
    /// of a name.
    ///
    /// - Parameters:
    ///   - texts: The texts of the command line, among which the name may lack quotation marks.
    ///   - areStyles: Whether a family or file means all its styles, also those of variable fonts.
    /// - Throws: `fileNotFound` (101) if there is none, and the errors of reading a file.
    func previewFonts(
        _ target: FontTarget, in texts: [String] = [], areStyles: Bool = false
    ) async throws(FontError) -> [PreviewFont] {
        if case .file(let path) = target.kind {
            return try PreviewFont.fonts(ofFile: path, areStyles: areStyles)
        }
        let name = target.text
        if areStyles {
            let styles = try await fonts(
                matching: FontQuerySet(
                    including: [FontQuery(family: name)], options: [.namedInstances, .removeDuplicates]))
            if !styles.isEmpty { return styles.map { PreviewFont($0, axes: $0.instance?.coordinates ?? [:]) }.sheet }
        }
        if let font = try await resolve(name).match {
            return [PreviewFont(font, axes: font.instance?.coordinates ?? [:])]
        }
        if try await !hiddenFonts(meantBy: .any(name)).isEmpty {
            let command = ShellWords.line(["fontctl", "enable"], operands: [name])
            throw FontError(
                .fileNotFound, "“\(name)” is a font of the system that you have hidden. `\(command)` shows it again.")
        }
        if name.contains("/") {
            throw FontError(.fileNotFound, "There is no such file, and no font has that name. Check it.", file: name)
        }
        let near = await nearNames(to: [name], in: texts)[name] ?? []
        throw FontError(
            .fileNotFound,
            "No font has the family or name “\(name)”.\(NearNames.question(near)) `fontctl families` lists the families; a file needs a slash, as in ./\(name)."
        )
    }

    /// Checks that fonts permit to be part of a document.
    ///
    /// - Throws: `missingEntitlement` (302).
    func requireEmbedding(_ fonts: [FontDescriptor]) async throws(FontError) {
        for font in fonts where try await !details(of: font).permitsEmbedding {
            throw FontError(
                .missingEntitlement,
                "\(font.postscriptName) does not permit to be embedded (OS/2.fsType). Write a .png or .svg instead.",
                file: font.path)
        }
    }

    /// Returns the fonts that draw a line: the font itself, and others for the characters that it lacks.
    func faces(for line: String, of preview: PreviewFont) async throws(FontError) -> [PreviewFont] {
        if let coverage = preview.coverage, coverage.covers(line) { return [preview] }
        let families = preview.font.origin == .file ? [] : [preview.font.face.family]
        var faces = [preview]
        for run in try await runs(of: line, families: families) {
            guard let match = run.match, match.font.path != nil, faces.count < Specimen.Limits.facesPerLine else {
                continue
            }
            let isKnown = faces.contains {
                $0.font.path == match.font.path && $0.font.face.index == match.font.face.index
            }
            if !isKnown { faces.append(PreviewFont(match.font, axes: match.coordinates)) }
        }
        return faces
    }

    /// Returns the fonts that draw a caption: the interface's, and others for the characters that it lacks.
    func faces(forCaption caption: String) async throws(FontError) -> [PreviewFont] {
        let resolution = try await resolve("sans-serif")
        guard let font = resolution.match ?? resolution.substitute else { return [] }
        return try await faces(for: caption, of: PreviewFont(font, axes: font.instance?.coordinates ?? [:]))
    }
}
