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
                var shown: [FontDescriptor] = []
                for style in styles { shown.append(try await readable(style)) }
                return shown.filter(isAllowed).map { PreviewFont($0) }.sheet
            }
        }
        if let match = try await resolve(name).match {
            let font = try await readable(match)
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
        let (read, unread) = try await byFormat(withheld.fonts)
        for font in read + unread {
            let font = try await readable(font)
            guard isAllowed(font) else { continue }
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
            guard let match = run.match, match.font.path != nil, faces.count < Specimen.Limits.facesPerLine else {
                continue
            }
            // One that is not read would be an error of the whole picture.
            let font = try await readable(match.font)
            guard isAllowed(font), try await !byFormat([font]).read.isEmpty else { continue }
            let isKnown = faces.contains { $0.font.path == font.path && $0.font.face.index == font.face.index }
            if !isKnown { faces.append(PreviewFont(font, axes: match.coordinates)) }
        }
        return faces
    }

    /// Returns the fonts that draw a caption: the interface's, and others for the characters that it lacks; none if there
    /// is no font for captions.
    package func faces(
        forCaption caption: String, where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> [PreviewFont] {
        let resolution = try await resolve("sans-serif")
        guard let found = resolution.match ?? resolution.substitute else { return [] }
        let font = try await readable(found)
        guard isAllowed(font) else { return [] }
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
