package import FontModel

extension FontManager {
    /// Returns the fonts whose files are read here, and the others, such as those in Type 1, of which no read font has the
    /// PostScript name.
    ///
    /// Packages such as fonts-urw-base35 have each font in several formats, and programs may get any of them.
    package func byFormat(
        _ fonts: [FontDescriptor]
    ) async throws(FontError) -> (read: [FontDescriptor], unread: [FontDescriptor]) {
        try await queue.perform { () throws(FontError) in
            var formats: [String: Bool] = [:]
            var (read, others): ([FontDescriptor], [FontDescriptor]) = ([], [])
            for font in fonts {
                // What cannot be opened has an error of its own.
                let isRead = font.path.map { path in
                    formats[path] ?? ((try? FontFile.format(at: path)) ?? nil)?.isSupported ?? true
                }
                if let path = font.path { formats[path] = isRead }
                if isRead ?? true { read.append(font) } else { others.append(font) }
            }
            let names = Set(read.map(\.postscriptName))
            return (read, others.filter { !names.contains($0.postscriptName) })
        }
    }

    /// Returns the font whose file is read for a font: the font itself, or, if its file is in a format such as Type 1, one
    /// of its PostScript name in another; the font if there is none.
    ///
    /// - Throws: `registrationFailed` (301) if fontconfig cannot be used.
    package func readable(_ font: FontDescriptor) async throws(FontError) -> FontDescriptor {
        guard font.path != nil, try await byFormat([font]).read.isEmpty else { return font }
        let shown = try await fonts(matching: FontQuery(postscriptName: font.postscriptName))
        if let twin = try await byFormat(shown).read.first(where: { $0.path != nil }) { return twin }
        guard authority == .user else { return font }
        return try await byFormat(try await hiddenFonts(meantBy: .name(font.postscriptName))).read.first ?? font
    }
}
