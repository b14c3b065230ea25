public import FontRegistry
import FontSpecimens
public import Foundation

extension FontManager {
    /// Draws texts in fonts, one below the other, such as for a list of fonts or before a file is registered.
    ///
    /// Characters that a font lacks are drawn from other fonts, if there are any. The fonts are drawn by a process without
    /// rights, `fontd-preview` of an installed fontd; with the service, that of the host. Nothing is registered.
    ///
    /// With the service, the fonts are the host's, a program in a sandbox sees its own and those in the folders that
    /// sandboxes show, and the pictures of a program are drawn one after another.
    /// - Parameters:
    ///   - fonts: Families, which mean their regular face, and names of any kind. With the files they are 1 to 64.
    ///   - files: Font files, as for ``picture(of:options:)``, which are shown after the fonts.
    ///   - options: The text, its size and the format.
    /// - Throws: `FontError` with code ``FontError/Code/insufficientInfo`` (303) if there is no font, an option is outside
    ///   its range, a font lacks an axis or has no characters; ``FontError/Code/fileNotFound`` (101) if there is no such
    ///   font; ``FontError/Code/missingEntitlement`` (302) if a font does not permit to be embedded in a PDF, or the user's
    ///   policy denies lookups; ``FontError/Code/exceededResourceLimit`` (106) if the picture has more fonts or lines than
    ///   a picture can, or more than 16,384 pixels or points a side or 64 Mi pixels; ``FontError/Code/invalidFontData``
    ///   (104) if a font cannot be drawn; the errors of opening files; ``FontError/Code/registrationFailed`` (301) if the
    ///   store, the service or the program that draws cannot be used.
    public func picture(
        of fonts: [String], files: [URL] = [], options: PictureOptions = PictureOptions()
    ) async throws(FontError) -> FontPicture {
        try await picture(of: fonts, files.map(FontSource.url), options)
    }

    /// Draws the fonts of files with all their faces, such as before they are registered.
    ///
    /// The bytes that are checked are those that are drawn, also if the file changes meanwhile. With a context whose files are
    /// read in isolation, this process parses none of them; nor does it parse archives and files packed for the web.
    /// - Parameters:
    ///   - sources: Files by URL, as data (``FontSource/data(_:name:)``) or open (``FontSource/opened(_:name:tag:)``); folders
    ///     and archives, which mean all their fonts; and the path of a font in an archive as reports have it, that of the
    ///     archive, a slash and the path within. They are 1 to 64 fonts, over the bus at most 15 of 64 MiB in all, and not
    ///     for a PDF, as it is not known whether they allow embedding.
    ///   - options: The text, its size and the format.
    /// - Throws: The errors of ``picture(of:files:options:)``; with code ``FontError/Code/unrecognizedFormat`` (103) or
    ///   ``FontError/Code/invalidFontData`` (104) if a file is not a font.
    public func picture(
        of sources: [FontSource], options: PictureOptions = PictureOptions()
    ) async throws(FontError) -> FontPicture {
        try await picture(of: [], sources, options)
    }

    private func picture(
        of names: [String], _ sources: [FontSource], _ options: PictureOptions
    ) async throws(FontError) -> FontPicture {
        if let problem = options.problem ?? PictureOptions.problem(ofCount: names.count + sources.count) {
            throw FontError(.insufficientInfo, problem)
        }
        let files = sources.isEmpty ? [] : try await OpenedFonts.of(sources)
        if let answers = serviceAnswers {
            return try await answers.picture(of: names, files: files, options: options)
        }
        guard let program = FontWorkers.installedDrawingProgram, let context = storeContext else {
            throw .noDrawingProgram
        }
        return try await drawnPicture(
            of: names, try await PassedFonts(files, areStyles: options.showsStyles, readingBy: context), options,
            by: program
        ).picture
    }

