package import FontRegistry
import FontSpecimens
import ReaderFonts

extension FontManager {
    /// Returns the fonts that a name means: the regular face of a family, or the one font of a name.
    ///
    /// If programs see none, these are disabled or hidden fonts, whose files are still there
    /// (``PreviewFont/withheld``).
    /// - Parameters:
    ///   - name: A family, or a name of any kind.
    ///   - areStyles: Whether a family means all its styles, also those of variable fonts.
    ///   - isAllowed: Whether a font may be shown.
    /// - Returns: None if there is no such font.
    /// - Throws: `fileNotFound` (101) if the fonts are disabled and only the administrator can read them,
    ///   `registrationFailed` (301) if the store or fontconfig cannot be used.
    package func previewFonts(
        named name: String, areStyles: Bool, where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> [PreviewFont] {
        if areStyles {
            let styles = try await fonts(
                matching: FontQuerySet(
                    including: [FontQuery(family: name)], options: [.namedInstances, .removeDuplicates]))
            if !styles.isEmpty {
                return styles.filter(isAllowed).map { PreviewFont($0) }.sheet
            }
        }
        if let font = try await resolve(name).match {
            return isAllowed(font) ? [PreviewFont(font)] : []
        }
        return try await withheldFonts(named: name, areStyles: areStyles, where: isAllowed)
    }

    /// Returns the fonts that a name means among those that programs do not see.
    private func withheldFonts(
        named name: String, areStyles: Bool, where isAllowed: @Sendable (FontDescriptor) -> Bool
    ) async throws(FontError) -> [PreviewFont] {
        var found: WithheldFont?
        if areStyles { found = try await self.withheld(name, isFamily: true) }
        if found == nil { found = try await self.withheld(name) }
        guard let withheld = found else { return [] }
        var fonts: [PreviewFont] = []
        for font in withheld.fonts where isAllowed(font) {
            let file = try? await file(of: font)
            let opened = file == nil ? try? await open(font) : nil
            guard file != nil || opened != nil else { continue }
            for style in areStyles && withheld.isFamily ? font.styles : [font] {
                var preview = PreviewFont(style, stored: file, opened: opened)
                preview.withheld = withheld
                fonts.append(preview)
            }
        }
        guard fonts.isEmpty else { return areStyles ? fonts.sheet : fonts }
        throw FontError(.fileNotFound, Message(["“\(name)” cannot be shown.", withheld.explanation]), file: name)
    }

    /// Checks that fonts allow embedding in a document.
    ///
    /// - Throws: `missingEntitlement` (302), and the errors of reading the files.
    package func requireEmbedding(_ fonts: [FontDescriptor]) async throws(FontError) {
        for font in fonts where try await !details(of: font).permitsEmbedding {
            throw FontError(
                .missingEntitlement,
                "\(font.postscriptName) does not allow embedding (OS/2.fsType). Choose PNG or SVG instead.",
                file: font.path)
        }
    }

    /// Returns the fonts that draw a line: the font itself, and others for the characters that it lacks.
    ///
    /// - Parameter isAllowed: Whether another font may be shown.
    package func faces(
        for line: String, of preview: PreviewFont, where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> [PreviewFont] {
        if let coverage = preview.coverage, coverage.covers(line) { return [preview] }
        let families = preview.font.origin == .file ? [] : [preview.font.face.family]
        var faces = [preview]
        for run in try await runs(of: line, families: families) {
            guard let match = run.match, match.font.path != nil, isAllowed(match.font),
                faces.count < Specimen.Limits.facesPerLine
            else { continue }
            let isKnown = faces.contains {
                $0.font.path == match.font.path && $0.font.face.index == match.font.face.index
            }
            if !isKnown { faces.append(PreviewFont(match.font, axes: match.coordinates)) }
        }
        return faces
    }

    /// Returns the fonts that draw a caption: the interface's, and others for the characters that it lacks; none if there
    /// is no font for captions.
    package func faces(
        forCaption caption: String, where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> [PreviewFont] {
        let resolution = try await resolve("sans-serif")
        guard let font = resolution.match ?? resolution.substitute, isAllowed(font) else { return [] }
        return try await faces(for: caption, of: PreviewFont(font), where: isAllowed)
    }
}

extension FontDescriptor {
    /// The face, and its named instances at other locations than the default.
    var styles: [FontDescriptor] {
        [self]
            + face.instances.filter { !$0.isDefault }.map { instance in
                FontDescriptor(face: face, instance: instance, path: path, origin: origin)
            }
    }
}