    /// Draws named fonts, then those of files.
    ///
    /// - Parameters:
    ///   - given: The fonts of the files.
    ///   - options: Options without a problem.
    ///   - program: The path of `fontd-preview`.
    ///   - isAllowed: Whether a font may be shown.
    /// - Returns: The picture, and the reasons for which programs do not see fonts in it.
    /// - Throws: The errors of ``picture(of:files:options:)``.
    package func drawnPicture(
        of names: [String], _ given: PassedFonts, _ options: PictureOptions, by program: String,
        where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> (picture: FontPicture, withheld: [WithheldFont]) {
        let embedsFonts = options.format == .pdf
        if embedsFonts, let file = given.fonts.first {
            throw FontError(
                .missingEntitlement,
                "It is not known whether the fonts in a file allow embedding. Choose PNG or SVG, or register the file and name its fonts.",
                file: file.font.naming(given.names).path)
        }
        var fonts: [PreviewFont] = []
        for name in names {
            let found = try await previewFonts(named: name, areStyles: options.showsStyles, where: isAllowed)
            guard !found.isEmpty else {
                throw FontError(.fileNotFound, "No font has the family or name “\(name)”. Check the name.", file: name)
            }
            fonts += found
        }
        fonts += given.fonts
        let leftOut = max(0, fonts.count - PreviewSheet.fontLimit)
        guard leftOut == 0 || options.showsStyles else {
            throw FontError(
                .exceededResourceLimit,
                "A picture can show at most \(PreviewSheet.fontLimit) fonts. Show fewer at a time.")
        }
        fonts.removeLast(leftOut)
        do throws(FontError) {
            if embedsFonts { try await requireEmbedding(fonts.map(\.font)) }
            var sheet = PreviewSheet(
                fonts, size: options.size, isWaterfall: options.isWaterfall, isDark: options.isDark,
                features: options.features, isVertical: options.isVertical)
            let axes = options.axes.sorted { $0.key < $1.key }.map { (tag: $0.key, value: $0.value) }
            try await sheet.prepare(axes: axes, text: options.text, isBrief: options.showsStyles, by: self)
            var picture = try await sheet.picture(options.format.specimen, by: self, where: isAllowed)
            picture.opened.merge(given.files) { $1 }
            let drawn = try await picture.drawn(by: program)
            var result = FontPicture()
            result.bytes = drawn.picture.bytes
            (result.width, result.height) = (drawn.picture.width, drawn.picture.height)
            result.fonts = drawn.fonts.map { $0.naming(given.names) }
            result.missing = String(String.UnicodeScalarView(drawn.picture.missing))
            result.leftOut = leftOut
            return (result, fonts.withheld)
        } catch {
            throw error.naming(given.names)
        }
    }
}

extension PictureOptions {
    /// The first option outside its range, as a sentence; nil if there is none.
    package var problem: Message? {
        if let text, !(1...Specimen.Limits.textLength).contains(text.utf8.count) {
            return "text is empty, or longer than \(Specimen.Limits.textLength) bytes."
        }
        if let size, !Specimen.Limits.sizes.contains(size) { return "size must be a number of points from 1 to 1000." }
        if isWaterfall, size != nil { return "size cannot be set for a waterfall, which has fixed sizes." }
        guard axes.allSatisfy({ (1...4).contains($0.key.utf8.count) && $0.value.isFinite }) else {
            return "axes must be numbers by the tags of axes."
        }
        return Self.problem(of: features)
    }

    /// The reason for which settings of features cannot be used, as a sentence; nil if there is none.
    static func problem(of features: [FontFeatureSetting]) -> Message? {
        guard features.count <= FontFeatureSetting.limit else {
            return "A text can have at most \(FontFeatureSetting.limit) settings of features."
        }
        return features.allSatisfy(\.isValid)
            ? nil : "features must have tags of four ASCII characters and values from 0 to 65535."
    }

    /// The reason for which a number of fonts cannot be shown, as a sentence; nil if there is none.
    package static func problem(ofCount count: Int) -> Message? {
        if count == 0 { return "There is no font to show." }
        return count <= PreviewSheet.fontLimit ? nil : "A picture can show at most \(PreviewSheet.fontLimit) fonts."
    }
}

extension PictureOptions.Format {
    fileprivate var specimen: Specimen.Format {
        switch self {
        case .png: .png
        case .svg: .svg
        case .pdf: .pdf
        }
    }
}

extension FontError {
    /// The error if `fontd-preview` is not installed.
    package static var noDrawingProgram: FontError {
        FontError(
            .registrationFailed,
            "The installation of fontd is incomplete: fontd-preview, which draws fonts, is missing. Reinstall fontd.",
            cause: .worker(.missing))
    }
}
